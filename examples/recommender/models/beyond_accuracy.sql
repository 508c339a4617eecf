-- What the lists hold, of items that a user has not rated.
{{
    rankhouse.recommendation_metrics(
        run=ref("recommendations"),
        measures=["catalogue_coverage@10", "gini@10", "personalisation@10", "average_popularity@10"],
        items=ref("catalogue"),
        interactions=ref("seen"),
        by=["system"],
        exclude=ref("seen"),
        columns={"interactions.query_id": "user_id", "exclude.query_id": "user_id"},
    )
}}
