-- 20,000 searches with each ranker: clicks a search, and on the first item.
with
    searched as (
        select 'old' as system, shown.*
        from ({{ shown("old", seed=30, n=20000, first_id=100000) }}) as shown
        union all
        select 'new' as system, shown.*
        from ({{ shown("new", seed=40, n=20000, first_id=200000) }}) as shown
    ),
    searches as (
        select
            system,
            search_id,
            sum(case when clicked then 1e0 else 0e0 end) as clicks,
            sum(case when clicked and position = 1 then 1e0 else 0e0 end) as first_clicks
        from searched
        group by system, search_id
    )
select
    system,
    count(*) as n_searches,
    avg(clicks) as clicks,
    stddev_samp(clicks) / sqrt(count(*)) as clicks_error,
    avg(first_clicks) as first_clicks,
    stddev_samp(first_clicks) / sqrt(count(*)) as first_clicks_error
from searches
group by system
