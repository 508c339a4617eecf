{# Settings at the end of a query, with which an engine reads it as the SQL standard does. #}
{% macro settings_of_engine() %} {{ return(adapter.dispatch("settings_of_engine", "rankhouse")()) }}{% endmacro %}

{% macro default__settings_of_engine() %} {{ return("") }}{% endmacro %}

{#
ClickHouse fills outer joins with zeros and takes a name for an alias of the same select list, not for the column. It
merges common table expressions into what reads them, which takes many steps for a long query.
#}
{% macro clickhouse__settings_of_engine() %}
    {%- set reading = "join_use_nulls = 1, prefer_column_name_to_alias= 1" -%}
    {{ return("settings " ~ reading ~ ", query_plan_max_optimizations_to_apply = 1000000") }}
{% endmacro %}

{# Settings before a query, for the rest of its transaction: a statement, or nothing. #}
{% macro settings_of_transaction() %}
    {{ return(adapter.dispatch("settings_of_transaction", "rankhouse")()) }}
{% endmacro %}

{% macro default__settings_of_transaction() %} {{ return("") }}{% endmacro %}

{#
Of a day that was loaded since the last ANALYZE its planner expects one row, and compares all rows with all others, in
loops within loops: every such comparison here is an equality, which it can hash. And it compiles a long query to machine
code for longer than the query runs.
#}
{% macro postgres__settings_of_transaction() %}
    {{ return("set local enable_nestloop = off; set local jit = off") }}
{% endmacro %}

{% macro redshift__settings_of_transaction() %} {{ return("") }}{% endmacro %}
