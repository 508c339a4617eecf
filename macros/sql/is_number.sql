{# False for NaN, which some engines sort above infinity and would give rank 1. NULL stays NULL. #}
{% macro is_number(expression) %} {{ return(adapter.dispatch("is_number", "rankhouse")(expression)) }}{% endmacro %}

{# Where NaN equals itself, and a number can be NaN at all. Spark has isnan too, which is false for NULL. #}
{% macro default__is_number(expression) %}
    {{ return(rankhouse.double(expression) ~ " <> " ~ rankhouse.double("'NaN'")) }}
{% endmacro %}

{% macro duckdb__is_number(expression) %} {{ return("not isnan(" ~ rankhouse.double(expression) ~ ")") }}{% endmacro %}

{% macro bigquery__is_number(expression) %}
    {{ return("not is_nan(" ~ rankhouse.double(expression) ~ ")") }}
{% endmacro %}

{% macro trino__is_number(expression) %} {{ return("not is_nan(" ~ rankhouse.double(expression) ~ ")") }}{% endmacro %}

{% macro clickhouse__is_number(expression) %}
    {{ return("not isNaN(" ~ rankhouse.double(expression) ~ ")") }}
{% endmacro %}
