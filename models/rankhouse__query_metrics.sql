{{
    config(
        enabled=var("rankhouse", none) is not none,
        materialized="table" if rankhouse.partition_column() is none else "incremental",
        incremental_strategy="append",
        on_schema_change="fail",
        pre_hook=["{{ rankhouse.lock_built() }}", "{{ rankhouse.delete_changed() }}"],
    )
}}

{# dbt renders a model before it knows that it is disabled. #}
{% if var("rankhouse", none) is not none %} {{ rankhouse.partitioned(rankhouse.query_metrics) }} {% endif %}
