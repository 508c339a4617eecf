-- Of each query the item that is right, and its market: every sixth one is Austrian.
select query_id, 'right' as item_id, 1 as relevance, case when mod(number, 6) = 0 then 'at' else 'de' end as country
from ({{ sixty_searches() }}) as searches
