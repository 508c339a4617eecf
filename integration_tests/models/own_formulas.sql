{% set system = rankhouse.quoted("system") %}
select
    {{ system }},
    day,
    query_id,
    {{ rankhouse.precision(rankhouse.hits("hit", "item_rank", 2), 2) }} as precision_at_2,
    {{ rankhouse.dcg(rankhouse.exponential_gain("relevance"), "item_rank", 3) }} as dcg_at_3
from {{ ref("labelled_items") }}
group by {{ system }}, day, query_id
