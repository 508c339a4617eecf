{#
Means over queries that are related by a cluster: rankhouse_<name>, with value, n_queries, n_clusters, n_left_out (queries
without a value) and std_error of each group, from a step with cluster_id, query_id and a value. With G clusters of n queries
in all
    std_error = sqrt(G / (G - 1) * sum over clusters of (sum of (value - mean))^2) / n
as statsmodels has it (cov_type="cluster", of a constant). NULL for one cluster, 0 where only rounding is left. A query without
a cluster is one of its own. With weights the mean is weighted, each deviation too, and n is their sum.

rankhouse_clusters has the clusters: cluster_id, n (queries with a value), total (of their values) and size (of these without
their signs).

    nullable    columns of the group that may be NULL, because they are the user's
    sums        further figures of a group, {name: [of a cluster, over clusters]}
#}
{% macro clustered_mean_steps(source, group, value="value", name="summary", weight=none, nullable=[], sums={}) %}
    {%- set found = "found." ~ value -%}
    {%- set mean = rankhouse.mean_of(value) if weight is none else rankhouse.weighted_mean(value=value) -%}
    {%- set means -%}
        select {{ rankhouse.listed(group + [mean ~ " as mean_value"]) }}
        from rankhouse_{{ source }}
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    {%- set times = "found." ~ weight ~ " * " if weight is not none else "" -%}
    {%- set figures = {
        "n": "count(" ~ found ~ ")",
        "n_left_out": "count(*) - count(" ~ found ~ ")",
        "mean_value": "max(means.mean_value)",
        "deviation": "sum(" ~ times ~ "(" ~ found ~ " - means.mean_value))",
        "total": "sum(" ~ times ~ found ~ ")",
        "size": "sum(" ~ times ~ "abs(" ~ found ~ "))",
        "divisor": (
            "count(" ~ found ~ ")"
            if weight is none
            else "sum(case when " ~ found ~ " is not null then found." ~ weight ~ " end)"
        ),
    } -%}
    {%- for each, figure in sums.items() -%} {%- do figures.update({each: figure[0]}) -%} {%- endfor -%}
    {%- set columns = rankhouse.select_of("found", group + ["cluster_id"]) -%}
    {%- set clusters -%}
        select {{ rankhouse.listed(columns + rankhouse.named_expressions(figures)) }}
        from rankhouse_{{ source }} as found
        join rankhouse_group_means as means on {{ rankhouse.match("found", "means", group | reject("in", nullable) | list) }}
            {{ rankhouse.and_same_groups("found", "means", nullable) }}
        group by
            {{ rankhouse.inline(rankhouse.columns_of("found", group + ["cluster_id"])) }},
            case when found.cluster_id is null then found.query_id end
    {%- endset -%}
    {%- set n_clusters = "count(case when n > 0 then 1 end)" -%}
    {%- set error -%}
        sqrt({{ rankhouse.ratio(n_clusters, n_clusters ~ " - 1") }} * sum(deviation * deviation))
    {%- endset -%}
    {%- set summed = {
        "value": "max(mean_value)",
        "n_queries": "sum(n)",
        "n_clusters": n_clusters,
        "n_left_out": "sum(n_left_out)",
        "std_error": "case when "
        ~ error
        ~ " <= 1e-12 * sum(size) then "
        ~ rankhouse.double("0")
        ~ " else "
        ~ error
        ~ " / nullif(sum(divisor), 0) end",
    } -%}
    {%- for each, figure in sums.items() -%} {%- do summed.update({each: figure[1]}) -%} {%- endfor -%}
    {%- set summary -%}
        select {{ rankhouse.listed(group + rankhouse.named_expressions(summed)) }}
        from rankhouse_clusters
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("group_means", "the mean of a group", means),
                rankhouse.step("clusters", "a cluster of queries", clusters),
                rankhouse.step(name, "a measure in a group, over its queries and clusters", summary),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_summary of rankhouse_measured, by number in a group: with clusters as above, else each query counts for itself. #}
{% macro measured_mean_steps(plan, row) %}
    {%- set group = plan.by + ["number"] -%}
    {%- if plan.cluster is not none -%} {{ return(rankhouse.clustered_mean_steps("measured", group)) }}{%- endif -%}
    {%- set figures = {
        "value": rankhouse.mean_of("value"),
        "n_queries": "count(value)",
        "n_left_out": "count(*) - count(value)",
        "std_error": rankhouse.standard_error("value"),
    } -%}
    {%- set summary -%}
        select {{ rankhouse.listed(group + rankhouse.named_expressions(figures)) }}
        from rankhouse_measured
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    {{ return([rankhouse.step("summary", row, summary)]) }}
{% endmacro %}
