{# A floating-point number with 0 for -0: ClickHouse orders the two alike, but groups and joins them as different. #}
{% macro without_negative_zero(expression) %}
    {{ return(adapter.dispatch("without_negative_zero", "rankhouse")(expression)) }}
{% endmacro %}

{% macro default__without_negative_zero(expression) %} {{ return(expression) }}{% endmacro %}

{% macro clickhouse__without_negative_zero(expression) %} {{ return("(" ~ expression ~ " + 0)") }}{% endmacro %}
