{# After the name of a recursive CTE: its columns, where an engine needs them named before the first row is made. #}
{% macro recursive_columns(columns) %}
    {{ return(adapter.dispatch("recursive_columns", "rankhouse")(columns)) }}
{% endmacro %}

{% macro default__recursive_columns(columns) %} {{ return("") }}{% endmacro %}

{% macro redshift__recursive_columns(columns) %} {{ return(" (" ~ columns | join(", ") ~ ")") }}{% endmacro %}

{% macro trino__recursive_columns(columns) %} {{ return(" (" ~ columns | join(", ") ~ ")") }}{% endmacro %}
