{# The names that no column of by may have. Reports look up both kinds of columns by name. #}
{% macro names_taken(macro) %}
    {%- if macro in ["explain", "tie_audit"] -%}
        {{ return(rankhouse.result_columns("explain") + rankhouse.result_columns("tie_audit")) }}
    {%- endif -%}
    {#- A decision of tries reads what try_metrics answers by query. -#}
    {%- if macro == "try_decision" -%}
        {{ return((rankhouse.result_columns(macro) + rankhouse.names_taken("try_metrics")) | unique | list) }}
    {%- endif -%}
    {{ return(rankhouse.result_columns(macro) + rankhouse.further_result_columns(macro)) }}
{% endmacro %}
