{#
4,000 team drafts of both rankers' lists: in each round a coin says who picks first, and each picks the highest of its items that is
not there yet. The search is a step of the recursion after the other.
#}
with recursive
    lists as (
        select
            query_id,
            list(item_id order by item_rank) filter (where system = 'new') as list_a,
            list(item_id order by item_rank) filter (where system = 'old') as list_b
        from {{ ref("rankers") }}
        group by query_id
    ),
    searches as (
        select
            cast(generated_number as {{ dbt.type_int() }}) as search_id,
            cast(1 + floor(100 * {{ rankhouse.random_number(20, ["generated_number"]) }}) as integer) as query_id
        from ({{ dbt.generate_series(4000) }}) as made
    ),
    drafted as (
        select search_id, query_id, list_a, list_b, cast([] as integer[]) as items, cast([] as varchar[]) as teams
        from searches
        join lists using (query_id)
        union all
        select
            search_id,
            query_id,
            list_a,
            list_b,
            list_append(items, [item for item in if(team = 'a', list_a, list_b) if not list_contains(items, item)][1]),
            list_append(teams, team)
        from
            (
                select
                    *,
                    case
                        when len(teams) % 2 = 1
                        then if(teams[-1] = 'a', 'b', 'a')
                        when {{ rankhouse.random_number(21, ["search_id", "len(teams)"]) }} < 0.5
                        then 'a'
                        else 'b'
                    end as team
                from drafted
                where len(teams) < 10
            ) as picking
    ),
    placed as (
        select
            search_id,
            query_id,
            unnest(items) as item_id,
            unnest(teams) as team,
            generate_subscripts(items, 1) as position
        from drafted
        where len(items) = 10
    )
select
    placed.search_id,
    placed.query_id,
    placed.item_id,
    placed.position,
    placed.team,
    {{ rankhouse.random_number(22, ["search_id", "placed.item_id"]) }}
    < {{ look_at("placed.position") }} * rankers.appeal as clicked
from placed
join
    {{ ref("rankers") }} as rankers
    on rankers.system = 'old'
    and rankers.query_id = placed.query_id
    and rankers.item_id = placed.item_id
