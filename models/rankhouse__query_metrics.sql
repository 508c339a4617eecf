{{ config(enabled=var("rankhouse", none) is not none, materialized="table") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if var("rankhouse", none) is not none %} {{ rankhouse.configured(rankhouse.query_metrics) }} {% endif %}
