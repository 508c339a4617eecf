{# What an engine has to be told at the end of a query, so that it reads the query as the SQL standard does. #}
{% macro settings_of_engine() %} {{ return(adapter.dispatch("settings_of_engine", "rankhouse")()) }}{% endmacro %}

{% macro default__settings_of_engine() %} {{ return("") }}{% endmacro %}

{# ClickHouse fills outer joins with zeros and takes a name for an alias of the same select list, not for the column. #}
{% macro clickhouse__settings_of_engine() %}
    {{ return("settings join_use_nulls = 1, prefer_column_name_to_alias= 1") }}
{% endmacro %}
