{# The same searches as Solr's query log has them: the ids that came back, in their order, and no event of an item shown. #}
select
    'search ' || search_id as query_id,
    query_id as user_query,
    cast(day as timestamp) as timestamp,
    list(item_id order by position) as doc_ids
from {{ ref("searches") }}
where reader = 'by position'
group by all
