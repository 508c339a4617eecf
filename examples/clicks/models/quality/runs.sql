{# What two rankers give. Of the events of a file nothing but the order that was shown is known: beside it, that of the ids. #}
{% if env_var("UBI_EVENTS", "") %}
    select 'live' as system, query_id, item_id, - sum(position * impressions) / sum(impressions) as score
    from {{ ref("counts") }}
    group by query_id, item_id
    union all
    select 'next', query_id, item_id, - row_number() over (partition by query_id order by item_id)
    from (select distinct query_id, item_id from {{ ref("counts") }}) as items
{% else %}
    select 'live' as system, query_id, item_id, live as score
    from {{ ref("truth") }}
    union all
    select 'next', query_id, item_id, next
    from {{ ref("truth") }}
{% endif %}
