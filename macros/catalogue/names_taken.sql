{# What no column of by can be named like. Reports look up columns of both by their names. #}
{% macro names_taken(macro) %}
    {%- if macro in ["explain", "tie_audit"] -%}
        {{ return(rankhouse.result_columns("explain") + rankhouse.result_columns("tie_audit")) }}
    {%- endif -%}
    {{ return(rankhouse.result_columns(macro) + rankhouse.further_result_columns(macro)) }}
{% endmacro %}
