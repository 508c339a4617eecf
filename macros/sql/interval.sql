{# The standard error of a mean; NULL below two values. #}
{% macro standard_error(value) -%}
    stddev_samp({{ value }}) / sqrt({{ rankhouse.double("nullif(count(" ~ value ~ "), 0)") }})
{%- endmacro %}

{# The normal distribution's 97.5 % quantile: a 95 % interval reaches so many standard errors to either side. #}
{% macro normal_quantile_975() %} {{ return("1.959963984540054") }}{% endmacro %}

{# Half a 95 % interval of the normal distribution. #}
{% macro half_interval(std_error) %} {{ return(rankhouse.normal_quantile_975() ~ " * " ~ std_error) }}{% endmacro %}

{# The two ends of it. `lowest`, `highest`: columns of what the measure can be. #}
{% macro interval_of(value, std_error, lowest=none, highest=none) %}
    {%- set half = rankhouse.half_interval(std_error) -%}
    {%- set low, high = value ~ " - " ~ half, value ~ " + " ~ half -%}
    {%- set low = low if lowest is none else rankhouse.low_end(low, value, lowest) -%}
    {%- set high = high if highest is none else rankhouse.high_end(high, value, highest) -%}
    {{ return([low ~ " as ci_low", high ~ " as ci_high"]) }}
{% endmacro %}

{#
An end of an interval, which goes no further than the measure can: NULL is no limit. Where the mean itself is beyond the
limit, if only by rounding, the end stays.
#}
{% macro low_end(low, value, lowest) %}
    {%- set is_beyond = low ~ " < " ~ lowest ~ " and " ~ value ~ " >= " ~ lowest -%}
    {{ return("case\nwhen " ~ is_beyond ~ "\nthen " ~ lowest ~ "\nelse " ~ low ~ "\nend") }}
{% endmacro %}

{% macro high_end(high, value, highest) %}
    {%- set is_beyond = high ~ " > " ~ highest ~ " and " ~ value ~ " <= " ~ highest -%}
    {{ return("case\nwhen " ~ is_beyond ~ "\nthen " ~ highest ~ "\nelse " ~ high ~ "\nend") }}
{% endmacro %}
