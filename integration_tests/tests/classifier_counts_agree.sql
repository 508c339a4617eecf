{% set system = rankhouse.quoted("system") %}
-- Precision at a threshold by a count of the rows, and the area by the trapezoids below the curve.
with
    counted as (
        select
            {{ system }},
            'precision' as metric,
            1.0 * sum(case when score >= 2 then hit end) / nullif(sum(case when score >= 2 then 1 end), 0) as value
        from {{ ref("labelled_items") }}
        where score is not null
        group by {{ system }}
    ),
    steps as (
        select
            {{ system }},
            (fpr - lag(fpr) over (partition by {{ system }} order by tp + fp))
            * (tpr + lag(tpr) over (partition by {{ system }} order by tp + fp))
            / 2 as area
        from {{ ref("classifier_curve") }}
    ),
    expected as (
        select {{ system }}, metric, value
        from counted
        union all
        select {{ system }}, 'roc_auc', sum(area)
        from steps
        group by {{ system }}
    )
select expected.*, found.value as found
from expected
left join
    {{ ref("classifier_quality") }} as found
    on expected.{{ system }} = found.{{ system }}
    and expected.metric = found.metric
where
    found.metric is null
    or abs(found.value - expected.value) > 1e-12
    or (found.value is null) <> (expected.value is null)
