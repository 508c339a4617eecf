{# Checks of predicted ratings. In SQL rows without a pair of finite numbers, or without a weight, are left out and counted. #}
{% macro rating_error_checks(plan) %}
    {%- set key, weight = ["rating", "prediction"], ["weight"] if plan.is_weighted else [] -%}
    {%- set checks, numbers = [rankhouse.empty_check(plan, "predictions")], key + weight -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "predictions", numbers, key, plan.outputs, finite=numbers)) -%}
    {#- Sums of weights from 1e300 on need not be finite. -#}
    {%- set wrong = {"below 0": " < 0", "of 1e300 or more": " >= 1e300"} if plan.is_weighted else {} -%}
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
