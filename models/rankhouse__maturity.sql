{{ rankhouse.ready_made(rankhouse.has_maturity(), materialized="table") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if rankhouse.has_maturity() %} {{ rankhouse.maturity_of_settings() }} {% endif %}
