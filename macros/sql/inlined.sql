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
