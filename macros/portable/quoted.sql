{# A column name as the user wrote it, as an identifier that means nothing else. #}
{% macro quoted(name) %} {{ return(adapter.dispatch("quoted", "rankhouse")(name)) }}{% endmacro %}

{% macro default__quoted(name) %} {{ return('"' ~ name | replace('"', '""') ~ '"') }}{% endmacro %}
