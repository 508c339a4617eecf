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
    {%- set values = rankhouse.mean_values(plan, more=rankhouse.cluster_read(plan, "query_metrics")) -%}
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
