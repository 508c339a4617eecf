{# A 64-bit floating point number (dbt.type_float() is 32 bits on some adapters). #}
{% macro double(expression) %} {{ return(adapter.dispatch("double", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__double(expression) %} {{ return("cast(" ~ expression ~ " as double precision)") }}{% endmacro %}

{% macro duckdb__double(expression) %} {{ return("cast(" ~ expression ~ " as double)") }}{% endmacro %}

{% macro spark__double(expression) %} {{ return("cast(" ~ expression ~ " as double)") }}{% endmacro %}

{% macro trino__double(expression) %} {{ return("cast(" ~ expression ~ " as double)") }}{% endmacro %}

{% macro bigquery__double(expression) %} {{ return("cast(" ~ expression ~ " as float64)") }}{% endmacro %}

{# In an expression, because types and functions of ClickHouse are spelled with capitals. #}
{% macro clickhouse__double(expression) %} {{ return("cast(" ~ expression ~ " as Nullable(Float64))") }}{% endmacro %}
