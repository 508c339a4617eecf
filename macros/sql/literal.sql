{# A text as an SQL string literal. #}
{% macro literal(text) %} {{ return(adapter.dispatch("literal", "rankhouse")(text)) }}{% endmacro %}

{% macro default__literal(text) %} {{ return("'" ~ text | replace("'", "''") ~ "'") }}{% endmacro %}

{# Where a backslash escapes the next character. #}
{% macro escaped_literal(text) %}
    {{ return("'" ~ text | replace("\\", "\\\\") | replace("'", "\\'") ~ "'") }}
{% endmacro %}

{% macro spark__literal(text) %} {{ return(rankhouse.escaped_literal(text)) }}{% endmacro %}

{% macro bigquery__literal(text) %} {{ return(rankhouse.escaped_literal(text)) }}{% endmacro %}

{% macro clickhouse__literal(text) %} {{ return(rankhouse.escaped_literal(text)) }}{% endmacro %}

{% macro snowflake__literal(text) %} {{ return(rankhouse.escaped_literal(text)) }}{% endmacro %}
