{# A 32-bit float. #}
{% macro real(expression) %} {{ return(adapter.dispatch("real", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__real(expression) %} {{ return("cast(" ~ expression ~ " as real)") }}{% endmacro %}

{# Beyond the largest of them infinity, as elsewhere; a cast alone is an error. #}
{% macro duckdb__real(expression) %}
    {%- set infinite = "cast(sign(" ~ expression ~ ") * cast('infinity' as double) as real)" -%}
    {{ return("coalesce(try_cast(" ~ expression ~ " as real), " ~ infinite ~ ")") }}
{% endmacro %}

{% macro spark__real(expression) %} {{ return("cast(" ~ expression ~ " as float)") }}{% endmacro %}

{# In an expression, because types of ClickHouse are spelled with capitals. #}
{% macro clickhouse__real(expression) %} {{ return("cast(" ~ expression ~ " as Nullable(Float32))") }}{% endmacro %}

{# Their REAL and FLOAT have 64 bits. #}
{% macro bigquery__real(expression) %} {{ return(rankhouse.no_float32("BigQuery")) }}{% endmacro %}

{% macro snowflake__real(expression) %} {{ return(rankhouse.no_float32("Snowflake")) }}{% endmacro %}

{% macro no_float32(engine) %}
    {{
        exceptions.raise_compiler_error(
            engine ~ " has no 32-bit floats, so a convention that compares scores as such cannot be reproduced there"
        )
    }}
{% endmacro %}
