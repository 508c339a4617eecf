{# The names that no column of by may have. Reports look up both kinds of columns by name. #}
{% macro names_taken(macro) %}
    {%- if macro in ["explain", "tie_audit"] -%}
        {{ return(rankhouse.result_columns("explain") + rankhouse.result_columns("tie_audit")) }}
    {%- endif -%}
    {{ return(rankhouse.result_columns(macro) + rankhouse.further_result_columns(macro)) }}
{% endmacro %}
