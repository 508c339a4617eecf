{{
    rankhouse.metrics(
        run=ref("scored_items"),
        judgments=ref("relevance_judgments"),
        measures=["ndcg@3", "precision@2", "map", "mrr", "roc_auc", "recall@2"],
        by=["system", "day"],
        judgments_by=["segment"],
    )
}}
