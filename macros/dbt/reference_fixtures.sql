{#
The reference fixtures of seeds/ against what this engine computes: models that dbt tests, and what `rankhouse check`
runs. A row of the result is an expected value with the computed one and whether they agree.
#}
{% macro test_agrees(model) %} select * from {{ model }} where agrees = 0 {% endmacro %}

{#
The model of one tie rule or policy; models, because a dbt test cannot see every macro that the formulas need. The
measures are written out only where the model is run.
#}
{% macro reference_model(ties="item", queries="judged", unjudged="irrelevant") %}
    {{ config(enabled=var("rankhouse_reference_fixtures", true), materialized="table") }}
    {% set run = rankhouse.reference_table("run") %}
    {% set judgments = rankhouse.reference_table("judgments") %}
    {% set expected = rankhouse.reference_table("expected") %}
    {% if execute %} {{ rankhouse.reference_results(run, judgments, expected, ties, queries, unjudged) }} {% endif %}
{% endmacro %}

{% macro reference_table(name) %} {{ return(ref("rankhouse_reference_" ~ name)) }} {% endmacro %}

{% macro reference_results(run, judgments, expected, ties="item", queries="judged", unjudged="irrelevant") -%}
    {#- The SQL of query_metrics and metrics, with the measures read once. -#}
    {%- set plan = rankhouse.plan(
        {
            "run": run,
            "judgments": judgments,
            "measures": rankhouse.reference_measures(ties, queries, unjudged),
            "by": ["fixture"],
            "judgments_by": ["fixture"],
            "ties": ties,
            "queries": queries,
            "unjudged": unjudged,
        }
    ) -%}
    select
        expected.fixture,
        expected.measure,
        expected.ties,
        expected.queries,
        expected.unjudged,
        expected.query_id,
        expected.source,
        expected.value as expected_value,
        computed.value as computed_value,
        case
            when computed.measure is null
            then 0
            when expected.value is null and computed.value is null
            then 1
            when abs(expected.value - computed.value) <= expected.tolerance
            then 1
            else 0
        end as agrees
    from (select * from {{ expected }}) as expected
    left join
        (
            select fixture, query_id, measure, value
            from ({{ rankhouse.query_metrics_of(plan) }}) as per_query
            union all
            select fixture, null as query_id, measure, value
            from ({{ rankhouse.metrics_of(plan) }}) as means
        ) as computed
        on expected.fixture = computed.fixture
        and expected.measure = computed.measure
        and coalesce(expected.query_id, '') = coalesce(computed.query_id, '')
    where
        expected.ties = {{ rankhouse.literal(ties) }}
        and expected.queries = {{ rankhouse.literal(queries) }}
        and expected.unjudged = {{ rankhouse.literal(unjudged) }}
        {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{# The tie rules and policies that the fixtures have expected values for. #}
{% macro reference_policies() %}
    {{
        return(
            [
                {"ties": "item"},
                {"ties": "average"},
                {"ties": "best"},
                {"ties": "worst"},
                {"queries": "intersection"},
                {"queries": "run"},
                {"queries": "all"},
                {"unjudged": "drop"},
            ]
        )
    }}
{% endmacro %}
