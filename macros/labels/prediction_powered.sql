{#
Means of few human labels and many machine labels (Angelopoulos et al., Science 2023; PPI++, 2024): one row per group and
measure, from two tables of query_metrics, `human` and `machine`; the second has values of all
queries. With y and f the human and the machine's values of a query, and a tuning t,

    value = t * mean(f of queries without a human value) + mean(y - t * f of queries with both)

which for a t of 1 has the expectation of the human values whatever the machine says. `tuned`: t has the smallest variance, cut
off at 0 and 1, which is too sure of itself below 100 labels, because it is chosen by the same ones; otherwise 1. It is 0, the mean of the human values alone, where the machine has no other queries. The interval is
normal, and may end beyond the range of the measure. A value that is NULL, NaN or beyond 1e100 does not count, and neither does
a human value without the machine's.
#}
{% macro prediction_powered(human, machine, by=[], tuned=true, confidence=0.95, columns={}) -%}
    {%- do rankhouse.refuse_others("prediction_powered", kwargs) -%}
    {%- set arguments = {"human": human, "machine": machine, "tuned": tuned, "confidence": confidence} -%}
    {%- set plan = rankhouse.plan_of("prediction_powered", rankhouse.reads_few_labels(), arguments, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.prediction_powered_of(plan)) if execute }}
{%- endmacro %}

