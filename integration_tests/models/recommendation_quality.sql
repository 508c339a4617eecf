{{
    rankhouse.recommendation_metrics(
        run=ref("scored_items"),
        measures=[
            "catalogue_coverage@2",
            "novelty@2",
            "average_popularity@2",
            "serendipity@2",
            "serendipity(expected=baseline)@1",
            "intra_list_diversity@3",
            "intra_list_diversity(distance=jaccard)",
            "intra_list_diversity(distance=table)@3",
            "gini@2",
            "gini(among=shown)",
            "entropy@2",
            "entropy(normalisation=catalogue)@2",
            "personalisation@3",
        ],
        items=ref("catalogue_items"),
        interactions=ref("past_interactions"),
        judgments=ref("relevance_judgments"),
        features=ref("item_features"),
        distances=ref("item_distances"),
        baseline=ref("baseline_items"),
        by=["system", "day"],
        columns={"weight": "strength"},
    )
}}
