{{ config(enabled=rankhouse.is_configured(), meta={"rankhouse": var("rankhouse", none)}, materialized="view") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.is_configured() %} {{ rankhouse.configured_wide(latest=true) }} {% endif %}
