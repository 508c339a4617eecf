{{ config(enabled=rankhouse.has_partitions(), meta={"rankhouse": var("rankhouse", none)}) }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.has_partitions() %} {{ rankhouse.incremental_partitions(**rankhouse.configured()) }} {% endif %}
