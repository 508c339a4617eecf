{#
Values by query as preferences, one row per group, measure, query and pair of systems: the by columns, measure, query_id,
system_a, system_b, winner (a, b or tie), which preference_ratings reads with by=["measure"] or columns={"judge_id": "measure"}.

system_a is the later name. Values within 1e-12 of their sum are ties, as in compare; where a low value is good, the lower one
wins. A query without one value of both systems has no row.
#}
{% macro preferences_of(query_metrics, system="system", by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("preferences_of", kwargs) -%}
    {%- set results = ["measure", "query_id", "system_a", "system_b", "winner"] -%}
    {%- set plan = rankhouse.sides_plan(
        query_metrics,
        rankhouse.comparison_columns(),
        {"system": system},
        none,
        {"by": by},
        columns,
        results,
    ) -%}
    {%- do plan.update({"systems": []}) -%}
    {{ rankhouse.laid_out(rankhouse.preferences_of_values(plan)) if execute }}
{%- endmacro %}

{% macro preferences_of_values(plan) -%}
    {%- set better = rankhouse.gain_of("differences") -%}
    {%- set columns = rankhouse.named_groups(plan, "differences") -%}
    {%- do columns.extend(rankhouse.select_of("differences", ["measure", "query_id"])) -%}
    {%- do columns.extend(["differences.system_name as system_a", "differences.baseline as system_b"]) -%}
    {%- set answer -%}
        select
            {{ rankhouse.listed(columns) }},
            case when {{ better }} > 0 then 'a' when {{ better }} < 0 then 'b' else 'tie' end as winner
        from rankhouse_differences as differences {{ rankhouse.group_joins(plan, "differences") }}
        where differences.difference is not null
    {%- endset -%}
    {%- set steps = rankhouse.difference_steps(plan) -%}
    {{ rankhouse.query_of(steps, "two systems by a measure of a query", answer) }}
{%- endmacro %}
