{% set system = rankhouse.quoted("system") %}
select hostile.*
from {{ ref("hostile_metrics") }} as hostile
left join
    {{ ref("quality_by_query") }} as plain
    on hostile.{{ rankhouse.quoted("by_1") }} = plain.{{ system }}
    and hostile.query_id = plain.query_id
    and plain.measure = 'ndcg@3'
    and plain.day = (select max(day) from {{ ref("scored_items") }})
where plain.value is null or abs(hostile.value - plain.value) > 1e-12
