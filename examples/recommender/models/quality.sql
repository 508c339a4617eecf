{{
    rankhouse.metrics(
        run=ref("recommendations"),
        judgments=ref("held_out"),
        measures=["ndcg@10", "recall@10", "mrr", "roc_auc"],
        by=["system"],
        exclude=ref("seen"),
        columns={"exclude.query_id": "user_id"},
    )
}}
