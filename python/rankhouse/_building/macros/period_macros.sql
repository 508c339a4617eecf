{# As periods_plan, and what the macros over a table of metrics have beside it. #}
{% macro table_macro_of_periods(t) -%}
    {%- set is_average = "periods" in t.arguments -%}
    {%- set results = rankhouse.columns_of_result(t.name) -%}
    {%- set day = "p['names']['day']" -%}
    {%- set is_result = "list_contains([" ~ rankhouse.literals(results) ~ "], lower(" ~ day ~ "))" -%}
    {%- set names = rankhouse.names_of_kind(t.arguments, "name") | reject("equalto", "day") | list -%}
    {%- set problems = rankhouse.problem_of_relation("metrics", true) + rankhouse.problem_of_names("by") -%}
    {%- do problems.append([day ~ " = ''", rankhouse.said("no_name", ["'day'", day])]) -%}
    {%- do problems.append([is_result, rankhouse.said("named_like_a_result", ["'day'", day])]) -%}
    {%- do problems.extend(rankhouse.problem_beside("by", results)) -%}
    {%- do problems.append(
        ["list_contains(p['by'], " ~ day ~ ")", rankhouse.said("names_role", ["'by'", day, "'day'"])]
    ) -%}
    {%- do problems.extend(rankhouse.problem_of_grain(t)) -%}
    {%- do problems.extend(rankhouse.problem_of_columns(names, ["metrics"])) -%}
    {%- set values = {} -%}
    {%- if is_average -%}
        {%- do problems.extend(rankhouse.problem_of_whole_number("periods", t.arguments.periods)) -%}
        {%- do values.update({"preceding": rankhouse.spelled_number("p['periods'] - 1")}) -%}
    {%- else -%}
        {%- set interval = "coalesce(p['interval'], 'None')" -%}
        {%- do problems.extend(rankhouse.problem_of_choice("interval", interval, t.arguments.interval.choices)) -%}
        {%- do problems.extend(rankhouse.problem_of_confidence()) -%}
    {%- endif -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set chosen = "map_concat(" ~ rankhouse.map_of(rankhouse.choices_of_arguments(t)) ~ ", p['chosen_groups'])" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']", values) }}
{%- endmacro %}

{% macro problem_of_grain(t) %}
    {{ return(rankhouse.problem_of_choice("grain", "coalesce(p['grain'], 'None')", t.arguments.grain.choices)) }}
{% endmacro %}
