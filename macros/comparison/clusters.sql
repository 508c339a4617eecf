{#
Values of related queries: the steps that end in rankhouse_values, which has the columns of `read`, a query by
itself and cluster_id, the first of the queries of its cluster. So whatever clusters are called, and where each query is one of
its own, the hash of a cluster is that of a query. The cluster of a query is that of its group: none is one of its own, and two
stop the query.
#}
{% macro clustered_value_steps(plan, side, row, read) %}
    {%- set key = plan.by + ["query_id"] -%}
    {%- set named = rankhouse.clusters_of_queries(plan, side, key, "rankhouse_values_read") -%}
    {%- set cluster = plan.by + ["cluster_name", "case when cluster_name is null then query_id end"] -%}
    {%- set first -%}
        first_value(query_id) over (
            partition by {{ rankhouse.inline(cluster) }} order by {{ rankhouse.byte_order("query_id", "asc") }}
            rows between unbounded preceding and current row
        ) as cluster_id
    {%- endset -%}
    {%- set clustered -%} select {{ rankhouse.listed(key + [first]) }} from rankhouse_named_clusters {%- endset -%}
    {%- set values -%}
        select found.*, clustered.cluster_id as cluster_id
        from rankhouse_values_read as found
        join rankhouse_clustered as clustered on {{ rankhouse.match("found", "clustered", key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("values_read", row ~ ", with the name of its cluster", read),
                rankhouse.step("named_clusters", "a query, with its cluster", named),
                rankhouse.step("clustered", "the same, with the first query of its cluster", clustered),
                rankhouse.step("values", row ~ ", with its cluster", values),
            ]
        )
    }}
{% endmacro %}

