{#
How dbt replaces the rows of a partition: "delete" deletes them and inserts others, "overwrite" writes the partition's
folder anew.
#}
{% macro partition_replacement() %} {{ return(adapter.dispatch("partition_replacement", "rankhouse")()) }}{% endmacro %}

{% macro default__partition_replacement() %} {{ return("delete") }}{% endmacro %}

{# Rows cannot be deleted from files; Databricks' own tables are different. #}
{% macro spark__partition_replacement() %} {{ return("overwrite") }}{% endmacro %}

{% macro databricks__partition_replacement() %} {{ return("delete") }}{% endmacro %}

{# The strategy of dbt's incremental models that inserts rows and leaves all others alone. #}
{% macro inserting_strategy() %} {{ return(adapter.dispatch("inserting_strategy", "rankhouse")()) }}{% endmacro %}

{% macro default__inserting_strategy() %} {{ return("append") }}{% endmacro %}

{# This adapter has no append; a merge without a key matches no row and so appends. #}
{% macro bigquery__inserting_strategy() %} {{ return("merge") }}{% endmacro %}
