{#
Google Analytics 4. On BigQuery unnest(items) is a join and event_params need a subquery each; the steps are the same. A list
that is seen again in a session is the same search.
#}
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="day") }}
with
    events as (
        select
            strptime(event_date, '%Y%m%d')::date as day,
            event_name,
            user_pseudo_id,
            list_filter(event_params, lambda param:param.key = 'search_term')[1].string_value as query_id,
            list_filter(event_params, lambda param:param.key = 'ga_session_id')[1].int_value as session_id,
            unnest(items) as item
        from {{ ref("raw_ga4_events") }}
        where
            event_name in ('view_item_list', 'select_item')
            and {{ recent_days("strptime(event_date, '%Y%m%d')::date") }}
    )
select
    min(day) as day,
    user_pseudo_id || ' ' || session_id || ' ' || query_id as search_id,
    lower(trim(query_id)) as query_id,
    item.item_id as item_id,
    min(item.item_list_index) as position,
    max(case when event_name = 'select_item' then 1 else 0 end) as clicked
from events
where query_id is not null
group by user_pseudo_id, session_id, query_id, item.item_id
