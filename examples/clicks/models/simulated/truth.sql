{#
40 queries with 8 items each. attraction: how often an item is clicked by someone who sees it. live and next: the scores of two
rankers, the second of which knows more of attraction.
#}
with
    numbers as (
        select cast(generated_number as {{ dbt.type_int() }}) as n from ({{ dbt.generate_series(40) }}) as made
    ),
    drawn as (
        select
            queries.n as query_id,
            items.n as item_id,
            0.05 + 0.75 * power({{ rankhouse.random_number(1, ["queries.n", "items.n"]) }}, 2) as attraction,
            {{ rankhouse.random_number(2, ["queries.n", "items.n"]) }} as mistake,
            {{ rankhouse.random_number(3, ["queries.n", "items.n"]) }} as other_mistake
        from numbers as queries
        cross join numbers as items
        where items.n <= 8
    )
select
    'query ' || query_id as query_id,
    'item ' || item_id as item_id,
    attraction,
    attraction + 0.9 * mistake as live,
    attraction + 0.6 * other_mistake as next
from drawn
