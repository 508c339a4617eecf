{#
How dbt replaces the rows of a partition: "delete" deletes them and appends others, "overwrite" writes the partition's
folder anew; none where it can do neither, and tables are always built whole.
#}
{% macro partition_replacement() %} {{ return(adapter.dispatch("partition_replacement", "rankhouse")()) }}{% endmacro %}

{% macro default__partition_replacement() %} {{ return("delete") }}{% endmacro %}

{# From files no rows are deleted; Databricks' own tables are another matter. #}
{% macro spark__partition_replacement() %} {{ return("overwrite") }}{% endmacro %}

{% macro databricks__partition_replacement() %} {{ return("delete") }}{% endmacro %}

{# Its adapter has no appending. #}
{% macro bigquery__partition_replacement() %} {{ return(none) }}{% endmacro %}
