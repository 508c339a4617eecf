{# A number that rounding may have carried past its limits, NULL staying NULL (which greatest() and least() differ on). #}
{% macro within_limits(expression, lowest, highest) -%}
    case
        when {{ expression }} < {{ lowest }}
        then {{ lowest }}
        when {{ expression }} > {{ highest }}
        then {{ highest }}
        else {{ expression }}
    end
{%- endmacro %}
