{#
What the steps of a query over predictions need to know. With `prediction` among the renamed columns, predicted labels
take the place of the scores.
#}
{% macro classification_plan(predictions, by=[], columns={}) %}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- set known = ["score", "label", "prediction"] -%}
    {%- for name in columns if name not in known -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_no_column_of_predictions(name, rankhouse.suggest(name, known))
            )
        }}
    {%- endfor -%}
    {%- if "prediction" in columns and "score" in columns -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_score_and_prediction()) }}
    {%- endif -%}
    {%- do rankhouse.not_a_step("predictions", predictions) -%}
    {%- set plan = {
        "predictions": predictions,
        "columns": columns,
        "predicts_labels": "prediction" in columns,
        "needs": {},
    } -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {{ return(plan) }}
{% endmacro %}

{# Refuses what needs scores. #}
{% macro needs_scores(plan, what) %}
    {%- if plan.predicts_labels -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_needs_scores(what)) }}
    {%- endif -%}
{% endmacro %}

{# An argument that is a whole number of at least `lowest`, as SQL. #}
{% macro whole_number(name, value, lowest) %}
    {%- if value is not number or value is boolean or value < lowest or value > 10000000 or value != value | int -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_whole_number(name, lowest, value)) }}
    {%- endif -%}
    {{ return(value | int | string) }}
{% endmacro %}

{# An argument that is a finite number, or none. #}
{% macro finite_number(name, value) %}
    {%- if value is not none and not rankhouse.is_finite(value) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_number(name, value)) }}
    {%- endif -%}
{% endmacro %}

{% macro is_finite(value) %}
    {%- set others = ["nan", "inf", "-inf", "NaN", "Infinity", "-Infinity"] -%}
    {{ return(value is number and value is not boolean and value | string not in others) }}
{% endmacro %}
