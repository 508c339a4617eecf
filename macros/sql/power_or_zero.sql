{#
A share to the power of a whole number, 0 where that is too small: Postgres refuses to compute what a double cannot hold, such as
the products of up to four such numbers that an exposure multiplies.
#}
{% macro power_or_zero(share, exponent) %}
    {{ return(adapter.dispatch("power_or_zero", "rankhouse")(share, exponent)) }}
{% endmacro %}

{% macro default__power_or_zero(share, exponent) %} {{ return("power(" ~ share ~ ", " ~ exponent ~ ")") }}{% endmacro %}

{% macro postgres__power_or_zero(share, exponent) %}
    {%- set size = "(" ~ exponent ~ ") * ln(greatest(" ~ share ~ ", 1e-300))" -%}
    {%- set power = rankhouse.default__power_or_zero(share, exponent) -%}
    {{ return("case when " ~ size ~ " > -170 then " ~ power ~ " else 0 end") }}
{% endmacro %}

{% macro redshift__power_or_zero(share, exponent) %}
    {{ return(rankhouse.default__power_or_zero(share, exponent)) }}
{% endmacro %}
