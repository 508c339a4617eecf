{#
300 users, 150 items, 6,672 ratings, drawn by a hash and so the same everywhere: a user has one taste of six, an item one
genre and some appeal; users rate what appeals to everybody and what is to their taste, and rate that higher.
#}
with
    -- Whole numbers: a float has another text on every engine, and so another hash.
    numbers as (
        select cast(generated_number as {{ dbt.type_int() }}) as n from ({{ dbt.generate_series(300) }}) as made
    ),
    users as (select n as user_id, floor(6 * {{ rankhouse.random_number(1, ["n"]) }}) as taste from numbers),
    items as (
        select
            n as item_id,
            floor(6 * {{ rankhouse.random_number(3, ["n"]) }}) as genre,
            power({{ rankhouse.random_number(4, ["n"]) }}, 3) as appeal
        from numbers
        where n <= 150
    ),
    drawn as (
        select
            user_id,
            item_id,
            appeal,
            case when taste = genre then 1 else 0 end as fits,
            {{ rankhouse.random_number(5, ["user_id", "item_id"]) }} as attention,
            {{ rankhouse.random_number(6, ["user_id", "item_id"]) }} as mood,
            {{ rankhouse.random_number(7, ["user_id", "item_id"]) }} as moment
        from users
        cross join items
    )
select
    user_id,
    item_id,
    cast(floor(2 + 2 * fits + appeal + 1.5 * mood) as integer) as rating,
    cast(1 + floor(90 * moment) as integer) as rated_at
from drawn
where attention < 0.02 + 0.35 * appeal + 0.3 * fits
