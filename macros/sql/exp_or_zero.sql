{# exp(x), or 0 where the result would be too small for an engine to compute. #}
{% macro exp_or_zero(x) -%}
    case when {{ x }} > -700 then exp({{ x }}) else {{ rankhouse.double("0") }} end
{%- endmacro %}
