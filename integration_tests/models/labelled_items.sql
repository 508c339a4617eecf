{% set system = rankhouse.quoted("system") %}
-- Ranked rows of one's own, for the formulas as expressions.
select
    items.{{ system }},
    items.day,
    items.query_id,
    items.item_id,
    items.score,
    coalesce(judged.relevance, 0) as relevance,
    case when judged.relevance > 0 then 1 else 0 end as hit,
    row_number() over (
        partition by items.{{ system }}, items.day, items.query_id order by items.score desc, items.item_id desc
    ) as item_rank
from {{ ref("scored_items") }} as items
left join
    {{ ref("relevance_judgments") }} as judged on items.query_id = judged.query_id and items.item_id = judged.item_id
