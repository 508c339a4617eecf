{# A number, NULL where it is beyond what a double holds, or no number at all. NaN is larger than infinity, or than nothing. #}
{% macro finite(expression) -%}
    case when abs({{ expression }}) <= {{ rankhouse.largest_double() }} then {{ expression }} end
{%- endmacro %}

{# The largest finite number of 64 bits, whose next one is infinity; no engine spells infinity as another does. #}
{% macro largest_double() %} {{ return("1.7976931348623157e308") }}{% endmacro %}
