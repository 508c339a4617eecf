{# What the warehouse has of the labels tonight. #}
select day, query_id, item_id, relevance
from {{ ref("labels") }}
where arrives_on <= {{ var("night") }} and replaced_on > {{ var("night") }}
