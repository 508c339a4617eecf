{# For a chart: what judgments say of the lists that were shown, and what their users met. #}
select day, measure, value, ci_low, ci_high, n_queries as n
from
    (
        {{
            rankhouse.metrics(
                run=ref("shown"),
                judgments=ref("judgments"),
                measures=["ndcg(gain=linear)@5"],
                by=["day"],
                judgments_by=["method"],
            )
        }}
    ) as judged
where method = 'pbm'
union all
select day, measure, value, ci_low, ci_high, n
from {{ ref("search_health") }}
