{# A 64-bit floating point number (dbt.type_float() is 32 bits on some adapters). #}
{% macro double(expression) %} {{ return(adapter.dispatch("double", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__double(expression) %} {{ return("cast(" ~ expression ~ " as double precision)") }}{% endmacro %}

{% macro duckdb__double(expression) %} {{ return("cast(" ~ expression ~ " as double)") }}{% endmacro %}

{% macro spark__double(expression) %} {{ return("cast(" ~ expression ~ " as double)") }}{% endmacro %}

{% macro trino__double(expression) %} {{ return("cast(" ~ expression ~ " as double)") }}{% endmacro %}

{% macro bigquery__double(expression) %} {{ return("cast(" ~ expression ~ " as float64)") }}{% endmacro %}

{# A number as an argument of ln() or power(), which some engines also have for decimals. #}
{% macro of_double(number) %} {{ return(adapter.dispatch("of_double", "rankhouse")(number)) }}{% endmacro %}

{% macro default__of_double(number) %} {{ return(rankhouse.double(number)) }}{% endmacro %}

{% macro duckdb__of_double(number) %} {{ return(rankhouse.argument(number)) }}{% endmacro %}

{# In an expression, because types and functions of ClickHouse are spelled with capitals. #}
{% macro clickhouse__double(expression) %} {{ return("cast(" ~ expression ~ " as Nullable(Float64))") }}{% endmacro %}
