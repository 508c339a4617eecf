{#
One row per measure: its mean over queries with their number, the queries that the run misses, the sum (additive),
the standard error and a 95 % interval (normal approximation; NULL below two queries). `grouping_sets` are lists of
grouping columns: each row is then one group of one of them, named in the column grouping_set, the other grouping columns
being NULL. `min_queries` leaves out means over fewer queries.

`cluster` names a column of the judgments, such as the user: queries with the same value of it may be related. std_error and
the interval are then those of clusters, and n_clusters comes after n_queries. A query without judgments is a cluster of its own.
Where a grouping set puts several groups together, the values of one query or cluster are of one cluster.
#}
{% macro metrics(
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
    grouping_sets=none,
    min_queries=0,
    exclude=none,
    candidates=none,
    intents=none,
    provenance=false,
    cluster=none
) -%}
    {%- do rankhouse.refuse_others("metrics", kwargs) -%}
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
        "cluster": cluster,
        "takes_weights": true,
    } -%}
    {%- do rankhouse.check_arguments("metrics", {"min_queries": min_queries}) -%}
    {%- do rankhouse.check_groups("metrics", {"by": by, "judgments_by": judgments_by}) -%}
    {%- set plan = rankhouse.plan(arguments) -%}
    {%- do rankhouse.check_grouping_sets(plan.outputs, grouping_sets) -%}
    {{ rankhouse.laid_out(rankhouse.metrics_of(plan, grouping_sets, min_queries)) if execute }}
{%- endmacro %}

{% macro metrics_of(plan, grouping_sets=none, min_queries=0) -%}
    {%- set steps, named = rankhouse.measured_steps(plan), grouping_sets is not none -%}
    {%- if plan.get("cluster") is not none -%}
        {%- do steps.append(rankhouse.query_clusters_step(plan)) -%}
    {%- endif -%}
    {%- if rankhouse.summed_step_name(plan, named) == "summable" -%}
        {%- do steps.append(
            rankhouse.step("summable", "a value to be summed", rankhouse.summable_values(plan, named))
        ) -%}
    {%- endif -%}
    {{ rankhouse.summary_of(plan, steps, named, grouping_sets, min_queries) }}
{%- endmacro %}

