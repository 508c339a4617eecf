{#
How long people stay with what they click, one row per position: the by columns, position, n_visits and mean_seconds. A visit
shorter than `shortest` seconds does not count, and neither does a row where one of the columns is NULL.
#}
{% macro dwell_times(visits, by=[], shortest=0, columns={}) -%}
    {%- do rankhouse.check_groups("dwell_times", {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, ["position", "seconds"], ["visits"]) -%}
    {%- set arguments = {"visits": visits, "shortest": shortest} -%}
    {%- set plan = dict(rankhouse.read_arguments("dwell_times", arguments), columns=columns) -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {{ rankhouse.laid_out(rankhouse.dwell_times_of(plan)) if execute }}
{%- endmacro %}

{% macro dwell_times_of(plan) -%}
    {%- set key = plan.by + ["position"] -%}
    {%- set read = ["position", "seconds"] -%}
    {%- set counted -%}
        select {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "visits") + rankhouse.columns_read(plan, "visits", read)) }}
        from {{ rankhouse.as_source(plan.visits, "visits") }}
        where {{ rankhouse.all_are_there(plan, "visits", read) }}
    {%- endset -%}
    {%- set steps = [rankhouse.step("values", "a visit", counted)] -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set figures = {"n_visits": "count(*)", "mean_seconds": rankhouse.mean_of(rankhouse.double("seconds"))} -%}
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
                where {{ rankhouse.double("seconds") }} >= {{ rankhouse.double(plan.shortest) }}
                group by {{ rankhouse.inline(key) }}
            ) as summed {{ rankhouse.group_joins(plan, "summed") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a position", answer) }}
{%- endmacro %}
