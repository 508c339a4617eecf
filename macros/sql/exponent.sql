{# A relevance that two is raised to the power of; the engine's error where the power is no double. #}
{% macro exponent(relevance) %} {{ return(adapter.dispatch("exponent", "rankhouse")(relevance)) }}{% endmacro %}

{# Engines whose power() raises an error on overflow need no help. #}
{% macro default__exponent(relevance) %} {{ return(relevance) }}{% endmacro %}

{% macro duckdb__exponent(relevance) -%}
    {%- set said = "'relevance above 1000 overflows the exponential gain 2^relevance - 1: ' || 'rescale it, or use gain=linear'" -%}
    case
        when {{ relevance }} > {{ rankhouse.greatest_exponent() }}
        then {{ rankhouse.double("error(" ~ said ~ ")") }}
        else {{ relevance }}
    end
{%- endmacro %}

{# The highest relevance that is an exponent: two to the power of it is a double, with room for sums of them. #}
{% macro greatest_exponent() %} {{ return(1000) }} {% endmacro %}
