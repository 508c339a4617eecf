-- What each query adds to the difference between the systems of a day.
{{ rankhouse.change_by_segment(ref("quality_by_query"), segments=["query_id"], baseline="bm25", by=["day"]) }}
