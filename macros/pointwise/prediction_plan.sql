{#
What the steps of a query over predictions need to know. With `prediction` among the renamed columns, predicted labels
take the place of the scores.
#}
{% macro prediction_plan(predictions, by=[], columns={}) %}
    {%- set groups = rankhouse.groups_of(by).values() | list -%}
    {%- set known = ["score", "label", "prediction"] -%}
    {%- for name in columns if name not in known -%}
        {{
            exceptions.raise_compiler_error(
                "columns: '" ~ name ~ "' is no column of predictions" ~ rankhouse.suggest(name, known)
            )
        }}
    {%- endfor -%}
    {%- if "prediction" in columns and "score" in columns -%}
        {{ exceptions.raise_compiler_error("columns names a score and a prediction: give one of them") }}
    {%- endif -%}
    {%- set table = predictions | string | lower | replace('"', "") -%}
    {%- if table.startswith("rankhouse_") and "." not in table -%}
        {{
            exceptions.raise_compiler_error(
                "predictions: write the schema before the table's name, such as main."
                ~ predictions
                ~ "; bare, it may be a step of this query"
            )
        }}
    {%- endif -%}
    {{
        return(
            {
                "predictions": predictions,
                "by": groups,
                "outputs": by,
                "columns": columns,
                "predicts_labels": "prediction" in columns,
                "from_arguments": false,
            }
        )
    }}
{% endmacro %}

{# The same where everything is an argument of a DuckDB table macro; see macros/table_macros/arguments.sql. #}
{% macro prediction_plan_from_arguments() %}
    {{ return({"by": ["by_run"], "outputs": none, "from_arguments": true, "predicts_labels": false}) }}
{% endmacro %}

{# Refuses what needs scores. #}
{% macro needs_scores(plan, what) %}
    {%- if plan.predicts_labels -%}
        {{
            exceptions.raise_compiler_error(
                what ~ " needs scores: predicted labels give confusion counts and their measures alone"
            )
        }}
    {%- endif -%}
{% endmacro %}

{# An argument that is a whole number of at least `lowest`, as SQL; of a table macro, `value` is its default. #}
{% macro whole_number(plan, name, value, lowest) %}
    {%- if plan.from_arguments -%} {{ return(rankhouse.whole_number_argument(name, value, lowest)) }} {%- endif -%}
    {%- if value is not number or value is boolean or value < lowest or value > 10000000 or value != value | int -%}
        {{
            exceptions.raise_compiler_error(
                name ~ " is a whole number of at least " ~ lowest ~ " and at most 10 million, got '" ~ value ~ "'"
            )
        }}
    {%- endif -%}
    {{ return(value | int | string) }}
{% endmacro %}
