{{ rankhouse.ready_made(rankhouse.has_provenance(), materialized="view") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.has_provenance() %} {{ rankhouse.configured_settings() }} {% endif %}
