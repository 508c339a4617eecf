{{ rankhouse.ready_made(rankhouse.has_provenance(), materialized="view") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.has_provenance() %}
    {{ rankhouse.laid_out(rankhouse.metric_settings_of(rankhouse.plan_of_arguments(rankhouse.configured()))) }}
{% endif %}
