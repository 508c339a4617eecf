{# The lists as people saw them on a day: by the mean position of an item. #}
select day, query_id, item_id, - sum(position * impressions) / sum(impressions) as score
from {{ ref("counts") }}
group by day, query_id, item_id
