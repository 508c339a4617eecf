{% set system = rankhouse.quoted("system") %}
-- dense wins 30 queries, all of de, and loses the 10 of at.
select decisions.*
from (select count(*) as n_decisions from {{ ref("decisions") }}) as counted
left join {{ ref("decisions") }} as decisions on 1 = 1
where
    counted.n_decisions <> 1
    or decisions.decision <> 'ship, but'
    or decisions.{{ system }} <> 'dense'
    or decisions.n_units <> 60
    or decisions.falls <> 'country at -0.369'
    or decisions.reason <> 'significantly better than bm25 by ndcg@2, but worse: country at -0.369'
