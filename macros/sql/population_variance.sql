{# The mean squared distance from the mean: 0 of one number, NULL of none. #}
{% macro population_variance(expression) %}
    {{ return(adapter.dispatch("population_variance", "rankhouse")(expression)) }}
{% endmacro %}

{% macro default__population_variance(expression) %} {{ return("var_pop(" ~ expression ~ ")") }}{% endmacro %}

{# ClickHouse's var_pop loses digits. #}
{% macro clickhouse__population_variance(expression) %} {{ return("varPopStable(" ~ expression ~ ")") }}{% endmacro %}
