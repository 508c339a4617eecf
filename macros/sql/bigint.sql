{# A 64-bit whole number, which may be NULL. #}
{% macro bigint(expression) %} {{ return(adapter.dispatch("bigint", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__bigint(expression) %} {{ return("cast(" ~ expression ~ " as bigint)") }}{% endmacro %}

{# In an expression, because types of ClickHouse are spelled with capitals. #}
{% macro clickhouse__bigint(expression) %} {{ return("cast(" ~ expression ~ " as Nullable(Int64))") }}{% endmacro %}
