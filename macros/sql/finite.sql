{# A number, NULL where it is infinite or NaN, as a sum or a quotient of large numbers can be. #}
{% macro finite(expression) -%}
    case when {{ rankhouse.is_finite_double(expression) }} then {{ expression }} end
{%- endmacro %}

{# Whether a number is neither infinite nor NaN. NULL stays NULL. #}
{% macro is_finite_double(expression) %}
    {{ return(adapter.dispatch("is_finite_double", "rankhouse")(expression)) }}
{% endmacro %}

{# NaN is larger than infinity on some engines, and no larger than anything on others: either way it is not below. #}
{% macro default__is_finite_double(expression) %}
    {{ return("abs(" ~ expression ~ ") <= " ~ rankhouse.largest_double()) }}
{% endmacro %}

{% macro duckdb__is_finite_double(expression) %} {{ return("isfinite(" ~ expression ~ ")") }}{% endmacro %}

{# The largest finite number of 64 bits, whose next one is infinity; no engine spells infinity as another does. #}
{% macro largest_double() %} {{ return("1.7976931348623157e308") }}{% endmacro %}
