{# A label, boolean or number, as a number. #}
{% macro label_number(expression) %}
    {{ return(adapter.dispatch("label_number", "rankhouse")(expression)) }}
{% endmacro %}

{% macro default__label_number(expression) %} {{ return(rankhouse.double(expression)) }}{% endmacro %}

{# Where a boolean does not become a floating point number. #}
{% macro spelled_label_number(expression) -%}
    case
        {{ rankhouse.text(expression) }}
        when 'true'
        then 1
        when 'false'
        then 0
        else {{ rankhouse.double(rankhouse.text(expression)) }}
    end
{%- endmacro %}

{% macro postgres__label_number(expression) %} {{ return(rankhouse.spelled_label_number(expression)) }}{% endmacro %}

{% macro bigquery__label_number(expression) %} {{ return(rankhouse.spelled_label_number(expression)) }}{% endmacro %}

{% macro snowflake__label_number(expression) %} {{ return(rankhouse.spelled_label_number(expression)) }}{% endmacro %}
