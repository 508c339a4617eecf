{#
One row per measure: its mean over queries with their number, the queries that the run misses, the sum (additive),
the standard error and a 95 % interval (normal approximation; NULL below two queries).
#}
{% macro metrics(
    run,
    judgments=none,
    measures=[],
    by=[],
    judgments_by=[],
    columns={},
    ties="item",
    queries="judged",
    unjudged="irrelevant",
    checked=false
) -%}
    {%- set plan = rankhouse.plan(
        run, judgments, measures, by, judgments_by, columns, ties, queries, unjudged, checked
    ) -%}
    {{ rankhouse.metrics_of(plan) }}
{%- endmacro %}

{% macro metrics_of(plan) -%}
    {{ rankhouse.measured_ctes(plan) }},
    rankhouse_summary as (
        select
            {{ (plan.by + ["measure", "metric", "k"]) | join(", ") }},
            avg(case when is_counted then value end) as value,
            count(case when is_counted then value end) as n_queries,
            sum(case when is_missing then 1 else 0 end) as n_missing,
            sum(case when is_counted then value end) as value_sum,
            stddev_samp(case when is_counted then value end)
            / sqrt({{ rankhouse.double("nullif(count(case when is_counted then value end), 0)") }}) as std_error
        from rankhouse_measured
        group by {{ (plan.by + ["measure", "metric", "k"]) | join(", ") }}
    )
    select
        {{ rankhouse.named_groups(plan) }}measure,
        metric,
        k,
        value,
        n_queries,
        cast(n_missing as bigint) as n_missing,
        value_sum,
        std_error,
        value - 1.959963984540054 * std_error as ci_low,
        value + 1.959963984540054 * std_error as ci_high
    from rankhouse_summary
{%- endmacro %}
