{# A hint that a CTE read several times should be merged into its readers, not stored. #}
{% macro inlined() %} {{ return(adapter.dispatch("inlined", "rankhouse")()) }}{% endmacro %}

{% macro default__inlined() %} {{ return("") }}{% endmacro %}

{% macro duckdb__inlined() %} {{ return("not materialized") }}{% endmacro %}

{% macro postgres__inlined() %} {{ return("not materialized") }}{% endmacro %}

{# Takes no hints. #}
{% macro redshift__inlined() %} {{ return("") }}{% endmacro %}

{# A hint that a CTE should be stored, because it is expensive and read more than once. #}
{% macro stored() %} {{ return(adapter.dispatch("stored", "rankhouse")()) }}{% endmacro %}

{% macro default__stored() %} {{ return("") }}{% endmacro %}

{% macro postgres__stored() %} {{ return("materialized") }}{% endmacro %}

{# Takes no hints. #}
{% macro redshift__stored() %} {{ return("") }}{% endmacro %}

{#
A hint for step `number` of a chain of steps with so many `windows` each: on DuckDB it is stored once there are six windows
above the last one that is. 1.5 pushes filters twice into what stands below a window, so that n windows within each other take
2^n times as long to plan. Storing each step takes up to a fifth longer to run.
#}
{% macro link_of_chain(number, windows) %}
    {{ return(adapter.dispatch("link_of_chain", "rankhouse")(number, windows)) }}
{% endmacro %}

{% macro default__link_of_chain(number, windows) %} {{ return("") }}{% endmacro %}

{% macro duckdb__link_of_chain(number, windows) %}
    {{ return("materialized" if number * windows % 6 < windows else "") }}
{% endmacro %}