{% macro prediction_powered_of(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set steps = [
        rankhouse.step("values", "a query's value by one kind of labels", rankhouse.values_by_labels(plan)),
        rankhouse.step("pairs", "a query's values by both", rankhouse.values_by_query(plan, key)),
        rankhouse.step("means", "a measure: its means", rankhouse.means_by_labels(key)),
        rankhouse.step("spreads", "a measure: how its values vary", rankhouse.spreads_by_labels(key)),
        rankhouse.step("tuned", "the same with the tuning", rankhouse.tuned_means(plan, key)),
        rankhouse.step(
            "corrections", "a measure: how its corrections vary", rankhouse.spreads_of_corrections(key)
        ),
        rankhouse.normal_limit_step(plan.confidence),
        rankhouse.step("estimates", "a measure: its estimate and variance", rankhouse.estimated_means(key)),
    ] -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a mean of human values", rankhouse.prediction_powered_answer(plan)) }}
{%- endmacro %}

{% macro values_by_labels(plan) -%}
    {{ rankhouse.rows_declared(plan, "machine", ["0 as is_human"]) }}
    union all
    {{ rankhouse.rows_declared(plan, "human", ["1 as is_human"]) }}
{%- endmacro %}

{% macro values_by_query(plan, key) -%}
    {%- set machine = "max(case when is_human = 0 then value end)" -%}
    {%- set human = "max(case when is_human = 1 then value end)" -%}
    {%- set values = {
        "machine_value": machine,
        "human_value": "case when " ~ machine ~ " is not null then " ~ human ~ " end",
    } -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    select {{ rankhouse.listed(key + ["query_id"] + rankhouse.named_expressions(values)) }}
    from rankhouse_values
    group by {{ rankhouse.inline(key + ["query_id"] + carried) }}
    having
        {{ rankhouse.unless_twice(plan, "machine", carried, "sum(1 - is_human)") }}
        and {{ rankhouse.unless_twice(plan, "human", carried, "sum(is_human)") }}
{%- endmacro %}

{# is_flat: whether the values of one kind are all equal, so that nothing can be tuned; a sum of squares may not be exactly 0. #}
{% macro means_by_labels(key) -%}
    {%- set labelled = "case when human_value is not null then machine_value end" -%}
    {%- set flat = [] -%}
    {%- for value in ["human_value", "machine_value", labelled] -%}
        {%- do flat.append("min(" ~ value ~ ")\n= max(" ~ value ~ ")") -%}
    {%- endfor -%}
    {%- set figures = {
        "n_human": "count(human_value)",
        "n_machine": "count(machine_value)",
        "human_mean": rankhouse.mean_of("human_value"),
        "machine_mean": rankhouse.mean_of("machine_value"),
        "labelled_mean": rankhouse.mean_of(labelled),
        "unlabelled_mean": rankhouse.mean_of("case when human_value is null then machine_value end"),
        "is_flat": "case when " ~ flat | join("\nor ") ~ " then 1 else 0 end",
    } -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_pairs
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# Sums of products of the values' distances from their means. #}
{% macro spreads_by_labels(key) -%}
    {%- set human = "(pairs.human_value - means.human_mean)" -%}
    {%- set machine = "(pairs.machine_value - means.machine_mean)" -%}
    {%- set labelled = "(pairs.machine_value - means.labelled_mean)" -%}
    {%- set unlabelled = "(pairs.machine_value - means.unlabelled_mean)" -%}
    {%- set of_unlabelled = "case when pairs.human_value is null then " ~ unlabelled ~ "\n* " ~ unlabelled ~ " end" -%}
    {%- set figures = {
        "human_square": "sum(" ~ human ~ " * " ~ human ~ ")",
        "machine_square": "sum(" ~ machine ~ " * " ~ machine ~ ")",
        "product": "sum(" ~ human ~ " * " ~ labelled ~ ")",
        "unlabelled_square": "sum(" ~ of_unlabelled ~ ")",
    } -%}
    select {{ rankhouse.listed(rankhouse.select_of("pairs", key) + rankhouse.named_expressions(figures)) }}
    from rankhouse_pairs as pairs
    join rankhouse_means as means on {{ rankhouse.match("pairs", "means", key) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("pairs", key)) }}
{%- endmacro %}

{# The covariance of the pairs over (1 + n / N) times the variance of all machine values. #}
{% macro tuned_means(plan, key) -%}
    {%- set kept = ["n_human", "n_machine", "human_mean", "labelled_mean", "unlabelled_mean"] -%}
    {%- set others = rankhouse.double("means.n_machine - means.n_human") -%}
    {%- set n_human, n_machine = rankhouse.double("means.n_human"), rankhouse.double("means.n_machine") -%}
    {%- set covariance = "spreads.product / " ~ n_human -%}
    {%- set variance = "spreads.machine_square / (" ~ n_machine ~ " - 1)" -%}
    {%- set best = covariance ~ "\n/ (" ~ n_machine ~ " / " ~ others ~ " * " ~ variance ~ ")" -%}
    {%- set one, zero = rankhouse.double("1"), rankhouse.double("0") -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("means", key + kept)) }},
        spreads.human_square as human_square,
        spreads.unlabelled_square as unlabelled_square,
        case
            when means.n_human = 0
            then null
            when means.n_machine = means.n_human {{ "or means.is_flat = 1" if plan.tuned }}
            then {{ zero }}
            else {{ "least(" ~ one ~ ", greatest(" ~ zero ~ ",\n" ~ best ~ "))" if plan.tuned else one }}
        end as tuning
    from rankhouse_means as means
    join rankhouse_spreads as spreads on {{ rankhouse.match("means", "spreads", key) }}
{%- endmacro %}

{# Of the human value less the tuned machine's, over the queries with both. #}
{% macro spreads_of_corrections(key) -%}
    {%- set machine = "tuned.tuning * (pairs.machine_value - tuned.labelled_mean)" -%}
    select {{ rankhouse.listed(key + ["sum(distance * distance) as correction_square"]) }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("pairs", key)) }},
                pairs.human_value - tuned.human_mean - {{ machine }} as distance
            from rankhouse_pairs as pairs
            join rankhouse_tuned as tuned on {{ rankhouse.match("pairs", "tuned", key) }}
        ) as corrected
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{% macro estimated_means(key) -%}
    {%- set n_human = "nullif(" ~ rankhouse.double("tuned.n_human") ~ ", 0)" -%}
    {%- set others = "nullif(" ~ rankhouse.double("tuned.n_machine - tuned.n_human") ~ ", 0)" -%}
    {%- set tuning = "tuned.tuning" -%}
    {%- set of_machine = tuning ~ " * " ~ tuning ~ " * tuned.unlabelled_square\n/ " ~ others ~ " / " ~ others -%}
    {%- set of_corrections = "corrections.correction_square / " ~ n_human ~ " / " ~ n_human -%}
    {%- set figures = {
        "value": "tuned.human_mean + " ~ tuning ~ " * (coalesce(tuned.unlabelled_mean, 0) - tuned.labelled_mean)",
        "variance": "coalesce(" ~ of_machine ~ ", 0)\n+ " ~ of_corrections,
        "human_variance": "tuned.human_square / " ~ n_human,
    } -%}
    select
        {{
            rankhouse.listed(
                rankhouse.select_of("tuned", key + ["n_human", "n_machine", "tuning"])
                + rankhouse.named_expressions(figures)
            )
        }}
    from rankhouse_tuned as tuned
    join rankhouse_corrections as corrections on {{ rankhouse.match("tuned", "corrections", key) }}
{%- endmacro %}

{# One human value has no interval; the mean of human values alone is worth their number. #}
{% macro prediction_powered_answer(plan) -%}
    {%- set half = "limits.z_limit * sqrt(estimates.variance)" -%}
    {%- set columns = rankhouse.named_groups(plan, "estimates") -%}
    {%- do columns.extend(rankhouse.select_of("estimates", ["measure", "value"])) -%}
    {%- for end in [["ci_low", " - "], ["ci_high", " + "]] -%}
        {%- do columns.append(
            "case when estimates.n_human > 1 then estimates.value" ~ end[1] ~ half ~ " end as " ~ end[0]
        ) -%}
    {%- endfor -%}
    {%- do columns.append("estimates.tuning as tuning") -%}
    {%- for count in ["n_human", "n_machine"] -%}
        {%- do columns.append(rankhouse.bigint("estimates." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    select
        {{ rankhouse.listed(columns) }},
        case
            when estimates.tuning = 0
            then {{ rankhouse.double("estimates.n_human") }}
            else estimates.human_variance / nullif(estimates.variance, 0)
        end as effective_labels
    from rankhouse_estimates as estimates
    cross join rankhouse_limit as limits {{ rankhouse.group_joins(plan, "estimates") }}
{%- endmacro %}
