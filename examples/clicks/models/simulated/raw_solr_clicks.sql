{# What the shop sends to Solr when somebody clicks. #}
select 'search ' || search_id as query_id, item_id as doc_id, cast(day as timestamp) as timestamp
from {{ ref("searches") }}
where reader = 'by position' and clicked
