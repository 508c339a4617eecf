{% set system = rankhouse.quoted("system") %}
-- Columns named like keywords, like steps of the query and like nothing an engine expects.
select
    query_id as {{ rankhouse.quoted("rank") }},
    item_id as {{ rankhouse.quoted("item; drop table x") }},
    score as {{ rankhouse.quoted("Score of the 'item'") }},
    {{ system }} as {{ rankhouse.quoted("by_1") }}
from {{ ref("scored_items") }}
where day = (select max(day) from {{ ref("scored_items") }})
