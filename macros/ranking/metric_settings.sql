{#
What the numbers of an evaluation are made with, a row per setting of a measure: settings_id, name, value. It takes the
arguments of metrics that numbers depend on; the settings_id is that of the rows of metrics and query_metrics with
provenance.
#}
{% macro metric_settings(
    measures=none,
    ties=none,
    queries=none,
    unjudged=none,
    relevant_from=none,
    pool=none,
    convention=none,
    exclude=none,
    candidates=none,
    intents=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("metric_settings", kwargs) -%}
    {%- set arguments = {
        "run": "run",
        "judgments": "judgments",
        "measures": measures,
        "columns": columns,
        "ties": ties,
        "queries": queries,
        "unjudged": unjudged,
        "relevant_from": relevant_from,
        "pool": pool,
        "convention": convention,
        "exclude": exclude,
        "candidates": candidates,
        "intents": intents,
        "takes_weights": true,
    } -%}
    {%- set plan = rankhouse.plan(arguments) -%}
    {{ rankhouse.laid_out(rankhouse.metric_settings_of(plan)) if execute }}
{%- endmacro %}

{% macro metric_settings_of(plan) -%}
    {%- set rows = [] -%}
    {%- for measure in rankhouse.certified(plan).measures -%}
        {%- for setting in measure.settings -%}
            {%- do rows.append(
                "select "
                ~ measure.settings_id
                ~ " as settings_id, "
                ~ rankhouse.literal(setting.name)
                ~ " as name, "
                ~ rankhouse.literal(setting.value)
                ~ " as value"
            ) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ rows | join("\nunion all\n") }}
{%- endmacro %}
