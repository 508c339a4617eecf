{{ rankhouse.ready_made(rankhouse.is_configured(), materialized="view") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.is_configured() %} {{ rankhouse.configured_wide(latest=false) }} {% endif %}
