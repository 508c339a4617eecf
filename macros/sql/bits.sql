{# Whether a bit of a whole number is set, the lowest one being 0. #}
{% macro bit_is_set(number, bit) %}
    {{ return(adapter.dispatch("bits_in_common", "rankhouse")(number, 2**bit) ~ " <> 0") }}
{% endmacro %}

{# Two whole numbers, bit by bit. #}
{% macro default__bits_in_common(left, right) %} {{ return("(" ~ left ~ " & " ~ right ~ ")") }}{% endmacro %}

{% macro snowflake__bits_in_common(left, right) %} {{ return("bitand(" ~ left ~ ", " ~ right ~ ")") }} {% endmacro %}

{% macro trino__bits_in_common(left, right) %} {{ return("bitwise_and(" ~ left ~ ", " ~ right ~ ")") }} {% endmacro %}

{% macro clickhouse__bits_in_common(left, right) %} {{ return("bitAnd(" ~ left ~ ", " ~ right ~ ")") }} {% endmacro %}
