{# What the warehouse has of the lists tonight. #}
select system, day, query_id, item_id, score from {{ ref("lists") }} where arrives_on <= {{ var("night") }}
