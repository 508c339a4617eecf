{#
OpenSearch's User Behavior Insights as a click log. `query_id` there is the id of a search, and `user_query` what was searched
for. Positions start at 0 or at 1, as the developers of each application chose: ubi_findings says what was found.
#}
-- depends_on: {{ ref("ubi_findings") }}: where it finds another first position than expected, there is no log
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="day") }}
with
    events as (
        select
            application,
            action_name,
            cast(timestamp as date) as day,
            query_id as search_id,
            lower(trim(user_query)) as query_id,
            event_attributes ->> '$.object.object_id' as item_id,
            cast(event_attributes ->> '$.position.ordinal' as integer) as ordinal
        from {{ ref("raw_ubi_events") }}
        where action_name in ('impression', 'click') and {{ recent_days("cast(timestamp as date)") }}
    ),
    clicks as (select distinct search_id, item_id from events where action_name = 'click')
select
    shown.application,
    shown.day,
    shown.search_id,
    shown.query_id,
    shown.item_id,
    min(shown.ordinal)
    + 1
    - case
        shown.application
        {% for name, first in var("first_positions").items() %} when '{{ name }}' then {{ first }} {% endfor %}
        else 1
    end as position,
    max(case when clicks.item_id is null then 0 else 1 end) as clicked
from events as shown
left join clicks on shown.search_id = clicks.search_id and shown.item_id = clicks.item_id
where shown.action_name = 'impression'
group by shown.application, shown.day, shown.search_id, shown.query_id, shown.item_id
