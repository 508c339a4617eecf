{# 1 - cosine of the angle between two vectors; NULL when one has no length. #}
{% macro cosine_distance(product, left_square, right_square) -%}
    {%- set lengths = "sqrt(" ~ rankhouse.double(left_square) ~ ") * sqrt(" ~ rankhouse.double(right_square) ~ ")" -%}
    {{ rankhouse.within_limits("1 - " ~ rankhouse.ratio(product, lengths), 0, 2) }}
{%- endmacro %}

{# 1 - sum of the smaller values / sum of the larger ones; NULL when both sums are 0. #}
{% macro jaccard_distance(shared, left_total, right_total) -%}
    {%- set larger = left_total ~ " + " ~ right_total ~ " - " ~ shared -%}
    {{ rankhouse.within_limits("1 - " ~ rankhouse.ratio(shared, larger), 0, 1) }}
{%- endmacro %}
