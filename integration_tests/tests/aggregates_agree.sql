{% set system = rankhouse.quoted("system") %}
{{ config(enabled=target.type == "duckdb") }}
select by_aggregate.*
from {{ ref("duckdb_aggregates") }} as by_aggregate
join {{ ref("own_formulas") }} as by_formula using ({{ system }}, day, query_id)
where abs(by_aggregate.value - by_formula.precision_at_2) > 1e-12
