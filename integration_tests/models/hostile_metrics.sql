{{
    rankhouse.query_metrics(
        run=ref("hostile_names"),
        judgments=ref("relevance_judgments"),
        measures=["ndcg@3"],
        by=["by_1"],
        columns={
            "run.query_id": "rank",
            "run.item_id": "item; drop table x",
            "score": "Score of the 'item'",
        },
    )
}}
