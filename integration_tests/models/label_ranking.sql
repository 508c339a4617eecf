-- Each query's items as the labels of a sample.
{{
    rankhouse.metrics(
        run=ref("scored_items"),
        judgments=ref("relevance_judgments"),
        measures=["label_ranking_average_precision", "average_precision(interpolation=step)"],
        by=["system", "day"],
    )
}}
