{# As rating_plan: the measures in the order of the catalogue. #}
{% macro table_macro_rating_metrics(t) -%}
    {%- set given, known = "p['measures']", rankhouse.facts("'names'") -%}
    {%- set plain = "list_transform(" ~ given ~ ", lambda text: lower(trim(text)))" -%}
    {%- set is_unknown = "not coalesce(list_contains(" ~ known ~ ", lower(trim(text))), false)" -%}
    {%- set unknown = "list_filter(" ~ given ~ ", lambda text: " ~ is_unknown ~ ")" -%}
    {%- set what = rankhouse.literal("measure of rating error") -%}
    {%- set problems = rankhouse.problems_of_arguments(t) -%}
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
                    'value': {{ rankhouse.facts("name || ' value'") }}[p['form']],
                    'sum': {{ rankhouse.facts("name || ' sum'") }}[p['form']]
                }
            )
        }
    {%- endset -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set is_weighted = rankhouse.names_column("predictions", "weight") -%}
    {#- The second form of a measure is the weighted one. -#}
    {%- do steps.append({"form": "case when " ~ is_weighted ~ " then 2 else 1 end"}) -%}
    {%- set chosen = (
        "map_concat("
        ~ rankhouse.map_of({"is_weighted": rankhouse.yes_no(is_weighted)})
        ~ ", p['chosen_groups'])"
    ) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, rankhouse.repeated("p['text']", lists, ["number", "measure", "value", "sum"])) }}
{%- endmacro %}
