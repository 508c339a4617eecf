{# Number of relevant items in the first k, 0 without one. `hit`: 1 for a relevant item, 0 for another one. #}
{% macro hits(hit, rank, k=none) -%}
    coalesce(sum(case when {{ rankhouse.within(rank, k) }} then {{ rankhouse.argument(hit) }} end), 0)
{%- endmacro %}
