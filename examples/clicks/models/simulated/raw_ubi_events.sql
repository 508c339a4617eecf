{#
Events as OpenSearch's User Behavior Insights keeps them, in the index ubi_events: an event per item shown, whose positions
start at 0 here, one per click, and one per search, whether it found something or not. With the environment variable UBI_EVENTS,
the events of that file (a line of JSON each).
#}
{% set file = env_var("UBI_EVENTS", "") %}
{% if file %}
    select
        application,
        action_name,
        query_id,
        client_id,
        case
            when timestamp ~ '^\d+$' then make_timestamp(timestamp::bigint * 1000) else timestamp::timestamp
        end as timestamp,
        user_query,
        event_attributes
    from
        read_json(
            {{ dbt.string_literal(dbt.escape_single_quotes(file)) }},
            format = 'newline_delimited',
            columns = {
                application:'varchar',
                action_name:'varchar',
                query_id:'varchar',
                client_id:'varchar',
                timestamp:'varchar',
                user_query:'varchar',
                event_attributes:'json'
            }
        )
    where action_name is not null
{% else %}
    select
        'shop' as application,
        action_name,
        'search ' || search_id as query_id,
        'client ' || search_id % 500 as client_id,
        cast(day as timestamp) as timestamp,
        query_id as user_query,
        json_object(
            'object',
            json_object('object_id', item_id, 'object_id_field', 'sku'),
            'position',
            json_object('ordinal', position - 1)
        ) as event_attributes
    from {{ ref("searches") }}
    cross join (values ('impression'), ('click')) as actions(action_name)
    where reader = 'by position' and (action_name = 'impression' or clicked)
    union all
    select
        'shop',
        'on_search',
        'search ' || search_id,
        'client ' || search_id % 500,
        cast(day as timestamp),
        query_id,
        json_object('result_count', n_results)
    from
        (
            select search_id, day, query_id, count(*) as n_results
            from {{ ref("searches") }}
            where reader = 'by position'
            group by search_id, day, query_id
            union all
            select search_id, day, query_id, 0
            from {{ ref("empty_searches") }}
        ) as made
{% endif %}
