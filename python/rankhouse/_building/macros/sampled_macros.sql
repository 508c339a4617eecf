{# As negatives_plan. #}
{% macro table_macro_sample_negatives(t) -%}
    {%- set chosen = {"sampled": "p['by']", "has_excluded": rankhouse.is_given("p['exclude']")} -%}
    {{ rankhouse.answer_of_sample(t, rankhouse.steps_of_groups("[]::varchar[]"), chosen) }}
{%- endmacro %}

{# As sampled_ranks_plan. #}
{% macro table_macro_sampled_ranks(t) -%}
    {%- set chosen = {"names_run.rank": rankhouse.yes_no(rankhouse.names_column("run", "rank"))} -%}
    {{ rankhouse.answer_of_sample(t, rankhouse.steps_of_groups(), chosen) }}
{%- endmacro %}

{# As correct_sampled_plan. #}
{% macro table_macro_correct_sampled(t) -%}
    {{ rankhouse.answer_of_sample(t, rankhouse.steps_of_groups(), {}) }}
{%- endmacro %}

{# `steps`: those of groups, of which a sample has none. #}
{% macro answer_of_sample(t, steps, chosen) -%}
    {%- set problems = rankhouse.problems_of_arguments(t) -%}
    {%- if "relevant_from" in t.arguments -%}
        {%- do problems.append(rankhouse.problem_of_relevant_from()) -%}
        {%- do chosen.update({"relevant_from": rankhouse.is_given("p['relevant_from']")}) -%}
    {%- endif -%}
    {%- set choices = "map_concat(" ~ rankhouse.map_of(chosen) ~ ", p['chosen_groups'])" -%}
    {%- set text = rankhouse.steps_of_text("p", "text", t.templates.main, choices) -%}
    {{ rankhouse.answer(t, [{"problem": rankhouse.first_problem(problems)}] + steps + text, "p['text']") }}
{%- endmacro %}
