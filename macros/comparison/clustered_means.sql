{#
Means over queries that hang together by a cluster: rankhouse_summary, with value, n_queries, n_clusters, n_left_out (queries
without a value) and std_error of each group, from a step with cluster_id and value. With G clusters of n queries in all
    std_error = sqrt(G / (G - 1) * sum over clusters of (sum of (value - mean))^2) / n
as statsmodels has it (cov_type="cluster", of a constant). NULL for one cluster. A query without a cluster is one of its own.
#}
{% macro clustered_mean_steps(source, group) %}
    {%- set means -%}
        select {{ rankhouse.listed(group + [rankhouse.mean_of("value") ~ " as mean_value"]) }}
        from rankhouse_{{ source }}
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    {%- set figures = {
        "n": "count(found.value)",
        "n_left_out": "count(*) - count(found.value)",
        "mean_value": "max(means.mean_value)",
        "deviation": "sum(found.value - means.mean_value)",
    } -%}
    {%- set clusters -%}
        select {{ rankhouse.listed(rankhouse.select_of("found", group) + rankhouse.named_expressions(figures)) }}
        from rankhouse_{{ source }} as found
        join rankhouse_means as means on {{ rankhouse.match("found", "means", group) }}
        group by
            {{ rankhouse.inline(rankhouse.columns_of("found", group + ["cluster_id"])) }},
            case when found.cluster_id is null then found.query_id end
    {%- endset -%}
    {%- set n_clusters = "count(case when n > 0 then 1 end)" -%}
    {%- set summed = {
        "value": "max(mean_value)",
        "n_queries": "sum(n)",
        "n_clusters": n_clusters,
        "n_left_out": "sum(n_left_out)",
        "std_error": "sqrt("
        ~ rankhouse.ratio(n_clusters, n_clusters ~ " - 1")
        ~ "\n* sum(deviation * deviation)) / nullif(sum(n), 0)",
    } -%}
    {%- set summary -%}
        select {{ rankhouse.listed(group + rankhouse.named_expressions(summed)) }}
        from rankhouse_clusters
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("means", "the mean of a group", means),
                rankhouse.step("clusters", "a cluster of queries", clusters),
                rankhouse.step("summary", "a measure in a group, over its queries and clusters", summary),
            ]
        )
    }}
{% endmacro %}
