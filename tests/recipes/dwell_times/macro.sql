{#
How long people stay with what they click, one row per position: the by columns, position, n_visits and mean_seconds. A visit
shorter than `shortest` seconds does not count, and neither does a row where one of the columns is NULL.
#}
{% macro dwell_times(visits, by=[], shortest=0, columns={}) -%}
    {%- do rankhouse.refuse_others("dwell_times", kwargs) -%}
    {%- set arguments = {"visits": visits, "shortest": shortest} -%}
    {%- set plan = rankhouse.plan_of("dwell_times", rankhouse.reads_visits(), arguments, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.dwell_times_of(plan)) if execute }}
{%- endmacro %}

{% macro dwell_times_of(plan) -%}
    {%- set key = plan.by + ["position"] -%}
    {%- set steps = [rankhouse.step("values", "a visit", rankhouse.rows_declared(plan, "visits"))] -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set figures = {"n_visits": "count(*)", "mean_seconds": rankhouse.mean_of("seconds")} -%}
    {%- set columns = rankhouse.named_groups(plan, "summed") -%}
    {%- do columns.append("summed.position as position") -%}
    {%- set answer -%}
        select
            {{ rankhouse.listed(columns) }},
            {{ rankhouse.bigint("summed.n_visits") }} as n_visits,
            summed.mean_seconds as mean_seconds
        from
            (
                select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
                from rankhouse_values
                where seconds >= {{ rankhouse.double(plan.shortest) }}
                group by {{ rankhouse.inline(key) }}
            ) as summed {{ rankhouse.group_joins(plan, "summed") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a position", answer) }}
{%- endmacro %}
