{#
How well probabilities are calibrated: one row per group and bin of equal width that has rows: the by columns, bin (from
1), bin_from and bin_to (a bin holds its upper edge), n_rows, n_positives, mean_score, positive_share. Scores outside 0
to 1 are in no bin.
#}
{% macro calibration(predictions, bins=10, by=[], columns={}) -%}
    {{ rankhouse.calibration_of(rankhouse.prediction_plan(predictions, by, columns), bins) }}
{%- endmacro %}

{% macro calibration_of(plan, bins) -%}
    {%- do rankhouse.needs_scores(plan, "calibration") -%}
    {%- set count = rankhouse.whole_number(plan, "bins", bins, 1) -%}
    with
        {{ rankhouse.prediction_ctes(plan) }}
        rankhouse_binned as (
            select
                {{ plan.by | join(", ") ~ "," if plan.by }}
                {{ rankhouse.score_bin("score", count) }} as bin,
                count(*) as n_rows,
                sum(label) as n_positives,
                avg(score) as mean_score
            from rankhouse_predictions
            where score >= 0 and score <= 1
            group by {{ (plan.by + [rankhouse.score_bin("score", count)]) | join(", ") }}
        ),
        rankhouse_shown as (
            select
                {{ rankhouse.prediction_groups(plan) }}bin,
                {{ rankhouse.ratio("bin - 1", count) }} as bin_from,
                {{ rankhouse.ratio("bin", count) }} as bin_to,
                n_rows,
                {{ rankhouse.bigint("n_positives") }} as n_positives,
                mean_score,
                {{ rankhouse.ratio("n_positives", "n_rows") }} as positive_share
            from rankhouse_binned {{ rankhouse.groups_exist(plan) }}
        )
    select *
    from rankhouse_shown {{ rankhouse.settings_of_engine() }}
{%- endmacro %}
