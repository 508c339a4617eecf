{% set system = rankhouse.quoted("system") %}
-- The formulas as expressions give what query_metrics gives.
select by_query.*
from {{ ref("quality_by_query") }} as by_query
join
    {{ ref("own_formulas") }} as by_formula
    on by_query.{{ system }} = by_formula.{{ system }}
    and by_query.day = by_formula.day
    and by_query.query_id = by_formula.query_id
where by_query.measure = 'precision@2' and abs(by_query.value - by_formula.precision_at_2) > 1e-12
