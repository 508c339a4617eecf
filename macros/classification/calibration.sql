{#
How well probabilities are calibrated: one row per group and bin of equal width that has rows: the by columns, bin (from
1), bin_from and bin_to (a bin holds its upper edge), n_rows, n_positives, mean_score, positive_share. Scores outside 0
to 1 are in no bin. With weights mean and share are weighted, rows of weight 0 are in no bin, and weight_sum is the sum
of weights.
#}
{% macro calibration(predictions, bins=10, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("calibration", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("calibration", predictions, by, columns, ["weight"]) -%}
    {%- do rankhouse.needs_scores(plan, "calibration") -%}
    {%- do plan.update(rankhouse.read_arguments("calibration", {"bins": bins})) -%}
    {{ rankhouse.laid_out(rankhouse.calibration_of(plan)) if execute }}
{%- endmacro %}

{% macro calibration_of(plan) -%}
    {%- set bin = rankhouse.score_bin("score", plan.bins) -%}
    {%- set counts = [
        bin ~ " as bin",
        "count(*) as n_rows",
        "sum(label) as n_positives",
        rankhouse.bin_mean(plan, "score") ~ " as mean_score",
    ] -%}
    {%- set share = rankhouse.ratio("binned.n_positives", "binned.n_rows") -%}
    {%- if plan.is_weighted -%}
        {%- do counts.append(rankhouse.bin_mean(plan, "label") ~ " as positive_share") -%}
        {%- do counts.append("sum(weight) as weight_sum") -%}
        {%- set share = "binned.positive_share" -%}
    {%- endif -%}
    {%- set binned -%}
        select
        {{ rankhouse.listed(plan.by + counts) }}
        from rankhouse_predictions
        where score >= 0 and score <= 1
        group by {{ rankhouse.inline(plan.by + [bin]) }}
    {%- endset -%}
    {%- set columns = [
        "binned.bin",
        rankhouse.ratio("bin - 1", plan.bins) ~ " as bin_from",
        rankhouse.ratio("bin", plan.bins) ~ " as bin_to",
        "binned.n_rows",
        rankhouse.bigint("binned.n_positives") ~ " as n_positives",
        "binned.mean_score",
        share ~ " as positive_share",
    ] -%}
    {%- if plan.is_weighted -%} {%- do columns.append("binned.weight_sum") -%} {%- endif -%}
    {{
        rankhouse.query_of(
            rankhouse.prediction_steps(plan) + [rankhouse.step("binned", "a bin of a group", binned)],
            "a bin of a group",
            rankhouse.answer_by_group(plan, "binned", "binned", columns),
        )
    }}
{%- endmacro %}

{% macro bin_mean(plan, column) %}
    {%- if not plan.is_weighted -%} {{ return("avg(" ~ column ~ ")") }}{%- endif -%}
    {{ return(rankhouse.ratio("sum(weight * " ~ column ~ ")", "sum(weight)")) }}
{% endmacro %}
