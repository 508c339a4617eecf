{# About normal: the sum of twelve numbers that are equally likely between 0 and 1. #}
{% macro normal_number(seed, parts) -%}
    (
        {%- for draw in range(12) -%}
            {{ rankhouse.random_number(100 * seed + draw, parts) }}{{ " + " if not loop.last }}
        {%- endfor %}
        - 6
    )
{%- endmacro %}
