{# A number, NULL where it is infinite or NaN, as a sum or a quotient of large numbers can be. #}
{% macro finite(expression) -%}
    case when {{ rankhouse.is_finite_double(expression) }} then {{ expression }} end
{%- endmacro %}

{# Whether a number is neither infinite nor NaN. NULL stays NULL. #}
{% macro is_finite_double(expression) %}
    {{ return(adapter.dispatch("is_finite_double", "rankhouse")(expression)) }}
{% endmacro %}

{# NaN is above infinity on some engines and compares as false on others; either way it is not at most the largest double. #}
{% macro default__is_finite_double(expression) %}
    {{ return("abs(" ~ expression ~ ") <= " ~ rankhouse.largest_double()) }}
{% endmacro %}

{% macro duckdb__is_finite_double(expression) %} {{ return("isfinite(" ~ expression ~ ")") }}{% endmacro %}

{# The largest finite double. Every engine reads it alike, while each spells infinity differently. #}
{% macro largest_double() %} {{ return("1.7976931348623157e308") }}{% endmacro %}
