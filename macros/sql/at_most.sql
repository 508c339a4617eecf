{# The expression itself, or the engine's error with this message where it exceeds the limit. #}
{% macro at_most(expression, limit, message) %}
    {{ return(adapter.dispatch("at_most", "rankhouse")(expression, limit, message)) }}
{% endmacro %}

{# Engines whose power() raises an error on overflow need no help. #}
{% macro default__at_most(expression, limit, message) %} {{ return(expression) }}{% endmacro %}

{% macro duckdb__at_most(expression, limit, message) -%}
    {%- set refused = rankhouse.double("error(" ~ rankhouse.literal(message) ~ ")") -%}
    {{ "case when " ~ expression ~ " > " ~ limit ~ "\nthen " ~ refused ~ "\nelse " ~ expression ~ " end" }}
{%- endmacro %}

{# The highest relevance that is an exponent: two to the power of it is a double, with room for sums of them. #}
{% macro greatest_exponent() %} {{ return(1000) }} {% endmacro %}
