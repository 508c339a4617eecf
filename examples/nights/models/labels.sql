{#
What raters say of each query of each day, in its parts as they come in: of three queries of a day the labels are there on the same
night, of most two nights later, of the last ones three. A tenth of the grades is corrected two nights after that, by one.
#}
with
    items as (
        select cast(generated_number as {{ dbt.type_int() }}) as item_number
        from ({{ dbt.generate_series(15) }}) as made
    ),
    queued as (
        select
            *,
            row_number() over (
                partition by day_number order by {{ rankhouse.random_number(5, ["day_number", "query_number"]) }}
            ) as place
        from {{ ref("searches") }}
    ),
    labelled as (
        select
            queued.*,
            queued.day_number
            + case when queued.place <= 3 then 0 when queued.place <= 30 then 2 else 3 end as labelled_on,
            items.item_number,
            {{ relevance_of("queued.query_number", "items.item_number") }} as relevance,
            {{ rankhouse.random_number(6, ["day_number", "query_number", "items.item_number"]) }} < 0.1 as is_corrected
        from queued
        cross join items
    )
select
    day_number,
    day,
    query_id,
    'i' || {{ rankhouse.text("item_number") }} as item_id,
    case when is_corrected and relevance > 0 then relevance - 1 else relevance end as relevance,
    labelled_on as arrives_on,
    case when is_corrected then labelled_on + 2 else 1000 end as replaced_on
from labelled
union all
select
    day_number,
    day,
    query_id,
    'i' || {{ rankhouse.text("item_number") }} as item_id,
    relevance,
    labelled_on + 2 as arrives_on,
    1000 as replaced_on
from labelled
where is_corrected
