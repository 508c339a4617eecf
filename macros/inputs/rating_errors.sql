{# Rows without a pair of finite numbers, or without a weight, are left out and counted in SQL. #}
{% macro reads_predicted_ratings() %}
    {%- if false -%} {{ rankhouse.more_rating_error_checks() }}{%- endif -%}
    {%- set columns = {
        "rating": "number",
        "prediction": "number",
        "weight": {"type": "number", "optional": true},
    } -%}
    {%- set predictions = {"columns": columns, "example": ["rating", "prediction"]} -%}
    {{ return({"tables": {"predictions": predictions}, "more": rankhouse.more_rating_error_checks}) }}
{% endmacro %}

{% macro more_rating_error_checks(plan) %}
    {%- set checks, numbers = [], rankhouse.columns_declared(plan, "predictions") | list -%}
    {#- Sums of weights from 1e300 on need not be finite. -#}
    {%- set wrong = {"below 0": " < 0", "of 1e300 or more": " >= 1e300"} if "weight" in numbers else {} -%}
    {%- set value = rankhouse.renamed("predictions", "weight", plan.columns) -%}
    {%- for meaning, condition in wrong.items() -%}
        {%- do checks.append(
            rankhouse.check(
                "predictions",
                "weight",
                "weight " ~ meaning,
                "a weight " ~ meaning ~ " " ~ rankhouse.in_column(plan, "predictions", "weight"),
                "leave these rows out or give them a weight of at least 0",
                refused="python",
                when=rankhouse.double(value) ~ condition ~ " and " ~ rankhouse.is_number(value),
                example=rankhouse.example_of(plan, "predictions", numbers, plan.outputs),
            )
        ) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}
