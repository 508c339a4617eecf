{{ rankhouse.ready_made(rankhouse.is_configured()) }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.is_configured() %}
    {{ rankhouse.kept_query_metrics(rankhouse.configured(), "rankhouse.rankhouse__partitions") }}
{% endif %}
