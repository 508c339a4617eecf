{# An id as it sorts in byte order: text by code, numbers by value. #}
{% macro byte_order(expression) %} {{ return(adapter.dispatch("byte_order", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__byte_order(expression) %} {{ return(expression) }}{% endmacro %}
