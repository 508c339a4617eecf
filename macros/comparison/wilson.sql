{#
Wilson's score interval (1927) of a share of n: its middle and half its width. `square`: that of the quantile of the level.
#}
{% macro wilson_middle(share, n, square) %}
    {{ return("(" ~ share ~ " + " ~ square ~ " / (2 * " ~ n ~ "))\n/ (1 + " ~ square ~ " / " ~ n ~ ")") }}
{% endmacro %}

{% macro wilson_half(share, n, square) %}
    {%- set spread = share ~ " * (1 - " ~ share ~ ") / " ~ n ~ " + " ~ square ~ " / (4 * " ~ n ~ " * " ~ n ~ ")" -%}
    {{ return("sqrt(" ~ square ~ " * (" ~ spread ~ "))\n/ (1 + " ~ square ~ " / " ~ n ~ ")") }}
{% endmacro %}
