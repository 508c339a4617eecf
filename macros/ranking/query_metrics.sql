{#
One row per query and measure: the `by` columns, query_id, measure, metric, k, value.
A query without relevant items has no recall, AP, NDCG or AUC: its value is NULL.
#}
{% macro query_metrics(
    run,
    judgments=none,
    measures=none,
    by=[],
    judgments_by=[],
    columns={},
    ties=none,
    queries=none,
    unjudged=none,
    checked=false,
    relevant_from=none,
    pool=none,
    convention=none
) -%}
    {%- set policies = {
        "ties": ties,
        "queries": queries,
        "unjudged": unjudged,
        "checked": checked,
        "relevant_from": relevant_from,
        "pool": pool,
        "convention": convention,
    } -%}
    {{
        rankhouse.laid_out(
            rankhouse.query_metrics_of(rankhouse.plan(run, judgments, measures, by, judgments_by, columns, policies))
        )
    }}
{%- endmacro %}

{% macro query_metrics_of(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "measured") -%}
    {%- do columns.extend(rankhouse.columns_of("measured", ["query_id", "measure", "metric", "k", "value"])) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_measured as measured {{ rankhouse.group_joins(plan, "measured") }}
        where measured.is_counted
    {%- endset -%}
    {{ rankhouse.query_of(rankhouse.measured_steps(plan), "a query and a measure", sql) }}
{%- endmacro %}
