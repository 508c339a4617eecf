{# A hint that a CTE read several times should be merged into its readers, not stored. #}
{% macro inlined() %} {{ return(adapter.dispatch("inlined", "rankhouse")()) }}{% endmacro %}

{% macro default__inlined() %} {{ return("") }}{% endmacro %}

{% macro duckdb__inlined() %} {{ return("not materialized") }}{% endmacro %}

{% macro postgres__inlined() %} {{ return("not materialized") }}{% endmacro %}

{# Takes no hints. #}
{% macro redshift__inlined() %} {{ return("") }}{% endmacro %}

{# A hint that a CTE should be stored, because what it computes is dear and read more than once by row. #}
{% macro stored() %} {{ return(adapter.dispatch("stored", "rankhouse")()) }}{% endmacro %}

{% macro default__stored() %} {{ return("") }}{% endmacro %}

{% macro postgres__stored() %} {{ return("materialized") }}{% endmacro %}

{# Takes no hints. #}
{% macro redshift__stored() %} {{ return("") }}{% endmacro %}

{#
A hint that a CTE of a chain should be stored, though it is read once: DuckDB 1.5 pushes filters twice into what stands below
a window, so that merging a chain of n windows into its reader takes 2^n times as long to plan.
#}
{% macro planned_apart() %} {{ return(adapter.dispatch("planned_apart", "rankhouse")()) }}{% endmacro %}

{% macro default__planned_apart() %} {{ return("") }}{% endmacro %}

{% macro duckdb__planned_apart() %} {{ return("materialized") }}{% endmacro %}
