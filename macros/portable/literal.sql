{# A text as an SQL string literal. #}
{% macro literal(text) %} {{ return(adapter.dispatch("literal", "rankhouse")(text)) }}{% endmacro %}

{% macro default__literal(text) %} {{ return("'" ~ text | replace("'", "''") ~ "'") }}{% endmacro %}
