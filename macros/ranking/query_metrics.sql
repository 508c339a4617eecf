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
    convention=none,
    exclude=none,
    candidates=none,
    intents=none,
    provenance=false
) -%}
    {%- do rankhouse.refuse_others("query_metrics", kwargs) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "measures": measures,
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "ties": ties,
        "queries": queries,
        "unjudged": unjudged,
        "checked": checked,
        "relevant_from": relevant_from,
        "pool": pool,
        "convention": convention,
        "exclude": exclude,
        "candidates": candidates,
        "intents": intents,
        "provenance": provenance,
        "takes_weights": true,
    } -%}
    {%- do rankhouse.check_groups("query_metrics", {"by": by, "judgments_by": judgments_by}) -%}
    {%- set plan = rankhouse.plan(arguments) -%}
    {{ rankhouse.laid_out(rankhouse.query_metrics_of(plan)) if execute }}
{%- endmacro %}

{#
`summed`: with what a summary needs beside the values, n_missing (0 or 1) and, where measures have weights, weight; then
also the rows of missing queries that do not count, whose value is NULL. `every_query`: the rows of
all other queries that do not count too, so that a group without any query that counts still shows. `steps`: those of the plan
that stand here, where the first ones stand around the query.
#}
{% macro query_metrics_of(plan, summed=false, every_query=false, steps=none) -%}
    {%- set columns = rankhouse.named_groups(plan, "measured") -%}
    {%- do columns.extend(rankhouse.columns_of("measured", ["query_id", "measure", "metric", "k", "value"])) -%}
    {%- if summed -%}
        {%- do columns.append("case when measured.is_missing then 1 else 0 end as n_missing") -%}
    {%- endif -%}
    {%- if (summed and plan.weighted) or rankhouse.queries_weigh(plan) -%}
        {%- do columns.append("measured.weight as weight") -%}
    {%- endif -%}
    {%- do columns.extend(rankhouse.candidates_column(plan)) -%}
    {%- do columns.extend(rankhouse.provenance_columns(plan, "measured.measure")) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_measured as measured {{ rankhouse.group_joins(plan, "measured") }}
        {%- if not every_query %}
            where measured.is_counted {{ "or measured.is_missing" if summed }}
        {%- endif %}
    {%- endset -%}
    {{
        rankhouse.query_of(
            rankhouse.measured_steps(plan) if steps is none else steps,
            "a query and a measure",
            sql,
        )
    }}
{%- endmacro %}
