{{ config(enabled=rankhouse.partition_column() is not none, materialized="table") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.partition_column() is not none %} {{ rankhouse.partitions() }} {% endif %}
