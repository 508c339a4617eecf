{% set system = rankhouse.quoted("system") %}
-- To the difference of the means, and to nothing else.
with
    changes as (
        select day, {{ system }}, measure, sum(contribution) as change
        from {{ ref("change_of_quality") }}
        group by day, {{ system }}, measure
    ),
    means as (
        select day, {{ system }}, measure, avg(value) as value
        from {{ ref("quality_by_query") }}
        group by day, {{ system }}, measure
    )
select means.*, changes.change, baseline.value as baseline_value
from means
join
    means as baseline
    on means.day = baseline.day
    and means.measure = baseline.measure
    and baseline.{{ system }} = 'bm25'
left join
    changes on means.day = changes.day and means.{{ system }} = changes.{{ system }} and means.measure = changes.measure
where
    means.{{ system }} <> 'bm25'
    and (changes.change is null or abs(changes.change - (means.value - baseline.value)) > 1e-12)
