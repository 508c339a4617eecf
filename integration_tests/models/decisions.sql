-- Whether to ship dense: by ndcg@2, with each market and recall@2 as what must not fall.
{{ rankhouse.decision(ref("quality_of_searches"), baseline="bm25", measure="ndcg@2", segments=["country"]) }}
