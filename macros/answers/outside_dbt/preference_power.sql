{#
How many comparisons two systems need: one row per pair of systems that met: system, baseline, n_comparisons, n_units and
comparisons_needed.

queries_needed of power_steps, for the difference of win_rate from one half. preference_pairs has its standard error, which is
that of as many values as there are queries with std_dev = std_error * sqrt(queries). comparisons_needed is queries_needed times
the comparisons of a query so far; NULL where win_rate is one half, where all queries say the same, and for one query.
#}
{% macro preference_power(preferences, confidence=0.95, power=0.8, columns={}) -%}
    {%- set arguments = {"confidence": confidence, "power": power} -%}
    {%- set plan = rankhouse.preference_plan("preference_power", preferences, [], columns, arguments) -%}
    {%- do plan.update({"baseline": none}) -%}
    {{ rankhouse.laid_out(rankhouse.preference_power_of(plan)) if execute }}
{%- endmacro %}

{% macro preference_power_of(plan) -%}
    {%- set steps = rankhouse.preference_steps(plan) -%}
    {%- set versus = rankhouse.pairs_compared(plan) -%}
    {%- do steps.append(rankhouse.step("versus", "two systems that are compared", versus)) -%}
    {%- set units = rankhouse.units_of_pairs(plan) -%}
    {%- do steps.append(rankhouse.step("units", "what a query says of them", units)) -%}
    {%- set deviating = rankhouse.deviations_of_units() -%}
    {%- do steps.append(rankhouse.step("deviating", "the same, with how far it is from all", deviating)) -%}
    {%- do steps.append(rankhouse.step("shares", "two systems, summed up", rankhouse.moments_of_units())) -%}
    {%- set moments = rankhouse.moments_of_shares() -%}
    {%- do steps.append(rankhouse.step("moments", "the same, as values of queries", moments, rankhouse.stored())) -%}
    {%- do steps.extend(rankhouse.power_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "two systems", rankhouse.preference_power_answer()) }}
{%- endmacro %}

{% macro moments_of_shares() -%}
    select
        number,
        n_units,
        degrees,
        n_wins + n_ties + n_losses as n_comparisons,
        win_rate - 5e-1 as difference,
        case
            when variance > 1e-18
            then sqrt(variance * n_units)
            when variance is not null
            then {{ rankhouse.double("0") }}
        end as std_dev
    from rankhouse_shares
{%- endmacro %}

{% macro preference_power_answer() -%}
    {%- set needed = rankhouse.double("power.queries_needed") ~ " * power.n_comparisons / power.n_units" -%}
    {%- set columns = ["versus.system_name as " ~ rankhouse.quoted("system")] -%}
    {%- do columns.append("versus.baseline as baseline") -%}
    {%- do columns.append(rankhouse.bigint("power.n_comparisons") ~ " as n_comparisons") -%}
    {%- do columns.append(rankhouse.bigint("power.n_units") ~ " as n_units") -%}
    {%- do columns.append(rankhouse.bigint("ceil(" ~ needed ~ ")") ~ " as comparisons_needed") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_versus as versus
    join rankhouse_power as power on versus.number = power.number
{%- endmacro %}
