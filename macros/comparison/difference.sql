{# How much one value is above another: 0 where no more than rounding sets them apart; NULL of NULL. #}
{% macro difference(value, other) -%}
    case
        when abs({{ value }} - {{ other }}) <= 1e-12 * (abs({{ value }}) + abs({{ other }}))
        then {{ rankhouse.double("0") }}
        else {{ value }} - {{ other }}
    end
{%- endmacro %}
