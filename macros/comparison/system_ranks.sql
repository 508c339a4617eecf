{#
Which ranks are tied: one row per group, measure and system: the by columns, measure, metric, k, system, value (its mean),
rank, rank_low, rank_high, tied_with_best, n_queries. `query_metrics` has one row per query, measure and system: what
query_metrics gives with the column of the system in `by`.

    rank            1 + the number of systems that are better by the mean over the queries in common
    rank_low        1 + the number that are significantly better
    rank_high       the number of systems, less those that are significantly worse
    tied_with_best  no system is significantly better
Significant is what compare calls so: p_adjusted, corrected for all pairs, groups and measures of the call, below 1 - confidence.
All true ranks together are then within rank_low and rank_high at least as often as `confidence` says: M. Mogstad, J. Romano,
A. Shaikh and D. Wilhelm (2024), "Inference for ranks with applications to mobility across neighbourhoods and academic
achievement across countries", Review of Economic Studies 91. With the sign test and Wilcoxon's, most queries have to be
better too, as the mean is.

Means within 1e-12 share a rank. Two systems without two queries in common are not told apart; one alone has rank 1.
#}
{% macro system_ranks(
    query_metrics,
    measures=none,
    by=[],
    cluster=none,
    test="t",
    correction="holm",
    confidence=0.95,
    system="system",
    columns={}
) -%}
    {%- do rankhouse.refuse_others("system_ranks", kwargs) -%}
    {%- set plan = rankhouse.comparison_plan(query_metrics, system, none, by, [], cluster, columns) -%}
    {%- do rankhouse.a_list_of_measures("measures", measures) -%}
    {%- set arguments = {"test": test, "correction": correction, "confidence": confidence} -%}
    {%- do plan.update(rankhouse.read_arguments("system_ranks", arguments)) -%}
    {%- do plan.update(rankhouse.comparison_interval(test, none)) -%}
    {%- do rankhouse.refuse_ranks_with_weights(plan) -%}
    {%- do plan.update({"measures": measures, "level": (1 - confidence | float) | round(12)}) -%}
    {%- do plan.update({"repetitions": "10000", "seed": "0"}) -%}
    {{ rankhouse.laid_out(rankhouse.system_ranks_of(plan)) if execute }}
{%- endmacro %}

{% macro system_ranks_of(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set steps = rankhouse.difference_steps(plan) + rankhouse.p_value_steps(plan) -%}
    {%- do steps.extend(rankhouse.adjusted_p_values_steps("tested", plan.correction)) -%}
    {%- do steps.append(
        rankhouse.step("ranked_means", "a system with its mean", rankhouse.means_of_systems(plan, key))
    ) -%}
    {%- do steps.append(
        rankhouse.step("judged", "two systems, and which one is better", rankhouse.better_of_two(plan, key))
    ) -%}
    {%- do steps.append(rankhouse.step("beaten", "a system, against all others", rankhouse.against_all(key))) -%}
    {{ rankhouse.query_of(steps, "a system with its rank", rankhouse.system_ranks_answer(plan, key)) }}
{%- endmacro %}

{% macro means_of_systems(plan, key) -%}
    {%- set kinds = plan.by + ["measure", "metric", "k"] -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("kinds", kinds)) }},
        numbered.system_name as system_name,
        {{ rankhouse.mean_of_queries(plan, "numbered.value") }} as value,
        count(*) as n_queries,
        count(*) over (partition by {{ rankhouse.inline(rankhouse.columns_of("kinds", key)) }}) as n_systems
    from (select distinct {{ rankhouse.inline(kinds) }} from rankhouse_values) as kinds
    join rankhouse_numbered as numbered on {{ rankhouse.match("kinds", "numbered", key) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("kinds", kinds)) }}, numbered.system_name
{%- endmacro %}

{# `better`: 1 where the system of a pair is better, -1 where the baseline is; `surely`: 0 where that may be chance. #}
{% macro better_of_two(plan, key) -%}
    {%- set of = rankhouse.tested_columns(plan) -%}
    {%- set sides = key + ["system_name", "baseline"] -%}
    {%- set pairs -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("moments", sides + ["metric"])) }},
            adjusted.p_adjusted as p_adjusted,
            moments.{{ of.wins }} - moments.{{ of.losses }} as more_wins,
            {{ rankhouse.sign_of(rankhouse.difference("moments.value", "moments.baseline_value")) }} as difference
        from rankhouse_moments as moments
        join rankhouse_tested_adjusted as adjusted on moments.number = adjusted.number
    {%- endset -%}
    select
        {{ rankhouse.listed(sides) }},
        better,
        case
            when
                p_adjusted < {{ rankhouse.double(plan.level) }}
                {%- if plan.test in ["sign", "wilcoxon"] %} and difference * more_wins > 0 {%- endif %}
            then better
            else 0
        end as surely
    from (select pairs.*, {{ rankhouse.gain_of("pairs") }} as better from ({{ pairs }}) as pairs) as told
{%- endmacro %}

{% macro sign_of(number) -%} case when {{ number }} > 0 then 1 when {{ number }} < 0 then -1 else 0 end {%- endmacro %}

{# Each pair counts for both of its systems. #}
{% macro against_all(key) -%}
    select
        {{ rankhouse.listed(key) }},
        system_name,
        sum(case when better < 0 then 1 else 0 end) as n_better,
        sum(case when surely < 0 then 1 else 0 end) as n_surely_better,
        sum(case when surely > 0 then 1 else 0 end) as n_surely_worse
    from
        (
            select {{ rankhouse.listed(key) }}, system_name, better, surely
            from rankhouse_judged
            union all
            select {{ rankhouse.listed(key) }}, baseline as system_name, - better as better, - surely as surely
            from rankhouse_judged
        ) as sides
    group by {{ rankhouse.listed(key) }}, system_name
{%- endmacro %}

{% macro system_ranks_answer(plan, key) -%}
    {%- set better = "coalesce(beaten.n_better, 0)" -%}
    {%- set surely_better = "coalesce(beaten.n_surely_better, 0)" -%}
    {%- set surely_worse = "coalesce(beaten.n_surely_worse, 0)" -%}
    {%- set columns = rankhouse.named_groups(plan, "means") -%}
    {%- do columns.extend(rankhouse.select_of("means", ["measure", "metric", "k"])) -%}
    {%- do columns.append("means.system_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.append("means.value as value") -%}
    {%- do columns.append(rankhouse.bigint("1 + " ~ better) ~ " as " ~ rankhouse.quoted("rank")) -%}
    {%- do columns.append(rankhouse.bigint("1 + " ~ surely_better) ~ " as rank_low") -%}
    {%- do columns.append(rankhouse.bigint("means.n_systems - " ~ surely_worse) ~ " as rank_high") -%}
    {%- do columns.append("case when " ~ surely_better ~ " = 0 then true else false end as tied_with_best") -%}
    {%- do columns.append(rankhouse.bigint("means.n_queries") ~ " as n_queries") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_ranked_means as means
    left join
        rankhouse_beaten as beaten
        on {{ rankhouse.match("means", "beaten", key) }}
        and means.system_name = beaten.system_name {{ rankhouse.group_joins(plan, "means") }}
{%- endmacro %}
