{#
What the steps of a query over predictions need to know. With `prediction` among the renamed columns, predicted labels
take the place of the scores. `macro`: whose query it is; `others`: columns that are read beside its own, `weight` where
rows can be weighted.
#}
{% macro classification_plan(macro, predictions, by=[], columns={}, others=[]) %}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- do rankhouse.names_by_ours(columns) -%}
    {%- set known = ["score", "label", "prediction"] + others -%}
    {%- for name in columns if name not in known -%}
        {%- do rankhouse.no_argument_of_columns(name, columns[name]) -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_no_column_of_predictions(name, rankhouse.suggest(name, known))
            )
        }}
    {%- endfor -%}
    {%- if "prediction" in columns and "score" in columns -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_score_and_prediction()) }}
    {%- endif -%}
    {%- do rankhouse.a_relation("predictions", predictions) -%}
    {%- set plan = {
        "predictions": predictions,
        "columns": columns,
        "predicts_labels": "prediction" in columns,
        "is_weighted": "weight" in columns,
        "needs": {},
    } -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- set read = ["prediction" if plan.predicts_labels else "score", "label"] -%}
    {%- set read = read + columns.keys() | select("in", others) | list -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"predictions": read}, ["score", "label", "weight"])) -%}
    {{ return(plan) }}
{% endmacro %}

{# Refuses what needs scores. #}
{% macro needs_scores(plan, what) %}
    {%- if plan.predicts_labels -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_needs_scores(what)) }}
    {%- endif -%}
{% endmacro %}
