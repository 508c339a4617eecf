{#
The sample variance of whole numbers, exact where an engine has the numbers for it, so that equal ones have none; NULL
below two of them.
#}
{% macro variance_of(expression) %} {{ return(adapter.dispatch("variance_of", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__variance_of(expression) %}
    {{ return("var_samp(" ~ rankhouse.double(expression) ~ ")") }}
{% endmacro %}

{# Sums of whole numbers have 128 bits there, and are the same on any number of threads. #}
{% macro duckdb__variance_of(expression) %}
    {%- set x = rankhouse.argument(expression) -%}
    {%- set spread = "count({0}) * sum({0} * {0})\n- sum({0}) * sum({0})".format(x) -%}
    {{ return(rankhouse.ratio(spread, "count({0}) * (count({0}) - 1)".format(x))) }}
{% endmacro %}

{# What others name var_samp loses digits there, and of one number it is NaN. #}
{% macro clickhouse__variance_of(expression) %}
    {{
        return(
            "case when count(" ~ expression ~ ") > 1 then varSampStable(" ~ rankhouse.double(expression) ~ ") end"
        )
    }}
{% endmacro %}
