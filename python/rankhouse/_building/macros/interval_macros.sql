{# As mean_intervals. #}
{% macro table_macro_mean_intervals(t) -%}
    {%- set names = rankhouse.names_of_kind(t.arguments, "name") -%}
    {%- set problems = rankhouse.problem_of_relation("query_metrics", true) + rankhouse.problems_of_groups(
        t, ["by"]
    ) -%}
    {%- do problems.extend(rankhouse.problem_of_columns(names, ["query_metrics"])) -%}
    {%- set method = "coalesce(p['method'], 'None')" -%}
    {%- do problems.extend(rankhouse.problem_of_choice("method", method, t.arguments.method.choices)) -%}
    {%- do problems.extend(rankhouse.problems_of_resampling(t)) -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set chosen = "map_concat(" ~ rankhouse.map_of(rankhouse.choices_of_arguments(t)) ~ ", p['chosen_groups'])" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']") }}
{%- endmacro %}
