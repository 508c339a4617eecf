-- Every query on its own, for error analysis and for comparing systems in pairs.
{{
    rankhouse.query_metrics(
        run=source("search", "run"),
        judgments=source("search", "judgments"),
        measures=var("digits_measures"),
        by=["system"],
    )
}}
