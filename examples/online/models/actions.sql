-- What stood first: drawn by the old ranker, with its probability; the new one would have drawn it with another.
select
    click_log.search_id,
    click_log.query_id,
    click_log.item_id,
    click_log.first_probability as logging_probability,
    rankers.probability as target_probability,
    cast(click_log.clicked as integer) as reward
from {{ ref("click_log") }} as click_log
join
    {{ ref("rankers") }} as rankers
    on rankers.system = 'new'
    and rankers.query_id = click_log.query_id
    and rankers.item_id = click_log.item_id
where click_log.position = 1
