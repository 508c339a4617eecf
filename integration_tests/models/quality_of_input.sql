select query_id, measure, value
from
    (
        {{
            rankhouse.query_metrics(
                run=ref("scored_items"),
                judgments=ref("relevance_judgments"),
                measures=["precision@2"],
                by=["system", "day"],
            )
        }}
    ) as answered
