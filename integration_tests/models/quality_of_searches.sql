-- Values by query, with the market as a segment.
{{
    rankhouse.query_metrics(
        run=ref("searched_items"),
        judgments=ref("searched_labels"),
        measures=["ndcg@2", "recall@2"],
        by=["system"],
        judgments_by=["country"],
    )
}}
