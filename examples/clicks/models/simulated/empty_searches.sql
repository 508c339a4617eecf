{#
Searches that found nothing: 20 a day, and 200 on each of two days on which a part of the index was missing. No item was shown,
so that no click log has them.
#}
with
    numbers as (
        select cast(generated_number as {{ dbt.type_int() }}) as n from ({{ dbt.generate_series(640) }}) as made
    ),
    searches as (
        select
            14000 + n as search_id,
            case
                when n <= 280
                then date '2026-03-02' + cast(floor((n - 1) / 20) as integer)
                else date '2026-03-11' + cast(floor((n - 281) / 180) as integer)
            end as day,
            'missing ' || n % 30 as query_id
        from numbers
    )
select search_id, day, query_id
from searches
where day <= date '{{ var("until") }}'
