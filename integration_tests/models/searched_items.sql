{% set system = rankhouse.quoted("system") %}
-- What two systems returned for 60 queries: bm25 has the right item below the wrong one for every second query, dense
-- for
-- every sixth one.
select
    systems.{{ system }},
    searches.query_id,
    items.item_id,
    case
        when items.item_id = 'right' then 2 when mod(searches.number, systems.misses) = systems.missed then 3 else 1
    end as score
from ({{ sixty_searches() }}) as searches
cross join
    (
        select 'bm25' as {{ system }}, 2 as misses, 1 as missed
        union all
        select 'dense' as {{ system }}, 6 as misses, 0 as missed
    ) as systems
cross join
    (
        select 'right' as item_id
        union all
        select 'wrong' as item_id
    ) as items
