{# The baseline as SQL, none where there is none. #}
{% macro asked_side(system, baseline) %}
    {%- set is_list = baseline is mapping or baseline is iterable and baseline is not string -%}
    {%- set side = baseline | string | lower if baseline is boolean else baseline | string -%}
    {#- A text of several lines would be indented like SQL. -#}
    {%- if is_list or "\n" in side -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_side(system, baseline)) }}
    {%- endif -%}
    {{ return(none if baseline is none else rankhouse.literal(side)) }}
{% endmacro %}

{% macro says_no_side(system, baseline) %}
    {{ return("baseline is a value of the column '" ~ system ~ "', without line breaks, got '" ~ baseline ~ "'") }}
{% endmacro %}
