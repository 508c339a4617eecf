-- Of questions that both have judged.
select human.*
from {{ ref("win_rates") }} as human
join {{ ref("machine_win_rates") }} as machine using (query_id, system)
where human.source = 'phoenix_verdicts'
