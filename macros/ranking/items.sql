{#
The steps that end in rankhouse_<name>, an input with one row for each item of a list. Rows without an id or a value are no
part of a list, and a NaN score has no place in it. Of duplicates nobody knows which one counts, and most come from two
systems in one run, so they stop the engine, unless `single` is false and they are checked later. `checked`: somebody has
made sure that there is none of these. `told_apart`: how rows are told apart, see told_apart.
#}
{% macro item_steps(plan, side, name, row, told_apart=none, single=true) %}
    {%- set by = {"run": plan.run_by, "judgments": plan.label_by}.get(side, []) -%}
    {%- set value = "relevance" if side == "judgments" else "score" -%}
    {#- The run names the groups that both have. -#}
    {%- set carried = rankhouse.carried_columns(plan, plan.own_by if side == "judgments" else by) -%}
    {%- set key = by + ["query_id", "item_id"] + carried -%}
    {%- set rows, kept = rankhouse.rows_with_ids(plan, side, value), rankhouse.kept_value(plan, value) -%}
    {%- if plan.checked or not single -%}
        {%- set sql = "select\n" ~ rankhouse.listed(key + [kept]) ~ "\nfrom " ~ rows -%}
        {%- set hint = "materialized" if plan.get("asks_apart") else rankhouse.input_hint(plan) -%}
        {{ return([rankhouse.step(name, row, sql, hint)]) }}
    {%- endif -%}
    {{ return(rankhouse.single_item_steps(side, name, row, key, kept, rows, told_apart)) }}
{% endmacro %}

{# A relevance that is an exponent is refused once it is known to be one of a judged item; a score is as it is. #}
{% macro kept_value(plan, value, read=none) %}
    {%- set read = read or value -%}
    {%- set is_exponent = value == "relevance" and plan.get("is_exponential") -%}
    {%- set kept = rankhouse.exponent(read) if is_exponent else read -%}
    {{ return(kept if kept == value else kept ~ " as " ~ value) }}
{% endmacro %}

{# The relation, as it follows `from`. #}
{% macro rows_with_ids(plan, side, value) -%}
    {%- set conditions = [value ~ " is not null"] -%}
    {%- if not plan.checked -%}
        {%- set conditions = ["query_id is not null", "item_id is not null"] + conditions -%}
        {%- do conditions.append(rankhouse.is_number(value)) -%}
    {%- endif -%}
    {%- if side == "judgments" and plan.get("asks_ids") -%}
        {%- do conditions.append(rankhouse.unless_message("ids")) -%}
    {%- endif -%}
    {{ rankhouse.input_rows(plan, side) }}
    {{ rankhouse.filtered_by([], conditions) if side == "run" else rankhouse.of_allowed_pairs(plan, side, conditions) }}
{%- endmacro %}
