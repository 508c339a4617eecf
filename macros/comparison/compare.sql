{#
Which of two systems is better, and how sure is that? One row per group, measure and pair of systems: the by columns,
measure, metric, k, system, baseline, value, baseline_value, difference, ci_low, ci_high, effect_size, n_queries, wins,
ties, losses, test, p_value, p_adjusted; then relative_difference, std_dev, interval, n_left_out, detectable_difference,
queries_needed. `query_metrics` has one row per query, measure and system: what query_metrics gives with the column of the
system in `by`.

Compared are the queries with one value on both sides; n_left_out counts those with one on one side alone. Without `baseline` every pair stands once, the later name against the earlier one; `systems` names the systems
that are compared, in another order. Differences within 1e-12 of their two values are ties.

`cluster` names a column, such as the user: queries with the same value of it may be related. t and the interval are then
those of the clustered standard error with G - 1 degrees of freedom; randomisation flips and the bootstrap draws whole clusters;
Wilcoxon's and the sign test are of the means of clusters. n_clusters comes after n_queries; wins, ties, losses, std_dev and
effect_size stay those of queries; detectable_difference and queries_needed are of clusters of the same sizes.
#}
{% macro compare(
    query_metrics,
    system="system",
    baseline=none,
    by=[],
    test="t",
    correction="holm",
    interval=none,
    confidence=0.95,
    power=0.8,
    repetitions=10000,
    seed=0,
    systems=[],
    cluster=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("compare", kwargs) -%}
    {%- set plan = rankhouse.comparison_plan(query_metrics, system, baseline, by, systems, cluster, columns) -%}
    {%- set arguments = {
        "test": test,
        "correction": correction,
        "interval": interval,
        "confidence": confidence,
        "power": power,
        "repetitions": repetitions,
        "seed": seed,
    } -%}
    {%- do plan.update(rankhouse.read_arguments("compare", arguments)) -%}
    {%- do plan.update(rankhouse.comparison_interval(test, interval)) -%}
    {%- do rankhouse.refuse_ranks_with_weights(plan) -%}
    {{ rankhouse.laid_out(rankhouse.compare_of(plan)) if execute }}
{%- endmacro %}

{% macro compare_of(plan) -%}
    {%- set steps = rankhouse.difference_steps(plan) -%}
    {%- do steps.extend(rankhouse.power_steps(plan, rankhouse.tested_columns(plan).deviation)) -%}
    {%- do steps.extend(rankhouse.p_value_steps(plan)) -%}
    {%- do steps.extend(rankhouse.interval_steps(plan)) -%}
    {%- do steps.extend(rankhouse.adjusted_p_values_steps("tested", plan.correction)) -%}
    {{ rankhouse.query_of(steps, "two systems by a measure", rankhouse.comparison_answer(plan)) }}
{%- endmacro %}

{# What a comparison over a table of query_metrics needs to know of it, the arguments checked. #}
{% macro comparison_plan(query_metrics, system, baseline, by, systems, cluster, columns) %}
    {%- set results = rankhouse.result_columns("compare") + rankhouse.further_result_columns("compare") -%}
    {%- set results = results | reject("equalto", "system") | list -%}
    {%- do rankhouse.check_arguments("compare", {"cluster": cluster}) -%}
    {%- set plan = rankhouse.sides_plan(
        query_metrics,
        rankhouse.comparison_columns() + ["weight"],
        rankhouse.roles_of_sides(system, cluster),
        baseline,
        {"by": by},
        columns,
        results,
    ) -%}
    {%- do rankhouse.names_beside("by", by, ["system"]) -%}
    {%- set is_list = systems is iterable and systems is not string and systems is not mapping -%}
    {%- if not is_list or systems | reject("string") | list -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_systems(systems)) }}
    {%- endif -%}
    {%- do plan.update({"systems": systems, "cluster": cluster}) -%}
    {{ return(plan) }}
{% endmacro %}

{# Weights do not change ranks of differences. #}
{% macro refuse_ranks_with_weights(plan) %}
    {%- if plan.test == "wilcoxon" and rankhouse.values_weigh(plan) -%}
        {{
            exceptions.raise_compiler_error(
                "wilcoxon takes no weights of queries: use t, randomisation or bootstrap"
            )
        }}
    {%- endif -%}
{% endmacro %}

{% macro says_no_systems(systems) %}
    {{ return("systems is a list of names such as ['bm25', 'dense'], got '" ~ systems ~ "'") }}
{% endmacro %}

{# What `columns` may rename. #}
{% macro comparison_columns() %} {{ return(["query_id", "measure", "metric", "k", "value"]) }}{% endmacro %}

{# Its default is that of the test. #}
{% macro comparison_interval(test, interval) %}
    {%- set own = "bca" if test == "bootstrap" else "t" -%}
    {%- set chosen = own if interval is none else interval -%}
    {{ return({"interval": chosen, "is_resampled": test == "bootstrap" or chosen != "t"}) }}
{% endmacro %}

{% macro comparison_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "power") -%}
    {%- do columns.extend(rankhouse.select_of("power", ["measure", "metric", "k"])) -%}
    {%- do columns.append("power.system_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.extend(rankhouse.select_of("power", ["baseline", "value", "baseline_value", "difference"])) -%}
    {%- do columns.extend(rankhouse.ends_of_interval(plan)) -%}
    {%- do columns.append("power.effect_size as effect_size") -%}
    {%- for count in ["n_queries"] + ([] if plan.cluster is none else ["n_clusters"]) -%}
        {%- do columns.append(rankhouse.bigint("power." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.extend(["power.n_effective as n_effective"] if rankhouse.values_weigh(plan) else []) -%}
    {%- for count in ["wins", "ties", "losses"] -%}
        {%- do columns.append(rankhouse.bigint("power." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.literal(plan.test) ~ " as test") -%}
    {%- do columns.extend(["adjusted.p_value as p_value", "adjusted.p_adjusted as p_adjusted"]) -%}
    {%- set relative = rankhouse.ratio("power.difference", "abs(power.baseline_value)") -%}
    {%- do columns.extend([relative ~ " as relative_difference", "power.std_dev as std_dev"]) -%}
    {%- do columns.append(rankhouse.literal(plan.interval) ~ " as " ~ rankhouse.quoted("interval")) -%}
    {%- set n_left_out = "power.n_own + coalesce(others.n_queries, 0) - 2 * power.n_queries" -%}
    {%- do columns.append(rankhouse.bigint(n_left_out) ~ " as n_left_out") -%}
    {%- do columns.append("power.detectable as detectable_difference") -%}
    {%- set needed = "power.queries_needed" -%}
    {%- if plan.cluster is not none -%}
        {%- set needed = rankhouse.double(needed) ~ " * power.n_queries / nullif(power.n_clusters, 0)" -%}
        {%- set needed = rankhouse.bigint("ceil(" ~ needed ~ ")") -%}
    {%- endif -%}
    {%- do columns.append(needed ~ " as queries_needed") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_power as power
    left join rankhouse_tested_adjusted as adjusted on power.number = adjusted.number
    {%- if plan.interval != "t" %}
        left join rankhouse_intervals as intervals on power.number = intervals.number
    {%- endif %}
    left join
        rankhouse_present as others
        on {{ rankhouse.match("power", "others", plan.by + ["measure"]) }}
        and power.baseline = others.system_name {{ rankhouse.group_joins(plan, "power") }}
{%- endmacro %}
