{#
A mean with an interval: one row per group and measure of a table of query_metrics: the by columns, measure, metric, k, value
(the mean over queries), n_queries, std_dev (of the values), ci_low, ci_high, method. `method`:
    t           Student's t distribution; the ends stay in the range of the measure, as far as its name tells
    bootstrap   the quantiles of means of resampled queries; see bootstrap.sql
    bca         the same, corrected for bias and skewness
    wilson      Wilson's score interval (1927), of values that are 0 or 1; NULL where others occur
NULL below two queries, but for wilson. A value that is NULL, NaN or beyond 1e100 does not count.

`cluster` names a column, such as the user: queries with the same value of it may be related. The standard error is then
that of clusters, with G - 1 degrees of freedom, whole clusters are drawn, and n_clusters comes after n_queries. Not for wilson.
#}
{% macro mean_intervals(
    query_metrics,
    by=["system"],
    method="t",
    confidence=0.95,
    repetitions=10000,
    seed=0,
    cluster=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("mean_intervals", kwargs) -%}
    {%- set plan = rankhouse.mean_intervals_plan(query_metrics, by, cluster, columns) -%}
    {%- if method == "wilson" and cluster is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wilson_of_clusters()) }}
    {%- elif method == "wilson" and rankhouse.values_weigh(plan) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wilson_of_weights()) }}
    {%- endif -%}
    {%- set arguments = {"method": method, "confidence": confidence, "repetitions": repetitions, "seed": seed} -%}
    {%- do plan.update(rankhouse.read_arguments("mean_intervals", arguments)) -%}
    {%- do plan.update({"interval": "percentile" if method == "bootstrap" else method}) -%}
    {{ rankhouse.laid_out(rankhouse.mean_intervals_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know of the table, with the arguments checked. #}
{% macro mean_intervals_plan(query_metrics, by, cluster, columns) %}
    {%- set arguments = {"query_metrics": query_metrics, "cluster": cluster} -%}
    {%- set plan = rankhouse.plan_of("mean_intervals", rankhouse.reads_values_of_queries(), arguments, by, columns) -%}
    {{ return(dict(plan, weighs=rankhouse.is_named(plan, "query_metrics", "weight"))) }}
{% endmacro %}

{% macro says_wilson_of_clusters() %}
    {{ return("wilson is for independent queries: leave cluster out, or use method='t', 'bootstrap' or 'bca'") }}
{% endmacro %}

{% macro says_wilson_of_weights() %}
    {{ return("wilson counts queries alike: leave weight out, or use method='t', 'bootstrap' or 'bca'") }}
{% endmacro %}

{% macro mean_intervals_of(plan) -%}
    {%- set steps = rankhouse.values_of_means_steps(plan) -%}
    {%- if rankhouse.has_units(plan) -%} {%- do steps.extend(rankhouse.clustered_moments_steps(plan)) -%}
    {%- elif plan.method in ["bootstrap", "bca"] -%}
        {%- do steps.extend(rankhouse.numbered_means_steps(plan)) -%}
        {%- do steps.append(rankhouse.step("moments", "a mean", rankhouse.mean_moments(plan, "differences"))) -%}
    {%- else -%} {%- do steps.append(rankhouse.step("moments", "a mean", rankhouse.mean_moments(plan, "values"))) -%}
    {%- endif -%}
    {%- if plan.method in ["bootstrap", "bca"] -%}
        {%- do steps.extend(rankhouse.resampled_means_steps(plan, "a mean")) -%}
        {%- do steps.extend(rankhouse.quantile_steps(plan, "a mean")) -%}
    {%- endif -%}
    {%- if plan.method == "t" -%}
        {%- do steps.append(rankhouse.ranges_step("values", plan.by)) -%}
        {%- do steps.extend(rankhouse.student_limit_steps("moments", plan.confidence)) -%}
    {%- elif plan.method == "wilson" -%}
        {%- do steps.append(rankhouse.normal_limit_step(plan.confidence)) -%}
        {%- do steps.append(
            rankhouse.step(
                "scored", "a mean of zeros and ones, with its score interval", rankhouse.scored_means(plan)
            )
        ) -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a mean with its interval", rankhouse.mean_intervals_answer(plan)) }}
{%- endmacro %}

{# The steps that end in rankhouse_values. #}
{% macro values_of_means_steps(plan) %}
    {%- set values = rankhouse.rows_declared(plan, "query_metrics") -%}
    {%- set values = rankhouse.weighed_values(plan, values) if rankhouse.values_weigh(plan) else values -%}
    {%- if plan.cluster is not none -%}
        {{ return(rankhouse.clustered_value_steps(plan, "query_metrics", "a value of a query", values)) }}
    {%- endif -%}
    {{ return([rankhouse.step("values", "a value of a query", values)]) }}
{% endmacro %}

{# A query that weighs 0 does not count. #}
{% macro weighed_values(plan, values) -%}
    select found.* {{ ", found.query_id as cluster_id" if plan.cluster is none }}
    from ({{ values }}) as found
    where {{ rankhouse.unless_wrong_weights("weight") }} and coalesce(weight, 1) <> 0
{%- endmacro %}

{# From rankhouse_values with clusters to rankhouse_moments. #}
{% macro clustered_moments_steps(plan) %}
    {%- set steps = rankhouse.numbered_means_steps(plan) + rankhouse.cluster_difference_steps(plan) -%}
    {%- do steps.append(rankhouse.step("moments", "a mean", rankhouse.mean_moments(plan, "differences"))) -%}
    {{ return(steps) }}
{% endmacro %}

{# rankhouse_differences, as a bootstrap reads them: the values, with the number of their mean. #}
{% macro numbered_means_steps(plan) %}
    {%- set key = plan.by + ["measure"] -%}
    {%- set means -%}
        select
        {{
            rankhouse.listed(
                key
                + [
                    "max(metric) as metric",
                    "max(k) as k",
                    "row_number() over (order by " ~ rankhouse.inline(key) ~ ") as number",
                ]
            )
        }}
        from rankhouse_values
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set differences -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("means", key + ["metric", "k", "number"])
                + ["found.query_id as query_id", "found.value as value", "found.value as difference"]
                + (["found.cluster_id as cluster_id"] if rankhouse.has_units(plan) else [])
                + (["found.weight as weight"] if rankhouse.values_weigh(plan) else [])
            )
        }}
        from rankhouse_means as means
        join rankhouse_values as found on {{ rankhouse.match("means", "found", key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("means", "a measure in a group, with a number", means),
                rankhouse.step("differences", "the same and a query, with its value", differences),
            ]
        )
    }}
{% endmacro %}

{# Equal values have no spread, even where rounding leaves some. #}
{% macro mean_moments(plan, source) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set is_numbered = source == "differences" -%}
    {%- set group = key + (["metric", "k", "number"] if is_numbered else []) -%}
    {%- set sums = {"metric": "max(metric)", "k": "max(k)"} if not is_numbered else {} -%}
    {%- do sums.update(
        {
            "value": rankhouse.mean_of_queries(plan, "value"),
            "n_queries": "count(value)",
            "std_dev": "stddev_samp(value)",
            "n_ones": "sum(case when value = 1 then 1 else 0 end)",
            "n_others": "sum(case when value not in (0, 1) then 1 else 0 end)",
        }
    ) -%}
    {%- set std_dev -%}
        case
            when n_queries < 2
            then null
            when std_dev <= 1e-12 * abs(value)
            then {{ rankhouse.double("0") }}
            else std_dev
        end as std_dev
    {%- endset -%}
    {%- set n = rankhouse.tested_columns(plan).n -%}
    {%- set effective = ["n_effective"] if rankhouse.values_weigh(plan) else [] -%}
    {%- set columns = key + ["metric", "k"] -%}
    {%- do columns.extend(["number", "value as difference"] if is_numbered else ["n_ones", "n_others"]) -%}
    {%- do columns.extend(["value", "n_queries"]) -%}
    {%- do columns.append("case when " ~ n ~ " > 1 then " ~ rankhouse.double(n ~ " - 1") ~ " end as degrees") -%}
    {%- do columns.append(std_dev) -%}
    {%- if rankhouse.has_units(plan) -%}
        {%- do columns.extend([n, rankhouse.cluster_deviation("std_error", n)] + effective) -%}
    {%- endif -%}
    {%- set summed -%}
        select {{ rankhouse.listed(group + rankhouse.named_expressions(sums)) }}
        from rankhouse_{{ source }}
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    select {{ rankhouse.listed(columns) }}
    from
        {%- if not rankhouse.has_units(plan) %} ({{ summed }}) as summed
        {%- else %}
            (
                select
                    {{
                        rankhouse.listed(
                            ["summed.*"] + rankhouse.select_of("clustered", ["n_clusters", "std_error"] + effective)
                        )
                    }}
                from ({{ summed }}) as summed
                join rankhouse_cluster_sums as clustered on summed.number = clustered.number
            ) as summed
        {%- endif %}
{%- endmacro %}

{#
The roots of (value - p)^2 = z^2 * p * (1 - p) / n; the lower is exactly 0 without a hit, the upper exactly 1 with hits
alone.
#}
{% macro scored_means(plan) -%}
    {%- set kept = plan.by + ["measure", "metric", "k", "value", "n_queries", "std_dev"] -%}
    {%- set counted = rankhouse.select_of("moments", kept + ["n_ones", "n_others"]) -%}
    {%- do counted.append("limits.z_limit * limits.z_limit as square") -%}
    {%- do counted.append("nullif(" ~ rankhouse.double("moments.n_queries") ~ ", 0) as n") -%}
    {%- set middle = rankhouse.wilson_middle("value", "n", "square") -%}
    {%- set half = rankhouse.wilson_half("value", "n", "square") -%}
    select
        {{ rankhouse.listed(kept) }},
        case when n_others > 0 then null when n_ones = 0 then 0 * n else {{ middle }} - {{ half }} end as ci_low,
        case
            when n_others > 0 then null when n_ones = n_queries then n / n else {{ middle }} + {{ half }}
        end as ci_high
    from
        (
            select {{ rankhouse.listed(counted) }}
            from rankhouse_moments as moments
            cross join rankhouse_limit as limits
        ) as counted
{%- endmacro %}

{% macro mean_intervals_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "moments") -%}
    {%- do columns.extend(rankhouse.select_of("moments", ["measure", "metric", "k", "value"])) -%}
    {%- for count in ["n_queries"] + ([] if plan.cluster is none else ["n_clusters"]) -%}
        {%- do columns.append(rankhouse.bigint("moments." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.extend(["moments.n_effective as n_effective"] if rankhouse.values_weigh(plan) else []) -%}
    {%- do columns.append("moments.std_dev as std_dev") -%}
    {%- if plan.method == "t" -%}
        {%- set half = rankhouse.half_of_interval(rankhouse.tested_columns(plan).deviation) -%}
        {%- set low, high = "moments.value - " ~ half, "moments.value + " ~ half -%}
        {%- do columns.append(rankhouse.low_end(low, "moments.value", "ranges.lowest") ~ " as ci_low") -%}
        {%- do columns.append(rankhouse.high_end(high, "moments.value", "ranges.highest") ~ " as ci_high") -%}
    {%- elif plan.method == "wilson" -%}
        {%- do columns.extend(rankhouse.select_of("moments", ["ci_low", "ci_high"])) -%}
    {%- else -%}
        {%- for end in ["ci_low", "ci_high"] -%}
            {%- do columns.append("case when moments.n_queries > 1 then intervals." ~ end ~ " end as " ~ end) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do columns.append(rankhouse.literal(plan.method) ~ " as method") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_{{ "scored" if plan.method == "wilson" else "moments" }} as moments
    {% if plan.method == "t" %}
        left join rankhouse_moments_quantiles as quantiles on moments.degrees = quantiles.degrees
        left join rankhouse_ranges as ranges on {{ rankhouse.match("moments", "ranges", plan.by + ["measure"]) }}
    {% elif plan.method != "wilson" %}
        left join rankhouse_intervals as intervals on moments.number = intervals.number
        {% endif %} {{ rankhouse.group_joins(plan, "moments") }}
{%- endmacro %}
