{#
How often tries of a task pass: one row per group and measure: the by columns, measure, metric, k, value (the mean over the
queries), n_queries, n_left_out (queries with fewer than k tries), std_error, ci_low, ci_high. With `cluster`, n_clusters comes
after n_queries, and the standard error is that of clusters: queries with the same value of the column may be related.

`per_query`: a row per query instead: the by columns, query_id, measure, metric, k, value, n_tries, n_passed, which `compare`
and `mean_intervals` read.

A try without a query or an outcome was not made. One that is there twice, or an outcome beside 0 and 1, stops the query.
#}
{% macro try_metrics(tries, measures=["pass@1", "pass_all@3"], per_query=false, cluster=none, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("try_metrics", kwargs) -%}
    {%- set plan = rankhouse.try_plan(tries, measures, per_query, cluster, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.try_metrics_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro try_plan(tries, measures, per_query, cluster, by, columns) %}
    {%- set arguments = {"tries": tries, "per_query": per_query, "cluster": cluster} -%}
    {%- set plan = rankhouse.plan_of("try_metrics", rankhouse.reads_tries(), arguments, by, columns) -%}
    {%- if per_query and cluster is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_cluster_of_means()) }}
    {%- endif -%}
    {%- do rankhouse.tries_formulas() -%}
    {%- set declared = rankhouse.by_name(rankhouse.try_catalogue()).declared -%}
    {%- set formed = [] -%}
    {%- for measure in rankhouse.parse_measures(measures, rankhouse.try_catalogue()) -%}
        {%- if measure.k is none and declared[measure.metric].cutoff == "required" -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_no_number_of_tries(measure.metric)) }}
        {%- elif measure.k is not none and measure.k > 1000 -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_too_many_tries(measure.text)) }}
        {%- endif -%}
        {%- do formed.append(
            {
                "number": formed | length + 1,
                "measure": measure.measure,
                "metric": measure.metric,
                "k": measure.k,
                "least": measure.k or 1,
                "value": declared[measure.metric].value(measure.k),
            }
        ) -%}
    {%- endfor -%}
    {%- do plan.update({"measures": formed}) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro says_cluster_of_means() %}
    {{ return("cluster is for means over queries: leave out either cluster or per_query") }}
{% endmacro %}

{% macro says_no_number_of_tries(metric) %}
    {{ return(metric ~ " needs a number of tries, such as " ~ metric ~ "@3") }}
{% endmacro %}

{% macro says_too_many_tries(measure) %}
    {{ return("k must be at most 1000 tries, got '" ~ measure ~ "'") }}
{% endmacro %}

{% macro try_metrics_of(plan) -%}
    {%- set steps = [
        rankhouse.step("values", "a try", rankhouse.rows_declared(plan, "tries")),
        rankhouse.step("tries", "the same, once", rankhouse.distinct_tries(plan)),
        rankhouse.step("queries", "a query and its tries", rankhouse.queries_tried(plan)),
        rankhouse.step("measures", "a measure", rankhouse.measures_of_tries(plan)),
        rankhouse.step("measured", "a query by a measure", rankhouse.measured_tries(plan)),
    ] -%}
    {%- if not plan.per_query -%}
        {%- do steps.extend(rankhouse.measured_mean_steps(plan, "a measure in a group, over its queries")) -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set row = "a measure of a query" if plan.per_query else "a measure in a group, over its queries" -%}
    {%- set answer = rankhouse.tried_queries(plan) if plan.per_query else rankhouse.try_answer(plan) -%}
    {{ rankhouse.query_of(steps, row, answer) }}
{%- endmacro %}

{% macro distinct_tries(plan) -%}
    {%- set key = plan.by + ["query_id", "try_id"] -%}
    {%- set figures = {"passed": "max(passed)"} -%}
    {%- if plan.cluster is not none -%} {%- do figures.update({"cluster_name": "max(cluster_name)"}) -%} {%- endif -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_values
    group by {{ rankhouse.inline(key + carried) }}
    having {{ rankhouse.unless_twice(plan, "tries", carried) }}
{%- endmacro %}

{% macro queries_tried(plan) -%}
    {%- set key = plan.by + ["query_id"] -%}
    {%- set figures = {"n_tries": "count(*)", "n_passed": "sum(passed)"} -%}
    {%- if plan.cluster is not none -%} {%- do figures.update({"cluster_id": "max(cluster_name)"}) -%} {%- endif -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_tries
    group by {{ rankhouse.inline(key) }}
    {% if plan.cluster is not none %} having {{ rankhouse.unless_in_several_clusters(plan, "tries") }} {% endif %}
{%- endmacro %}

{% macro measures_of_tries(plan) -%}
    {{
        rankhouse.per_measure(
            plan,
            "select <number> as number, <measure> as measure, <metric> as metric, "
            ~ rankhouse.bigint("<k>")
            ~ " as k",
            "\nunion all\n",
        )
    }}
{%- endmacro %}

{% macro measured_tries(plan) -%}
    {%- set values = rankhouse.per_measure(
        plan, "when number = <number> and n_tries >= <least>\nthen <value>", "\n"
    ) -%}
    {%- set columns = rankhouse.select_of("queries", plan.by + ["query_id", "n_tries", "n_passed"]) -%}
    {%- if plan.cluster is not none -%} {%- do columns.append("queries.cluster_id as cluster_id") -%} {%- endif -%}
    select {{ rankhouse.listed(columns + ["measures.number as number"]) }}, case {{ values }} end as value
    from rankhouse_queries as queries
    cross join rankhouse_measures as measures
{%- endmacro %}

{% macro tried_queries(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "measured") + ["measured.query_id as query_id"] -%}
    {%- do columns.extend(rankhouse.select_of("measures", ["measure", "metric", "k"])) -%}
    {%- do columns.append("measured.value as value") -%}
    {%- do columns.append(rankhouse.bigint("measured.n_tries") ~ " as n_tries") -%}
    {%- do columns.append(rankhouse.bigint("measured.n_passed") ~ " as n_passed") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_measured as measured
    join
        rankhouse_measures as measures
        on measured.number = measures.number {{ rankhouse.group_joins(plan, "measured") }}
{%- endmacro %}

{% macro try_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "summary") -%}
    {%- do columns.extend(rankhouse.select_of("measures", ["measure", "metric", "k"])) -%}
    {%- do columns.append("summary.value as value") -%}
    {%- set counts = ["n_queries", "n_left_out"] -%}
    {%- if plan.cluster is not none -%} {%- set counts = ["n_queries", "n_clusters", "n_left_out"] -%} {%- endif -%}
    {%- for count in counts -%}
        {%- do columns.append(rankhouse.bigint("summary." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.append("summary.std_error as std_error") -%}
    {%- do columns.extend(rankhouse.interval_of("summary.value", "summary.std_error", "0", "1")) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_summary as summary
    join rankhouse_measures as measures on summary.number = measures.number {{ rankhouse.group_joins(plan, "summary") }}
{%- endmacro %}
