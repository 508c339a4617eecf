{% set system = rankhouse.quoted("system") %}
-- The wide model shows the last day alone, a column for each measure.
select latest.*
from {{ ref("rankhouse", "rankhouse__latest") }} as latest
left join
    {{ ref("mean_quality") }} as mean
    on latest.{{ system }} = mean.{{ system }}
    and latest.day = mean.day
    and latest.segment = mean.segment
    and mean.measure = 'ndcg@3'
where
    mean.value is null
    or abs(latest.ndcg_at_3 - mean.value) > 1e-9
    or latest.day < (select max(day) from {{ ref("scored_items") }})
