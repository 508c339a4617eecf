{#
A statement that waits until nobody else writes to a table, for the rest of the transaction; readers go on. Nothing on
engines without such locks, or with a single writing process, such as DuckDB.
#}
{% macro lock_table(table) %} {{ return(adapter.dispatch("lock_table", "rankhouse")(table)) }}{% endmacro %}

{% macro default__lock_table(table) %} {{ return("") }}{% endmacro %}

{% macro postgres__lock_table(table) %}
    {{ return("lock table " ~ table ~ " in share row exclusive mode") }}
{% endmacro %}

{% macro redshift__lock_table(table) %} {{ return("lock table " ~ table) }}{% endmacro %}
