-- What nobody knows outside a simulation: the expected figures of each ranker, over all lists that it may show.
with
    lists as (
        select
            firsts.system,
            firsts.query_id,
            firsts.probability,
            items.appeal,
            items.item_rank,
            {{ position_in_list("items.item_rank", "firsts.item_rank") }} as position
        from {{ ref("rankers") }} as firsts
        join {{ ref("rankers") }} as items on items.system = firsts.system and items.query_id = firsts.query_id
    )
select
    system,
    sum(probability * appeal * {{ look_at("position") }}) / 100 as clicks,
    sum(case when position = 1 then probability * appeal end) / 100 as first_clicks,
    sum(probability * appeal / ln(item_rank + 1) * ln(2)) / 100 as dcg
from lists
group by system
