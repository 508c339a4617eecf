{#
The sample variance of whole numbers, exact on engines with large enough integers, so that equal numbers have a variance of
0; NULL below two numbers.
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

{# ClickHouse's var_samp loses digits, and is NaN for a single number. #}
{% macro clickhouse__variance_of(expression) %}
    {{
        return(
            "case when count(" ~ expression ~ ") > 1 then varSampStable(" ~ rankhouse.double(expression) ~ ") end"
        )
    }}
{% endmacro %}
