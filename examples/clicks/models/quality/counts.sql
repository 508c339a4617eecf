{#
What judgments are made from: a row per day, query, item and position. Counts can be added up, so that each night reads the last
days of the log alone. Take solr_log or ga4_log where your searches are in one of those.
#}
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="day") }}
select day, query_id, item_id, position, count(*) as impressions, sum(clicked) as clicks
from {{ ref("ubi_log") }}
where {{ recent_days("day") }}
group by day, query_id, item_id, position
