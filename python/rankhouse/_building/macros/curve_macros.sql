{# As learning_curve_plan, and what the macros over curves have beside it. #}
{% macro table_macro_of_curves(t) -%}
    {%- set problems, names = [], rankhouse.names_of_kind(t.arguments, "name") -%}
    {%- set taken = "[" ~ rankhouse.literals(rankhouse.columns_of_result(t.name)) ~ "]" -%}
    {%- if "incomplete" in t.arguments -%}
        {%- set incomplete = "coalesce(p['incomplete'], 'None')" -%}
        {%- do problems.extend(
            rankhouse.problem_of_choice("incomplete", incomplete, t.arguments.incomplete.choices)
        ) -%}
    {%- endif -%}
    {%- do problems.extend(rankhouse.problem_of_relation("query_metrics", true)) -%}
    {%- do problems.extend(rankhouse.problems_of_groups(t, ["by"])) -%}
    {%- do problems.extend(rankhouse.problem_of_columns(names, ["query_metrics"])) -%}
    {%- for ours in ["n_given", "system"] if ours in names -%}
        {%- set name, mine = rankhouse.literal("query_metrics." ~ ours), rankhouse.literal(ours) -%}
        {%- set name = rankhouse.column_given(name, mine) -%}
        {%- set is_result = "list_contains(" ~ taken ~ ", lower(" ~ name ~ "))" -%}
        {%- if ours == "n_given" -%}
            {%- do problems.append([is_result, rankhouse.said("named_like_a_result", [mine, name])]) -%}
        {%- endif -%}
        {%- do problems.append(
            ["list_contains(p['by'], " ~ name ~ ")", rankhouse.said("column_in_by", [mine, name])]
        ) -%}
    {%- endfor -%}
    {%- if "repetitions" in t.arguments -%}
        {%- do problems.extend(rankhouse.problems_of_resampling(t)) -%}
    {%- endif -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set chosen = "map_concat(" ~ rankhouse.map_of(rankhouse.choices_of_arguments(t)) ~ ", p['chosen_groups'])" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']") }}
{%- endmacro %}

{# As resampling_arguments. #}
{% macro problems_of_resampling(t) %}
    {%- set problems = [] -%}
    {%- set repetitions, confidence = "p['repetitions']", "p['confidence']" -%}
    {%- set is_whole = repetitions ~ " between 1 and 10000 and " ~ repetitions ~ " = floor(" ~ repetitions ~ ")" -%}
    {%- set is_share = "isfinite({0}) and {0} > 0 and {0} < 1".format(confidence) -%}
    {%- for name, is_right in [("repetitions", is_whole), ("confidence", is_share)] -%}
        {%- set spelled = "coalesce(" ~ rankhouse.spelled_number("p['" ~ name ~ "']") ~ ", 'None')" -%}
        {%- do problems.append(
            ["not coalesce(" ~ is_right ~ ", false)", rankhouse.said("wrong_" ~ name, [spelled])]
        ) -%}
    {%- endfor -%}
    {%- do problems.extend(rankhouse.problem_of_whole_number("seed", t.arguments.seed)) -%}
    {{ return(problems) }}
{% endmacro %}
