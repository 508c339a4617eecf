{#
Whether a number is neither NaN nor beyond 1e100, so that sums of its squares and of its cubes are finite. NULL stays NULL.
#}
{% macro is_moderate(number) %} {{ return("abs(" ~ number ~ ") <= " ~ rankhouse.double("1e100")) }}{% endmacro %}

{# Such a number, and NULL in place of others. #}
{% macro moderate(number) -%} case when {{ rankhouse.is_moderate(number) }} then {{ number }} end {%- endmacro %}
