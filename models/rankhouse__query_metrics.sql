{{ config(enabled=rankhouse.is_configured(), meta={"rankhouse": var("rankhouse", none)}) }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.is_configured() %}
    {{ rankhouse.incremental_query_metrics("rankhouse.rankhouse__partitions", **rankhouse.configured()) }}
{% endif %}
