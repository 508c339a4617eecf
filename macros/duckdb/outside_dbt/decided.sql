{# What Python asks of a decision beside its rows. `more`: seed and repetitions of a comparison. #}
{# A row a system of a group: its decision, whether the group itself falls, and its place, 1 for the one that is told of. #}
{% macro decided_systems(query_metrics, arguments, more={}) -%}
    {%- set plan = rankhouse.decision_plan(query_metrics, arguments, {}) -%}
    {%- do plan.update(dict(more, all_systems=true)) -%}
    {%- set steps = rankhouse.decision_steps(plan) + rankhouse.more_units_steps(plan) -%}
    {%- set more_columns = rankhouse.columns_of("chosen", ["outcome", "is_fallen", "choice", "gain"]) -%}
    {%- do more_columns.append(rankhouse.signed_number("chosen.difference") ~ " as told") -%}
    {%- set answer = rankhouse.decision_answer(plan, more_columns) -%}
    {{ rankhouse.query_of(steps, "a system of a group with its decision", answer) }}
{%- endmacro %}

{# A row a pair of a group, without a baseline both ways: with p_value, that of n_tests, and whether it is better or worse. #}
{% macro decided_pairs(query_metrics, arguments, more={}) -%}
    {%- set plan = rankhouse.decision_plan(query_metrics, arguments, {}) -%}
    {%- do plan.update(more) -%}
    {%- set columns = rankhouse.named_groups(plan, "pairs") + ["pairs.system_name as " ~ rankhouse.quoted("system")] -%}
    {%- do columns.extend(["pairs.baseline", "pairs.p_value", "pairs.n_tests", "pairs.is_better", "pairs.is_worse"]) -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }} from rankhouse_pairs as pairs {{ rankhouse.group_joins(plan, "pairs") }}
    {%- endset -%}
    {{ rankhouse.query_of(rankhouse.decision_steps(plan), "two systems of a group", answer) }}
{%- endmacro %}
