{{ config(materialized="view") }}
{# What there is in the events of each application, and what a click log cannot use. Of the models the one that reads all events. #}
with
    events as (
        select
            application,
            action_name,
            query_id,
            user_query,
            event_attributes ->> '$.object.object_id' as item_id,
            cast(event_attributes ->> '$.position.ordinal' as integer) as ordinal
        from {{ ref("raw_ubi_events") }}
    ),
    impressions as (select * from events where action_name = 'impression')
select
    application,
    min(ordinal) filter (where action_name = 'impression') as lowest,
    max(ordinal) filter (where action_name = 'impression') as highest,
    count(*) filter (where action_name = 'impression') as impressions,
    count(*) filter (where action_name = 'impression' and ordinal is null) as without_position,
    count(*) filter (where action_name = 'impression' and user_query is null) as without_query,
    count(distinct(query_id, item_id)) filter (where action_name = 'impression') as items_shown,
    count(*) filter (where action_name = 'click') as clicks,
    count(*) filter (
        where action_name = 'click' and (query_id, item_id) not in (select (query_id, item_id) from impressions)
    ) as clicks_without_impression,
    count(*) filter (where action_name not in ('impression', 'click')) as other_events
from events
group by application
