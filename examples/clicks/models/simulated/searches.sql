{#
1,000 searches a day for two weeks, by three kinds of readers of the same lists: who looks at every position by itself, less
often further down (`by position`); who stops at the first click (`first click`); who stops at six of ten clicks (`satisfied`).
A list is in the order of `live`, with some chance that is new in every search: without it no item would ever move.
#}
with
    numbers as (
        select cast(generated_number as {{ dbt.type_int() }}) as n from ({{ dbt.generate_series(14000) }}) as made
    ),
    searches as (
        select
            n as search_id,
            date '2026-03-02' + cast(floor((n - 1) / 1000) as integer) as day,
            'query ' || cast(1 + floor(40 * {{ rankhouse.random_number(4, ["n"]) }}) as integer) as query_id
        from numbers
    ),
    ordered as (
        select
            searches.search_id,
            searches.day,
            truth.query_id,
            truth.item_id,
            truth.attraction,
            row_number() over (
                partition by searches.search_id
                order by
                    truth.live + 0.4 * {{ rankhouse.random_number(5, ["search_id", "item_id"]) }} desc, truth.item_id
            ) as position
        from searches
        join {{ ref("truth") }} as truth on searches.query_id = truth.query_id
        where searches.day <= date '{{ var("until") }}'
    ),
    looked_at as (
        select
            *,
            {{ rankhouse.random_number(6, ["search_id", "item_id"]) }} < attraction as is_attracted,
            {{ rankhouse.random_number(7, ["search_id", "item_id"]) }} < power(position, -0.9) as is_seen,
            {{ rankhouse.random_number(8, ["search_id", "item_id"]) }} < 0.6 as is_satisfied
        from ordered
        where position <= 6
    ),
    followed as (
        select
            *,
            coalesce(bool_or(is_attracted) over above, false) as has_clicked,
            coalesce(bool_or(is_attracted and is_satisfied) over above, false) as has_found
        from looked_at
        window above as (partition by search_id order by position rows between unbounded preceding and 1 preceding)
    )
select
    reader,
    day,
    search_id,
    query_id,
    item_id,
    position,
    is_attracted
    and case
        reader when 'by position' then is_seen when 'first click' then not has_clicked else not has_found
    end as clicked
from followed
cross join (values ('by position'), ('first click'), ('satisfied')) as readers(reader)
