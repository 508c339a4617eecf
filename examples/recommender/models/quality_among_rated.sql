-- The other candidate pool: rated items alone, which flatters everybody.
{{
    rankhouse.metrics(
        run=ref("recommendations"),
        judgments=ref("held_out"),
        measures=["ndcg@10", "recall@10", "mrr", "roc_auc"],
        by=["system"],
        unjudged="drop",
        exclude=ref("seen"),
        columns={"exclude.query_id": "user_id"},
    )
}}
