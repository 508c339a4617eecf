-- The systems compared after each day, over all days so far.
{{ rankhouse.confidence_sequence(ref("quality_by_query"), baseline="bm25", tightest_at=10, min_queries=2) }}
