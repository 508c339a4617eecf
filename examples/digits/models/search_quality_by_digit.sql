-- Where each ranker fails: the digit is a property of the query, so it comes from the judgments.
{{
    rankhouse.metrics(
        run=source("search", "run"),
        judgments=source("search", "judgments"),
        measures=var("digits_measures"),
        by=["system"],
        judgments_by=["digit"],
    )
}}
