{# Any value as text. #}
{% macro text(expression) %} {{ return(adapter.dispatch("text", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__text(expression) %} cast({{ expression }} as varchar) {% endmacro %}

{% macro spark__text(expression) %} cast({{ expression }} as string) {% endmacro %}

{% macro bigquery__text(expression) %} cast({{ expression }} as string) {% endmacro %}
