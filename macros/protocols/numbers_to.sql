{# The numbers 1, 2, ... as rows of n_given. #}
{% macro numbers_to(last) %} {{ return(adapter.dispatch("numbers_to", "rankhouse")(last)) }}{% endmacro %}

{% macro default__numbers_to(last) %}
    {%- set rows = [] -%}
    {%- for number in range(1, last + 1) -%} {%- do rows.append("select " ~ number ~ " as n_given") -%} {%- endfor -%}
    {{ return(rows | join("\nunion all ")) }}
{% endmacro %}

{% macro duckdb__numbers_to(last) %} {{ return("select unnest(range(1, " ~ last ~ " + 1)) as n_given") }}{% endmacro %}
