{% set system = rankhouse.quoted("system") %}
select ranked.*
from {{ ref("label_ranking") }} as ranked
join
    {{ ref("label_ranking") }} as stepped
    on ranked.{{ system }} = stepped.{{ system }}
    and ranked.day = stepped.day
    and stepped.metric = 'average_precision'
where ranked.metric <> 'average_precision' and abs(ranked.value - stepped.value) > 1e-12
