-- Segments by grouping sets: each, and all together.
{{
    rankhouse.metrics(
        run=ref("scored_items"),
        judgments=ref("relevance_judgments"),
        measures=["precision@2"],
        by=["system", "day"],
        judgments_by=["segment"],
        grouping_sets=[["system", "segment"], ["segment"], []],
        min_queries=2,
    )
}}
