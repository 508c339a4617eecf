{# Whether dbt can delete rows of a table and append others to it; where it cannot, tables are always built whole. #}
{% macro deletes_rows() %} {{ return(adapter.dispatch("deletes_rows", "rankhouse")()) }}{% endmacro %}

{% macro default__deletes_rows() %} {{ return(true) }}{% endmacro %}

{# Not from files; Databricks' own tables are another matter. #}
{% macro spark__deletes_rows() %} {{ return(false) }}{% endmacro %}

{% macro databricks__deletes_rows() %} {{ return(true) }}{% endmacro %}

{# Its adapter has no appending. #}
{% macro bigquery__deletes_rows() %} {{ return(false) }}{% endmacro %}
