select
    'q' || queries.query as query_id,
    'i' || items.item as item_id,
    (items.item + queries.query) % 3 as relevance,
    case when queries.query < 3 then 'new' else 'known' end as segment
from range(8) as queries(query)
cross join range(4) as items(item)
