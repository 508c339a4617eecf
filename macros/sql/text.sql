{# Any value as text. #}
{% macro text(expression) %} {{ return(adapter.dispatch("text", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__text(expression) %} {{ return("cast(" ~ expression ~ " as varchar)") }}{% endmacro %}

{% macro spark__text(expression) %} {{ return("cast(" ~ expression ~ " as string)") }}{% endmacro %}

{% macro bigquery__text(expression) %} {{ return("cast(" ~ expression ~ " as string)") }}{% endmacro %}

{# NULL stays NULL; in an expression, because types of ClickHouse are spelled with capitals. #}
{% macro clickhouse__text(expression) %} {{ return("cast(" ~ expression ~ " as Nullable(String))") }}{% endmacro %}
