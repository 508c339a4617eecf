{{
    rankhouse.metrics(
        run=ref("recommendations"),
        judgments=ref("held_out"),
        measures=["ndcg@10", "recall@10", "mrr", "roc_auc"],
        by=["system"],
        candidates=ref("candidates"),
    )
}}
