{{ config(enabled=var("rankhouse", none) is not none, materialized="view") }}

{# dbt renders a model before it knows that it is disabled. #}
{% if var("rankhouse", none) is not none %}
    {%- set settings = rankhouse.settings() %}
    {%- set by = settings.get("by", []) %}
    {%- set groups = by + (settings.get("judgments_by", []) | reject("in", by) | list) %}

    {%- if settings.get("grouping_sets") is not none %} {%- set groups = groups + ["grouping_set"] %} {%- endif %}

    {{
        rankhouse.wide_metrics(
            ref("rankhouse__metrics"), settings.measures, groups, settings.get("latest"), settings.get("convention")
        )
    }}
{% endif %}
