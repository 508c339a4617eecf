{#
One row per group, measure and number of given ratings, a point of a learning curve: the by columns, measure,
n_given, value (the mean over users), n_queries, std_error, ci_low, ci_high. `query_metrics` has one row per user, measure
and point: what query_metrics gives where n_given is one of its grouping columns. Values that are NULL or NaN do not
count; rows whose n_given is NULL are left out.
#}
{% macro learning_curve(query_metrics, by=["system"], columns={}) -%}
    {%- do rankhouse.refuse_others("learning_curve", kwargs) -%}
    {%- set plan = rankhouse.learning_curve_plan("learning_curve", query_metrics, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.learning_curve_of(plan)) if execute }}
{%- endmacro %}

{#
MANDCG: the mean over users of a user's mean over the points of the curve. One row per group and measure: the by columns,
measure, value, n_queries, n_incomplete, std_error, ci_low, ci_high. The points of a curve are those that any group has.
`incomplete`: leave_out or keep, for users without a value at some of them; n_incomplete counts them.
#}
{% macro mean_over_curve(query_metrics, by=["system"], incomplete="leave_out", columns={}) -%}
    {%- do rankhouse.refuse_others("mean_over_curve", kwargs) -%}
    {%- do rankhouse.check_arguments("mean_over_curve", {"incomplete": incomplete}) -%}
    {%- set plan = rankhouse.learning_curve_plan("mean_over_curve", query_metrics, by, columns) -%}
    {%- do plan.update({"incomplete": incomplete}) -%}
    {{ rankhouse.laid_out(rankhouse.mean_over_curve_of(plan)) if execute }}
{%- endmacro %}

{# What the queries over a curve need to know, the arguments checked. `others`: columns that are read beside its own. #}
{% macro learning_curve_plan(macro, query_metrics, by, columns, others=[]) %}
    {%- do rankhouse.a_relation("query_metrics", query_metrics) -%}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, rankhouse.learning_curve_columns() + others, ["query_metrics"]) -%}
    {%- for ours in ["n_given"] + others -%}
        {%- set name = columns.get("query_metrics." ~ ours, columns.get(ours, ours)) -%}
        {%- if ours == "n_given" -%}
            {%- do rankhouse.names_beside(ours, [name], rankhouse.result_columns(macro)) -%}
        {%- endif -%}
        {%- if name in by -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_column_in_by(ours, name)) }}
        {%- endif -%}
    {%- endfor -%}
    {%- set plan = {
        "query_metrics": query_metrics,
        "columns": columns,
        "weighted": false,
        "geometric": false,
    } -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- set read = rankhouse.learning_curve_columns() + others -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"query_metrics": read}, ["value", "n_given"])) -%}
    {{ return(plan) }}
{% endmacro %}

{# What `columns` may rename. #}
{% macro learning_curve_columns() %} {{ return(["query_id", "measure", "value", "n_given"]) }}{% endmacro %}

{# The same as the engine finds them in the user's table. #}
{% macro curve_column(plan, name) %} {{ return(rankhouse.renamed("query_metrics", name, plan.columns)) }}{% endmacro %}

{% macro learning_curve_of(plan) -%}
    {%- set group = plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure", "n_given"] -%}
    {%- set point = "summary.n_given as " ~ rankhouse.name_alone(rankhouse.curve_column(plan, "n_given")) -%}
    {%- set steps = [
        rankhouse.curve_points_step(plan),
        rankhouse.ranges_step("points", plan.by),
        rankhouse.step("summary", "a point of a curve", rankhouse.summary_of_values(plan, group, "points")),
    ] -%}
    {{ rankhouse.query_of(steps, "a point of a curve", rankhouse.learning_curve_answer(plan, [point])) }}
{%- endmacro %}

{% macro mean_over_curve_of(plan) -%}
    {%- set group = plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure"] -%}
    {%- set lengths -%}
        select measure, count(distinct n_given) as n_points
        from rankhouse_points
        where value is not null
        group by measure
    {%- endset -%}
    {%- set users -%}
        select
        {{
            rankhouse.listed(
                group
                + ["query_id", rankhouse.mean_of("value") ~ " as mean_value", "count(value) as n_points"]
            )
        }}
        from rankhouse_points
        group by {{ rankhouse.inline(group + ["query_id"]) }}
    {%- endset -%}
    {%- set is_missing = "users.n_points < lengths.n_points" -%}
    {%- set value -%}
        {%- if plan.incomplete == "keep" -%} users.mean_value
        {%- else -%} case when not {{ is_missing }} then users.mean_value end
        {%- endif -%}
    {%- endset -%}
    {%- set means -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("users", group)
                + [value ~ " as value", is_missing ~ " as is_missing"]
            )
        }}
        from rankhouse_users as users
        join rankhouse_lengths as lengths on users.measure = lengths.measure
    {%- endset -%}
    {%- set steps = [
        rankhouse.curve_points_step(plan),
        rankhouse.ranges_step("points", plan.by),
        rankhouse.step("lengths", "a measure, with the points of its curve", lengths),
        rankhouse.step("users", "a user's mean over the points that it has", users),
        rankhouse.step("means", "the same where it counts", means),
        rankhouse.step(
            "summary", "a measure in a group", rankhouse.summary_of_values(plan, group, "means")
        ),
    ] -%}
    {%- set counts = ["summary.n_queries as n_queries", rankhouse.bigint("summary.n_missing") ~ " as n_incomplete"] -%}
    {{ rankhouse.query_of(steps, "a measure in a group", rankhouse.learning_curve_answer(plan, [], counts)) }}
{%- endmacro %}

{# rankhouse_points: a value of a user at a point of a curve, NULL where it does not count. #}
{% macro curve_points_step(plan) %}
    {%- set query, measure = rankhouse.curve_column(plan, "query_id"), rankhouse.curve_column(plan, "measure") -%}
    {%- set value, n_given = rankhouse.curve_column(plan, "value"), rankhouse.curve_column(plan, "n_given") -%}
    {%- set number = rankhouse.moderate(rankhouse.double(value)) -%}
    {%- set sql -%}
        select
        {{
            rankhouse.listed(
                rankhouse.keys_of_side(plan, "run", "query_metrics")
                + [
                    query ~ " as query_id",
                    measure ~ " as measure",
                    n_given ~ " as n_given",
                    number ~ " as value",
                    value ~ " is null as is_missing",
                ]
            )
        }}
        from {{ rankhouse.as_source(plan.query_metrics, "query_metrics") }}
        where {{ rankhouse.is_finite_double(rankhouse.double(n_given)) }} and {{ query }} is not null
    {%- endset -%}
    {{ return(rankhouse.step("points", "a value of a user at a point of a curve", sql)) }}
{% endmacro %}

{% macro learning_curve_answer(plan, point, counts=["summary.n_queries as n_queries"]) -%}
    {%- set columns = rankhouse.named_groups(plan, "summary", none, "summary") -%}
    {%- do columns.append("summary.measure as measure") -%}
    {%- do columns.extend(point + ["summary.value as value"] + counts + ["summary.std_error as std_error"]) -%}
    {%- do columns.extend(
        rankhouse.interval_of("summary.value", "summary.std_error", "ranges.lowest", "ranges.highest")
    ) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_summary as summary
    left join rankhouse_ranges as ranges on {{ rankhouse.match("summary", "ranges", plan.by + ["measure"]) }}
{%- endmacro %}
