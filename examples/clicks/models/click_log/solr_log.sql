{# A query log with the ids that came back: the place in the list is the position, and every one of them counts as shown. #}
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="day") }}
with
    shown as (
        select
            cast(timestamp as date) as day,
            query_id as search_id,
            lower(trim(user_query)) as query_id,
            unnest(doc_ids) as item_id,
            generate_subscripts(doc_ids, 1) as position
        from {{ ref("raw_solr_queries") }}
        where {{ recent_days("cast(timestamp as date)") }}
    ),
    clicks as (
        select distinct query_id as search_id, doc_id as item_id
        from {{ ref("raw_solr_clicks") }}
        where {{ recent_days("cast(timestamp as date)") }}
    )
select
    shown.day,
    shown.search_id,
    shown.query_id,
    shown.item_id,
    shown.position,
    case when clicks.item_id is null then 0 else 1 end as clicked
from shown
left join clicks on shown.search_id = clicks.search_id and shown.item_id = clicks.item_id
