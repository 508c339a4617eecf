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

{# Whether booleans in one of our columns are read as numbers: where they do not become any, of labels alone. #}
{% macro reads_booleans(name) %}
    {%- set become_numbers = rankhouse.label_number("x") == rankhouse.double("x") -%}
    {%- set labels = ["relevance", "clicked", "passed", "label", "prediction", "reward", "iscrowd"] -%}
    {{ return(become_numbers or name in labels) }}
{% endmacro %}

{# A grade, which may be a boolean, as a number. Snowflake shortens a number that becomes text, and is asked for numbers. #}
{% macro grade_number(expression) %}
    {{ return(adapter.dispatch("grade_number", "rankhouse")(expression)) }}
{% endmacro %}

{% macro default__grade_number(expression) %} {{ return(rankhouse.double(expression)) }}{% endmacro %}

{% macro postgres__grade_number(expression) %} {{ return(rankhouse.spelled_label_number(expression)) }}{% endmacro %}

{% macro bigquery__grade_number(expression) %} {{ return(rankhouse.spelled_label_number(expression)) }}{% endmacro %}

{# A column that is checked to be a number: of relevance, which is read with grade_number, booleans are numbers too. #}
{% macro checked_number(column, name) %}
    {{ return(adapter.dispatch("checked_number", "rankhouse")(column, name)) }}
{% endmacro %}

{% macro default__checked_number(column, name) %} {{ return(rankhouse.not_text(column, name)) }}{% endmacro %}

{% macro postgres__checked_number(column, name) %}
    {{ return(rankhouse.grade_number(column) if name == "relevance" else rankhouse.not_text(column, name)) }}
{% endmacro %}
