{{ rankhouse.compare(ref("quality_by_query"), baseline="live", by=["method"]) }}
