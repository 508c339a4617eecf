{#
What `cluster` would change, for the warning of a table that has such a column and a call that does not name it: the standard
errors of the first difference, or mean, by its queries alone and by their clusters. One row: measure, n_queries, n_clusters,
std_error, clustered_error.
#}
{% macro difference_errors(query_metrics, cluster, system, baseline=none, by=[], systems=[], columns={}) -%}
    {%- set plan = rankhouse.comparison_plan(query_metrics, system, baseline, by, systems, cluster, columns) -%}
    {{
        rankhouse.laid_out(
            rankhouse.query_of(
                rankhouse.difference_steps(plan), "the first comparison", rankhouse.both_errors()
            )
        )
        if execute
    }}
{%- endmacro %}

{% macro mean_errors(query_metrics, cluster, by=[], columns={}) -%}
    {%- set plan = rankhouse.mean_intervals_plan(query_metrics, by, cluster, columns) -%}
    {%- set values = rankhouse.rows_declared(plan, "query_metrics") -%}
    {%- set steps = rankhouse.clustered_value_steps(plan, "query_metrics", "a value of a query", values) -%}
    {%- do steps.extend(rankhouse.clustered_moments_steps(plan)) -%}
    {{ rankhouse.laid_out(rankhouse.query_of(steps, "the first mean", rankhouse.both_errors())) if execute }}
{%- endmacro %}

{% macro both_errors() -%}
    select
        measure,
        n_queries,
        n_clusters,
        {{ rankhouse.ratio("std_dev", "sqrt(" ~ rankhouse.double("n_queries") ~ ")") }} as std_error,
        {{ rankhouse.ratio("cluster_dev", "sqrt(" ~ rankhouse.double("n_clusters") ~ ")") }} as clustered_error
    from rankhouse_moments
    where n_queries > 1 and n_clusters > 1
    order by number
    limit 1
{%- endmacro %}

{#
Means over queries with weights or in clusters, as evaluate has them: the by columns, measure, value, n_queries,
n_clusters, std_error, ci_low, ci_high, normal.
#}
{% macro clustered_summary(query_metrics, cluster, by=[], columns={}) -%}
    {%- set plan = rankhouse.mean_intervals_plan(query_metrics, by, cluster, columns) -%}
    {%- set steps, weight = rankhouse.values_of_means_steps(plan), "weight" if plan.weighs else none -%}
    {%- do steps.extend(rankhouse.clustered_mean_steps("values", plan.by + ["measure"], weight=weight)) -%}
    {%- do steps.append(rankhouse.ranges_step("values", plan.by)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set columns = rankhouse.named_groups(plan, "summary") -%}
    {%- do columns.extend(rankhouse.select_of("summary", ["measure", "value"])) -%}
    {%- for count in ["n_queries", "n_clusters"] -%}
        {%- do columns.append(rankhouse.bigint("summary." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.append("summary.std_error as std_error") -%}
    {%- do columns.extend(
        rankhouse.interval_of("summary.value", "summary.std_error", "ranges.lowest", "ranges.highest")
    ) -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }}
        from rankhouse_summary as summary
        left join rankhouse_ranges as ranges on {{ rankhouse.match("summary", "ranges", plan.by + ["measure"]) }}
        {{ rankhouse.group_joins(plan, "summary") }}
    {%- endset -%}
    {{ rankhouse.laid_out(rankhouse.query_of(steps, "a measure in a group", answer)) if execute }}
{%- endmacro %}
