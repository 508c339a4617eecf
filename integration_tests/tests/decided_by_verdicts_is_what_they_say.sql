-- Twice as many for new as for old: a rating that is 400 times the common logarithm of 2 higher.
{{ config(enabled=target.type != "spark") }}
select decided.*
from (select count(*) as n_decisions from {{ ref("decided_by_verdicts") }}) as counted
left join {{ ref("decided_by_verdicts") }} as decided on 1 = 1
where
    counted.n_decisions <> 1
    or decided.decision <> 'ship'
    or decided.{{ rankhouse.quoted("system") }} <> 'new'
    or abs(decided.difference - 120.41199826559248) > 1e-6
    or decided.n_units <> 60
