{{
    rankhouse.query_metrics(
        run=ref("scored_items"),
        judgments=ref("relevance_judgments"),
        measures=["ndcg@3", "precision@2", "roc_auc"],
        by=["system", "day"],
    )
}}
