{#
The searches of these events, one row each, also those that found nothing: of these there is the event on_search, and no item
shown.
#}
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="day") }}
select
    min(cast(timestamp as date)) as day,
    query_id as search_id,
    min(client_id) as user_id,
    lower(trim(min(user_query))) as query_id,
    count(distinct case when action_name = 'impression' then event_attributes ->> '$.object.object_id' end) as n_results
from {{ ref("raw_ubi_events") }}
where
    action_name in ('on_search', 'impression') and query_id is not null and {{ recent_days("cast(timestamp as date)") }}
group by query_id
