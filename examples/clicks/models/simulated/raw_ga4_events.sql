{#
The same searches as Google Analytics 4 exports them: view_item_list with all items of a list, select_item with the one that was
clicked. There is no id of a search: a user, their session and what they searched for have to do.
#}
with
    shown as (
        select
            *,
            {'item_id':item_id, 'item_list_index':position} as item,
            [
                {'key':'search_term', 'string_value':query_id, 'int_value':null::bigint},
                {'key':'ga_session_id', 'string_value':null::varchar, 'int_value':search_id}
            ] as event_params
        from {{ ref("searches") }}
        where reader = 'by position'
    )
select
    strftime(day, '%Y%m%d') as event_date,
    'view_item_list' as event_name,
    'user ' || search_id % 500 as user_pseudo_id,
    event_params,
    list(item order by position) as items
from shown
group by all
union all
select strftime(day, '%Y%m%d'), 'select_item', 'user ' || search_id % 500, event_params, [item]
from shown
where clicked
