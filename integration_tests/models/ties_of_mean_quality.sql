{{
    rankhouse.tie_audit(
        ref("scored_items"),
        ref("relevance_judgments"),
        ["ndcg@3", "bpref"],
        by=["system", "day"],
    )
}}