{# Whether queries have weights, in the column that `columns` names `weight`, as query_metrics gives it. #}
{% macro values_weigh(plan) %} {{ return(plan.get("weighs", false)) }}{% endmacro %}

{# Whether what varies is a unit with a sum: a cluster of queries, or a query with its weight. #}
{% macro has_units(plan) %} {{ return(plan.get("cluster") is not none or rankhouse.values_weigh(plan)) }} {% endmacro %}

{# A mean over queries, weighted where they have weights. #}
{% macro mean_of_queries(plan, value) %}
    {{ return(rankhouse.weighted_mean(value=value) if rankhouse.values_weigh(plan) else rankhouse.mean_of(value)) }}
{% endmacro %}

{# The weight of a query, and where there are no clusters its own as one, as columns of rankhouse_values. #}
{% macro weight_read(plan, side) %}
    {%- if not rankhouse.values_weigh(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set columns = [rankhouse.double(rankhouse.renamed(side, "weight", plan.columns)) ~ " as weight"] -%}
    {%- if plan.get("cluster") is none -%}
        {%- do columns.append(rankhouse.renamed(side, "query_id", plan.columns) ~ " as cluster_id") -%}
    {%- endif -%}
    {{ return(columns) }}
{% endmacro %}

{# A condition on values by query that always holds: what is no weight stops the query. #}
{% macro unless_wrong_weights(weight="weight") %}
    {%- set is_weight = "coalesce(" ~ weight ~ " >= 0 and " ~ rankhouse.is_moderate(weight) ~ ", false)" -%}
    {%- set said = [
        rankhouse.literal("query_metrics: query_id "),
        rankhouse.text("query_id"),
        rankhouse.literal(" has no weight, or one below 0 or beyond 1e100: give it a number of at least 0"),
    ] -%}
    {{ return(rankhouse.unless("not " ~ is_weight, "\n" ~ said | join("\n|| ") ~ "\n")) }}
{% endmacro %}

{# The column of the clusters as clustered_value_steps reads it; nothing where queries count for themselves. #}
{% macro cluster_read(plan, side) %}
    {%- if plan.get("cluster") is none -%} {{ return([]) }}{%- endif -%}
    {{ return([rankhouse.text(rankhouse.renamed(side, "cluster", plan.columns)) ~ " as cluster_name"]) }}
{% endmacro %}

{#
The steps from rankhouse_differences (number, query_id, cluster_id, difference) to rankhouse_cluster_differences: number,
query_id (the first of the cluster), n, total and difference, the mean of its queries, 0 where only rounding is left; and
rankhouse_cluster_sums: of each number n_clusters, std_error, and how many clusters are above, at and below 0.
#}
{% macro cluster_difference_steps(plan) %}
    {%- set is_tie = "abs(total) <= 1e-12 * size" -%}
    {%- set zero = rankhouse.double("0") -%}
    {%- set weighs = rankhouse.values_weigh(plan) -%}
    {%- set n = "divisor" if weighs else "n" -%}
    {%- set differences -%}
        select
            number,
            cluster_id as query_id,
            {{ n }} as n,
            case when {{ is_tie }} then {{ zero }} else total end as total,
            case when {{ is_tie }} then {{ zero }} else total / {{ n }} end as difference
        from rankhouse_clusters
        where n > 0
    {%- endset -%}
    {%- set sums -%}
        select
            clustered.number as number,
            max(clustered.n_clusters) as n_clusters,
            max(clustered.std_error) as std_error,
            {% if weighs %} max(clustered.n_effective) as n_effective, {% endif %}
            sum(case when found.difference > 0 then 1 else 0 end) as cluster_wins,
            sum(case when found.difference = 0 then 1 else 0 end) as cluster_ties,
            sum(case when found.difference < 0 then 1 else 0 end) as cluster_losses
        from rankhouse_clustered_means as clustered
        left join rankhouse_cluster_differences as found on clustered.number = found.number
        group by clustered.number
    {%- endset -%}
    {%- set weight = "weight" if weighs else none -%}
    {%- set further = rankhouse.effective_sums("difference") if weighs else {} -%}
    {%- set steps = rankhouse.clustered_mean_steps(
        "differences", ["number"], "difference", "clustered_means", weight, [], further
    ) -%}
    {%- do steps.append(rankhouse.step("cluster_differences", "a cluster with its mean", differences)) -%}
    {%- do steps.append(rankhouse.step("cluster_sums", "the same, summed up over clusters", sums)) -%}
    {{ return(steps) }}
{% endmacro %}

{#
What hangs together is drawn and flipped together: the step that has a row per unit of a mean, a unit being a query or a
cluster, the sum of its values and how many these are; and the name of its id, and the relation that has all of these. A decision
has units of its own.
#}
{% macro units_of(plan) %}
    {%- if "units" in plan -%} {{ return(plan.units) }}{%- endif -%}
    {%- set names = "rankhouse_values" -%}
    {%- if not rankhouse.has_units(plan) -%}
        {{ return({"source": "differences", "total": "difference", "id": "query_id", "names": names}) }}
    {%- endif -%}
    {{ return({"source": "cluster_differences", "total": "total", "id": "cluster_id", "names": names}) }}
{% endmacro %}

{# The columns of rankhouse_moments that tests look at, of units: how many there are, their deviation, wins, ties and losses. #}
{% macro tested_columns(plan) %}
    {%- if not rankhouse.has_units(plan) -%}
        {{ return({"n": "n_queries", "deviation": "std_dev", "wins": "wins", "ties": "ties", "losses": "losses"}) }}
    {%- endif -%}
    {{
        return(
            {
                "n": "n_clusters",
                "deviation": "cluster_dev",
                "wins": "cluster_wins",
                "ties": "cluster_ties",
                "losses": "cluster_losses",
            }
        )
    }}
{% endmacro %}

{# As many clusters have the standard error that as many single values with this standard deviation have. #}
{% macro cluster_deviation(std_error, n_clusters) %}
    {{ return(std_error ~ " * sqrt(" ~ rankhouse.double(n_clusters) ~ ") as cluster_dev") }}
{% endmacro %}
