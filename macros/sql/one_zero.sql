{# A floating-point number, 0 in place of -0: ClickHouse orders the two alike, but groups and joins them as different. #}
{% macro one_zero(expression) %} {{ return(adapter.dispatch("one_zero", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__one_zero(expression) %} {{ return(expression) }}{% endmacro %}

{% macro clickhouse__one_zero(expression) %} {{ return("(" ~ expression ~ " + 0)") }}{% endmacro %}
