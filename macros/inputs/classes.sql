{#
Checks of a classifier of several classes. In SQL rows without a class or a weight are left out and counted, and NaN is a class
like any other.
#}
{% macro class_checks(plan) %}
    {%- set key, checks = ["label", "prediction"], [] -%}
    {%- if plan.is_weighted -%}
        {%- do checks.append(rankhouse.number_check(plan, "predictions", "weight")) -%}
    {%- endif -%}
    {%- do checks.append(rankhouse.empty_check(plan, "predictions")) -%}
    {%- for name in key -%}
        {%- set class = rankhouse.renamed("predictions", name, plan.columns) -%}
        {%- set shown = rankhouse.in_column(plan, "predictions", name) -%}
        {%- set example = rankhouse.example_of(plan, "predictions", key, plan.outputs) -%}
        {%- do checks.append(
            rankhouse.missing_check(
                plan, "predictions", name, example, "leave these rows out, or give them a class"
            )
        ) -%}
        {%- do checks.append(
            rankhouse.check(
                "predictions",
                name,
                name ~ " is NaN",
                "NaN as " ~ name ~ " " ~ shown,
                "leave these rows out, or give them a class",
                refused="python",
                when=rankhouse.is_nan_class(class),
                example=example,
            )
        ) -%}
    {%- endfor -%}
    {%- if plan.is_weighted -%} {%- do checks.append(rankhouse.weight_check(plan, key)) -%} {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# Whether a value of any type is a NaN. #}
{% macro is_nan_class(class) %} {{ return(adapter.dispatch("is_nan_class", "rankhouse")(class)) }}{% endmacro %}

{# As it is spelled by the engines; a text that spells it comes of one. #}
{% macro default__is_nan_class(class) %} {{ return(rankhouse.text(class) ~ " in ('NaN', 'nan')") }}{% endmacro %}

{% macro duckdb__is_nan_class(class) %}
    {{ return("typeof(" ~ class ~ ") in ('FLOAT', 'DOUBLE') and isnan(try_cast(" ~ class ~ " as double))") }}
{% endmacro %}
