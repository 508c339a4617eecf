-- How good each ranker is: one row per system and measure.
{{
    rankhouse.metrics(
        run=source("search", "run"),
        judgments=source("search", "judgments"),
        measures=var("digits_measures"),
        by=["system"],
    )
}}
