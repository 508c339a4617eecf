{# As rating_plan: the measures in the order of the catalogue. #}
{% macro table_macro_rating_metrics(t) -%}
    {%- set given, known = "p['measures']", rankhouse.facts("'names'") -%}
    {%- set plain = "list_transform(" ~ given ~ ", lambda text: lower(trim(text)))" -%}
    {%- set is_unknown = "not coalesce(list_contains(" ~ known ~ ", lower(trim(text))), false)" -%}
    {%- set unknown = "list_filter(" ~ given ~ ", lambda text: " ~ is_unknown ~ ")" -%}
    {%- set what = rankhouse.literal("measure of rating error") -%}
    {%- set problems = rankhouse.problems_of_arguments(t.arguments) -%}
    {%- do problems.append(
        [
            "coalesce(len(" ~ given ~ "), 0) = 0",
            rankhouse.said(
                "no_list_of", ["'measures'", "array_to_string(" ~ known ~ "[:2], ''', ''')", "'none'"]
            ),
        ]
    ) -%}
    {%- set found = "coalesce(" ~ unknown ~ "[1], 'None')" -%}
    {%- do problems.append(
        [
            "len(" ~ unknown ~ ") > 0",
            rankhouse.said("unknown_one", [what, found, "lower(trim(" ~ found ~ "))"], "'names'"),
        ]
    ) -%}
    {%- set lists -%}
        map {
            'measures': list_transform(
                list_filter({{ known }}, lambda name: list_contains({{ plain }}, name)),
                lambda name, place: map {
                    'number': place::varchar,
                    'measure': {{ rankhouse.as_literal("name") }},
                    'value': {{ rankhouse.fact("name || ' value'") }},
                    'sum': {{ rankhouse.fact("name || ' sum'") }}
                }
            )
        }
    {%- endset -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, "p['chosen_groups']")) -%}
    {{ rankhouse.answer(t, steps, rankhouse.repeated("p['text']", lists, ["number", "measure", "value", "sum"])) }}
{%- endmacro %}
