-- Each fault of flawed_items is found, with its count.
with
    wanted as (
        select 'duplicate' as problem, 1 as n_rows
        union all
        select 'item_id is NULL', 1
        union all
        select 'score is NULL or NaN', 1
        union all
        select 'query without judgments', 1
    )
select wanted.problem, wanted.n_rows, found.n_rows as n_found
from wanted
left join {{ ref("flaws") }} as found on wanted.problem = found.problem and found.side = 'run'
where found.n_rows is null or found.n_rows <> wanted.n_rows
