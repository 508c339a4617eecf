{#
What each system returns for each query of each day: ten of fifteen items, each by a guess of its relevance. `arrives_on` is the
night on which the warehouse has it.

- Night 4 comes without the lists of dense, which a loader that failed delivers on night 5.
- From day 6 on dense is broken: its guesses have nothing to do with the items.
- hybrid is switched off after day 7.
#}
with
    items as (
        select cast(generated_number as {{ dbt.type_int() }}) as item_number
        from ({{ dbt.generate_series(15) }}) as made
    ),
    systems as (
        select 'bm25' as system, 2 as seed, 4.0 as noise
        union all
        select 'dense', 3, 2.0
        union all
        select 'hybrid', 4, 3.0
    ),
    guessed as (
        select
            systems.system,
            searches.day_number,
            searches.day,
            searches.query_id,
            'i' || {{ rankhouse.text("items.item_number") }} as item_id,
            case when systems.system = 'dense' and searches.day_number >= 6 then 0 else 1 end
            * {{ relevance_of("searches.query_number", "items.item_number") }}
            + systems.noise
            * {{
                rankhouse.random_number(
                    2, ["systems.seed", "searches.day_number", "searches.query_number", "items.item_number"]
                )
            }} as score
        from {{ ref("searches") }} as searches
        cross join systems
        cross join items
        where systems.system <> 'hybrid' or searches.day_number <= 7
    ),
    placed as (
        select *, row_number() over (partition by system, day_number, query_id order by score desc, item_id) as position
        from guessed
    )
select
    system,
    day_number,
    day,
    query_id,
    item_id,
    score,
    case when system = 'dense' and day_number = 4 then 5 else day_number end as arrives_on
from placed
where position <= 10
