{{ rankhouse.ready_made(rankhouse.is_configured()) }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.is_configured() %}
    {{ rankhouse.incremental_query_metrics("rankhouse.rankhouse__partitions", **rankhouse.configured()) }}
{% endif %}
