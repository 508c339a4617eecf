{# A number, NULL where it is beyond what a double holds, or no number at all. NaN is larger than infinity, or than nothing. #}
{% macro finite(expression) -%}
    case when abs({{ expression }}) <= 1.7976931348623157e308 then {{ expression }} end
{%- endmacro %}
