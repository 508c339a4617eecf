{# An id as it sorts in byte order: text by code, numbers by value. #}
{% macro byte_order(expression) %} {{ return(adapter.dispatch("byte_order", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__byte_order(expression) %} {{ return(expression) }}{% endmacro %}

{# Text may be sorted by a language's rules there. Of a number the first part is NULL, and the number decides. #}
{% macro postgres__byte_order(expression) %}
    row(
        case
            when pg_typeof({{ expression }})::text in ('text', 'character varying', 'character')
            then cast({{ expression }} as text)
        end collate "C",
        {{ expression }}
    )
{% endmacro %}

{# Text is sorted by its bytes there. #}
{% macro redshift__byte_order(expression) %} {{ return(expression) }}{% endmacro %}
