{#
100 queries with 10 items each. An item has an appeal: how often users click on it who look at it. Both rankers guess it, the new one
better. Each draws the first item of a list with a probability that grows with its score, so that its log can tell of other rankers.
#}
with
    numbers as (
        select cast(generated_number as {{ dbt.type_int() }}) as n from ({{ dbt.generate_series(100) }}) as made
    ),
    items as (
        select queries.n as query_id, items.n as item_id
        from numbers as queries
        cross join numbers as items
        where items.n <= 10
    ),
    appealing as (
        select
            query_id,
            item_id,
            0.05 + 0.6 * power({{ rankhouse.random_number(1, ["query_id", "item_id"]) }}, 3) as appeal
        from items
    ),
    scored as (
        select
            'old' as system,
            query_id,
            item_id,
            appeal,
            appeal + 0.8 * {{ rankhouse.random_number(2, ["query_id", "item_id"]) }} as score
        from appealing
        union all
        select
            'new' as system,
            query_id,
            item_id,
            appeal,
            appeal + 0.4 * {{ rankhouse.random_number(3, ["query_id", "item_id"]) }} as score
        from appealing
    ),
    weighed as (
        select
            *,
            exp(3 * score) as weight,
            row_number() over (partition by system, query_id order by score desc) as item_rank
        from scored
    ),
    drawn as (
        select
            *,
            weight / sum(weight) over (partition by system, query_id) as probability,
            sum(weight) over (partition by system, query_id order by item_rank)
            / sum(weight) over (partition by system, query_id) as chance_to
        from weighed
    )
select
    system,
    query_id,
    item_id,
    score,
    appeal,
    item_rank,
    probability,
    coalesce(lag(chance_to) over (partition by system, query_id order by item_rank), 0) as chance_from,
    case when item_rank = 10 then 1 else chance_to end as chance_to
from drawn
