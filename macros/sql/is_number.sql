{# False for NaN, which some engines sort above infinity and would give rank 1. NULL stays NULL. #}
{% macro is_number(expression) %} {{ return(adapter.dispatch("is_number", "rankhouse")(expression)) }}{% endmacro %}

{# Where NaN equals itself, and a number can be NaN at all. Spark has isnan too, which is false for NULL. #}
{% macro default__is_number(expression) %}
    {{ return(rankhouse.double(expression) ~ " <> " ~ rankhouse.double("'NaN'")) }}
{% endmacro %}

{# DuckDB answers isnan() of a column of a Parquet file by its statistics, which may leave NaN out; isfinite() it computes. #}
{% macro duckdb__is_number(expression) %}
    {%- set number = rankhouse.double(expression) -%}
    {{ return("(\nisfinite(" ~ number ~ ")\nor isinf(" ~ number ~ ")\n)") }}
{% endmacro %}

{% macro bigquery__is_number(expression) %}
    {{ return("not is_nan(" ~ rankhouse.double(expression) ~ ")") }}
{% endmacro %}

{% macro trino__is_number(expression) %} {{ return("not is_nan(" ~ rankhouse.double(expression) ~ ")") }}{% endmacro %}

{% macro clickhouse__is_number(expression) %}
    {{ return("not isNaN(" ~ rankhouse.double(expression) ~ ")") }}
{% endmacro %}
