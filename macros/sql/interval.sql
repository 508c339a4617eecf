{# Of a mean; NULL below two values. #}
{% macro standard_error(value) -%}
    stddev_samp({{ value }}) / sqrt({{ rankhouse.double("nullif(count(" ~ value ~ "), 0)") }})
{%- endmacro %}

{# Half a 95 % interval of the normal distribution. #}
{% macro half_interval(std_error) %} {{ return("1.959963984540054 * " ~ std_error) }}{% endmacro %}

{# The two ends of it. #}
{% macro interval_of(value, std_error) %}
    {%- set half = rankhouse.half_interval(std_error) -%}
    {{ return([value ~ " - " ~ half ~ " as ci_low", value ~ " + " ~ half ~ " as ci_high"]) }}
{% endmacro %}