{#
The summary of the values that `steps` end in. `named`: they have the user's grouping columns one by one, under names of
ours, as grouping sets need them, instead of keys.
#}
{% macro summary_of(plan, steps, named, grouping_sets=none, min_queries=0) -%}
    {%- set in_sets = grouping_sets is not none -%}
    {{
        rankhouse.query_of(
            steps + rankhouse.summary_steps(plan, named, grouping_sets),
            "a measure in a group, over its queries",
            rankhouse.summary_answer(plan, named, in_sets, min_queries),
        )
    }}
{%- endmacro %}

{# From these values to rankhouse_summary. #}
{% macro summary_steps(plan, named, grouping_sets=none) %}
    {%- set in_sets, steps = grouping_sets is not none, [] -%}
    {%- set keys = rankhouse.set_columns(plan) if named else plan.by -%}
    {%- set group = keys + (["grouping_set"] if in_sets else []) + rankhouse.measure_key(plan) -%}
    {%- if in_sets -%} {%- do steps.extend(rankhouse.grouped_steps(plan, grouping_sets)) -%} {%- endif -%}
    {%- set source = "grouped" if in_sets else rankhouse.summed_step_name(plan, named) -%}
    {%- if plan.get("cluster") is not none -%}
        {{ return(steps + rankhouse.clustered_summary_steps(plan, group, source, keys if named else [])) }}
    {%- endif -%}
    {%- if plan.weighted -%} {%- do steps.append(rankhouse.weighted_step(group, source)) -%} {%- endif -%}
    {%- set source = "weighted" if plan.weighted else source -%}
    {%- do steps.append(
        rankhouse.step("summary", "a measure in a group", rankhouse.summary_of_values(plan, group, source))
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# The step that a summary reads: rankhouse_measured, unless groups have to be named or logarithms taken first. #}
{% macro summed_step_name(plan, named) %}
    {{ return("summable" if named or plan.geometric or plan.get("cluster") is not none else "measured") }}
{% endmacro %}

{% macro summable_values(plan, named) -%}
    {%- set columns = (
        rankhouse.named_groups(plan, "measured", rankhouse.set_columns(plan)) if named else plan.by | list
    ) -%}
    {%- set value = rankhouse.summable(plan, "value") -%}
    {%- if plan.get("cluster") is none -%} {%- do columns.extend(rankhouse.summed_figures(plan)) -%}
    {%- else -%}
        {%- set columns = columns if named else rankhouse.select_of("measured", plan.by) -%}
        {%- do columns.extend(rankhouse.select_of("measured", ["query_id"] + rankhouse.summed_figures(plan))) -%}
        {%- do columns.append("clusters.cluster_name as cluster_id") -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns + [value ~ " as value"]) }}
    from rankhouse_measured as measured
    {%- if plan.get("cluster") is not none %}
        left join
            rankhouse_query_clusters as clusters
            on {{ rankhouse.match("measured", "clusters", plan.label_by + ["query_id"]) }}
        {%- endif %} {{ rankhouse.group_joins(plan, "measured") if named }}
{%- endmacro %}

{# What is summed of a query and a measure beside the value. #}
{% macro summed_figures(plan) %}
    {{ return(rankhouse.measure_key(plan) + ["is_missing"] + (["weight"] if plan.weighted else [])) }}
{% endmacro %}

{# The cluster of each judged query. #}
{% macro query_clusters_step(plan) %}
    {%- set source = rankhouse.as_source(plan.judgments, "judgments") -%}
    {%- set query = rankhouse.renamed("judgments", "query_id", plan.columns) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "judgments") + [query ~ " as query_id"] -%}
    {%- do columns.append(rankhouse.text(rankhouse.own_column("judgments", plan.cluster)) ~ " as cluster_name") -%}
    {%- set rows = "(\nselect\n" ~ rankhouse.listed(columns) ~ "\nfrom " ~ source ~ "\nwhere " ~ query -%}
    {%- set rows = rows ~ " is not null\n) as judged" -%}
    {%- set sql = rankhouse.clusters_of_queries(plan, "judgments", plan.label_by + ["query_id"], rows) -%}
    {{ return(rankhouse.step("query_clusters", "a judged query, with its cluster", sql)) }}
{% endmacro %}

{# rankhouse_summary over clusters. A measure tells its metric and cutoff, of which the cutoff may be NULL. #}
{% macro clustered_summary_steps(plan, group, source, nullable) %}
    {%- set told = rankhouse.measure_key(plan)[1:] -%}
    {%- set weight, sums = "weight" if plan.weighted else none, {} -%}
    {%- for name in told -%}
        {%- do sums.update({name: ["max(found." ~ name ~ ")", "max(" ~ name ~ ")"]}) -%}
    {%- endfor -%}
    {%- set value = "found.weight * found.value" if plan.weighted else "found.value" -%}
    {%- do sums.update(
        {
            "n_missing": ["sum(case when found.is_missing then 1 else 0 end)", "sum(n_missing)"],
            "value_sum": [rankhouse.sum_of(value), rankhouse.sum_of("value_sum")],
        }
    ) -%}
    {%- if rankhouse.queries_weigh(plan) -%} {%- do sums.update(rankhouse.effective_sums("value")) -%} {%- endif -%}
    {%- set keys = group | reject("in", told) | list -%}
    {{ return(rankhouse.clustered_mean_steps(source, keys, "value", "summary", weight, nullable, sums)) }}
{% endmacro %}

{# The mean of a geometric measure is taken over logarithms. #}
{% macro summable(plan, value) %}
    {{
        return(
            "case when " ~ rankhouse.is_geometric() ~ " then ln(" ~ rankhouse.gmap(value) ~ ") else " ~ value ~ " end"
            if plan.geometric
            else value
        )
    }}
{% endmacro %}

{% macro weighted_step(group, source) %}
    {%- set mean = rankhouse.weighted_mean("over (partition by " ~ rankhouse.inline(group) ~ ")") -%}
    {%- set sql -%}
        select
        summed.*,
        {{ mean }} as mean_value
        from rankhouse_{{ source }} as summed
    {%- endset -%}
    {{ return(rankhouse.step("weighted", "the same with the mean of its measure", sql)) }}
{% endmacro %}

{% macro summary_of_values(plan, group, source) -%}
    {%- set columns = group | list -%}
    {%- do columns.append(
        (rankhouse.weighted_mean() if plan.weighted else rankhouse.mean_of("value")) ~ " as value"
    ) -%}
    {%- do columns.append("count(value) as n_queries") -%}
    {%- if rankhouse.queries_weigh(plan) -%}
        {%- do columns.append(rankhouse.effective_number() ~ " as n_effective") -%}
    {%- endif -%}
    {%- do columns.append("sum(case when is_missing then 1 else 0 end) as n_missing") -%}
    {%- do columns.append(rankhouse.sum_of("weight * value" if plan.weighted else "value") ~ " as value_sum") -%}
    {%- do columns.append(
        (rankhouse.weighted_error() if plan.weighted else rankhouse.standard_error("value"))
        ~ " as std_error"
    ) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_{{ source }}
    group by {{ rankhouse.inline(group) }}
{%- endmacro %}

{# The relation of an answer: rankhouse_summary with low and high, the ends of an interval, and limits that differ by measure. #}
{% macro summary_with_ends(plan) %}
    {%- set half, columns = rankhouse.half_interval("std_error"), {} -%}
    {%- for name, end in {"low": "value - " ~ half, "high": "value + " ~ half}.items() -%}
        {%- set end = rankhouse.unlogged_mean(plan, end) -%}
        {%- do columns.update({name: rankhouse.finite(end) if rankhouse.overflows(plan) else end}) -%}
    {%- endfor -%}
    {%- for limit in ["lowest", "highest"] if rankhouse.shared_limit(plan, limit) is none -%}
        {%- do columns.update({limit: rankhouse.measure_limits(plan, limit)}) -%}
    {%- endfor -%}
    {%- set columns = rankhouse.listed(["summary.*"] + rankhouse.named_expressions(columns)) -%}
    {{ return("(\nselect\n" ~ columns ~ "\nfrom rankhouse_summary as summary\n) as summary") }}
{% endmacro %}

{# Sums overflow, but not those of values that have limits. #}
{% macro overflows(plan) %} {{ return(plan.weighted or not plan.has_limits) }}{% endmacro %}

{# The lowest or the highest value that all of the measures can have, null for no limit; none where they differ. #}
{% macro shared_limit(plan, limit) %}
    {%- set limits = plan.measures | map(attribute=limit) | unique | list -%}
    {{ return(limits[0] if limits | length == 1 else none) }}
{% endmacro %}

{#
That of a row's measure. `told_by`: the column that tells measures apart, where one of the plan's stands for several
cutoffs.
#}
{% macro measure_limits(plan, limit) %}
    {%- set told_by = plan.get("told_by", "measure") -%}
    {%- set cases = rankhouse.per_measure(plan, "when <" ~ told_by ~ "> then <" ~ limit ~ ">", "\n") -%}
    {{ return(rankhouse.double("case " ~ told_by ~ "\n" ~ cases ~ "\nend")) }}
{% endmacro %}

{# ci_low and ci_high; `value`: the mean as it is told. #}
{% macro ends_of_summary(plan, value) %}
    {%- set lowest, highest = rankhouse.shared_limit(plan, "lowest"), rankhouse.shared_limit(plan, "highest") -%}
    {%- set low = rankhouse.low_end("summary.low", value, lowest or "summary.lowest") -%}
    {%- set high = rankhouse.high_end("summary.high", value, highest or "summary.highest") -%}
    {{
        return(
            [
                ("summary.low" if lowest == "null" else low) ~ " as ci_low",
                ("summary.high" if highest == "null" else high) ~ " as ci_high",
            ]
        )
    }}
{% endmacro %}

{% macro summary_answer(plan, named, in_sets, min_queries) -%}
    {%- set columns = [] -%}
    {%- if named -%}
        {%- for column in rankhouse.set_columns(plan) -%}
            {%- do columns.append("summary." ~ column ~ " as " ~ rankhouse.quoted(plan.outputs[loop.index0])) -%}
        {%- endfor -%}
    {%- else -%} {%- do columns.extend(rankhouse.named_groups(plan, "summary")) -%}
    {%- endif -%}
    {%- if in_sets -%} {%- do columns.append("summary.grouping_set") -%} {%- endif -%}
    {%- do columns.extend(rankhouse.measure_columns(plan, "summary")) -%}
    {%- set error = "summary.std_error" -%}
    {%- if plan.geometric -%}
        {%- set error = (
            "case when "
            ~ rankhouse.is_geometric()
            ~ " then exp(summary.value) * "
            ~ error
            ~ " else "
            ~ error
            ~ " end"
        ) -%}
    {%- endif -%}
    {%- set value = rankhouse.unlogged_mean(plan, "summary.value") -%}
    {%- set overflows = rankhouse.overflows(plan) -%}
    {%- set is_clustered = plan.get("cluster") is not none -%}
    {%- set figures = {
        "value": rankhouse.finite(value) if overflows else value,
        "n_queries": "summary.n_queries" if not is_clustered else rankhouse.bigint("summary.n_queries"),
        "n_missing": rankhouse.bigint("summary.n_missing"),
        "value_sum": rankhouse.finite("summary.value_sum") if overflows else "summary.value_sum",
        "std_error": rankhouse.finite(error) if overflows else error,
    } -%}
    {%- for name, figure in figures.items() -%}
        {%- do columns.append(figure ~ " as " ~ name) -%}
        {%- if is_clustered and name == "n_queries" -%}
            {%- do columns.append(rankhouse.bigint("summary.n_clusters") ~ " as n_clusters") -%}
        {%- endif -%}
        {%- if name == "n_queries" and rankhouse.queries_weigh(plan) -%}
            {%- do columns.append("summary.n_effective as n_effective") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.ends_of_summary(plan, value)) -%}
    {%- do columns.extend(rankhouse.candidates_column(plan)) -%}
    {%- do columns.extend(rankhouse.provenance_columns(plan, "summary.measure")) -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.summary_with_ends(plan) }} {{ rankhouse.group_joins(plan, "summary") if not named }}
    {%- if min_queries %} where summary.n_queries >= {{ min_queries | int }} {%- endif %}
{%- endmacro %}

{# Whether the mean of a row's measure is geometric. #}
{% macro is_geometric() %}
    {%- set names = [] -%}
    {%- for declaration in rankhouse.catalogue() if declaration.get("mean") == "geometric" -%}
        {%- do names.append(declaration.name) -%}
    {%- endfor -%}
    {{ return("metric in (" ~ rankhouse.literals(names) ~ ")") }}
{% endmacro %}

{# A mean of logarithms back on the scale of the values. #}
{% macro unlogged_mean(plan, expression) %}
    {{
        return(
            "case when " ~ rankhouse.is_geometric() ~ " then exp(" ~ expression ~ ") else " ~ expression ~ " end"
            if plan.geometric
            else expression
        )
    }}
{% endmacro %}

{% macro weighted_mean(over="", value="value") -%}
    {%- set over = " " ~ over if over else "" -%}
    {%- set weights = "sum(case when " ~ value ~ " is not null then weight end)" ~ over -%}
    {{ return("sum(weight * (" ~ value ~ "))" ~ over ~ "\n/ nullif(" ~ weights ~ ", 0)") }}
{%- endmacro %}

{% macro weighted_error() -%}
    sqrt(
        sum(power(weight * (value - mean_value), 2))
        * {{ rankhouse.double("count(value)") }}
        / nullif(count(value) - 1, 0)
    )
    / nullif(sum(case when value is not null then weight end), 0)
{%- endmacro %}
