{# Sort keys that put an id in byte order: text by code, numbers by value. `direction`: asc or desc. #}
{% macro byte_order(expression, direction) %}
    {{ return(adapter.dispatch("byte_order", "rankhouse")(expression, direction)) }}
{% endmacro %}

{% macro default__byte_order(expression, direction) %} {{ return(expression ~ " " ~ direction) }}{% endmacro %}

{# Text may be sorted by a language's rules there. Of a number the first key is NULL, and the number decides. #}
{% macro postgres__byte_order(expression, direction) %}
    case
        when pg_typeof({{ expression }}) in ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype)
        then cast({{ expression }} as text)
    end collate "C" {{ direction }},
    {{ expression }} {{ direction }}
{% endmacro %}

{# Text is sorted by its bytes there. #}
{% macro redshift__byte_order(expression, direction) %} {{ return(expression ~ " " ~ direction) }}{% endmacro %}
