{#
ROC AUC with its standard error by DeLong and an interval: one row per group: the by columns, measure, value, std_error,
ci_low, ci_high, interval, n_positives, n_negatives, n_left_out. The interval is
    logit   that of ln(AUC / (1 - AUC)), by the normal distribution, so that it stays between 0 and 1
    exact   of an AUC of 0 or 1, whose standard error is 0: of pairs of a positive and a negative, no row in two of them,
            all are ordered alike, and the bound is that of Clopper and Pearson for so many
    NULL    where a class has one row alone, of which no variance is known
#}
{% macro auc_interval(predictions, by=[], confidence=0.95, columns={}) -%}
    {%- set plan = rankhouse.classification_plan("auc_interval", predictions, by, columns) -%}
    {%- do rankhouse.needs_scores(plan, "auc_interval") -%}
    {%- do plan.update({"confidence": rankhouse.confidence_given(confidence)}) -%}
    {{ rankhouse.laid_out(rankhouse.auc_interval_of(plan)) }}
{%- endmacro %}

{% macro auc_interval_of(plan) -%}
    {%- set sums = [
        "sum(place_of_positive) as places",
        rankhouse.variance_of("place_of_positive") ~ " as of_positives",
        rankhouse.variance_of("place_of_negative") ~ " as of_negatives",
    ] -%}
    {%- set summed -%}
        select {{ rankhouse.listed(plan.by + sums) }}
        from rankhouse_ranked
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by) }}
        {%- endif %}
    {%- endset -%}
    {%- set counts = {
        "n_positives": "totals.n_positives",
        "n_negatives": "totals.n_rows - totals.n_positives",
        "n_left_out": "totals.n_left_out",
    } -%}
    {%- set n_positives, n_negatives = "totals.n_positives", "(totals.n_rows - totals.n_positives)" -%}
    {%- set figures = [
        rankhouse.area_of_places("summed.places", n_positives, n_negatives) ~ " as value",
        rankhouse.error_of_places("summed.of_positives", "summed.of_negatives", n_positives, n_negatives)
        ~ " as std_error",
    ] -%}
    {%- set areas -%}
        select {{ rankhouse.listed(rankhouse.select_of("totals", plan.by) + rankhouse.named_expressions(counts) + figures) }}
        from rankhouse_totals as totals
        {{ rankhouse.joined_group(plan, "left", "rankhouse_summed", "summed", "totals") }}
    {%- endset -%}
    {%- set measured -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("areas", plan.by + counts.keys() | list + ["value", "std_error"])
                + [
                    rankhouse.ratio("areas.value", "1 - areas.value") ~ " as odds",
                    "exp("
                    ~ rankhouse.ratio("limits.z_limit * areas.std_error", "areas.value * (1 - areas.value)")
                    ~ ") as factor",
                    "power(limits.tail_share, "
                    ~ rankhouse.ratio(1, "least(areas.n_positives, areas.n_negatives)")
                    ~ ") as bound",
                ]
            )
        }}
        from rankhouse_areas as areas
        cross join rankhouse_limit as limits
    {%- endset -%}
    {%- set columns = {
        "measure": rankhouse.literal("roc_auc"),
        "value": "measured.value",
        "std_error": "measured.std_error",
        "ci_low": rankhouse.bound_of_area("bound", "0", rankhouse.ratio("odds", "odds + factor")),
        "ci_high": rankhouse.bound_of_area(
            "1", "1 - bound", rankhouse.ratio("odds * factor", "odds * factor + 1")
        ),
        rankhouse.quoted(
            "interval"
        ): "case when value in (0, 1) then 'exact' when std_error is not null then 'logit' end",
    } -%}
    {%- do columns.update({"n_positives": "measured.n_positives", "n_negatives": "measured.n_negatives"}) -%}
    {%- do columns.update({"n_left_out": "measured.n_left_out"}) -%}
    {%- set ranked = rankhouse.placed_rows("predictions", plan.by, [], rankhouse.partition_by(plan)) -%}
    {%- set steps = rankhouse.prediction_steps(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step("ranked", "a prediction with its place", ranked, rankhouse.inlined()),
            rankhouse.step("summed", "a group with the sum and the variances of its places", summed),
            rankhouse.step("areas", "a group with its area", areas),
            rankhouse.normal_limit_step(plan.confidence),
            rankhouse.step("measured", "the same, with what its interval is made of", measured),
        ]
    ) -%}
    {{
        rankhouse.query_of(
            steps,
            "a group",
            rankhouse.answer_by_group(plan, "measured", "measured", rankhouse.named_expressions(columns)),
        )
    }}
{%- endmacro %}

{# One end of the interval: of an area of 1, of 0, and of any other. #}
{% macro bound_of_area(of_one, of_none, of_other) -%}
    case
        when measured.value = 1
        then {{ rankhouse.double(of_one) }}
        when measured.value = 0
        then {{ rankhouse.double(of_none) }}
        else {{ of_other }}
    end
{%- endmacro %}

{# The argument `confidence`, as SQL. #}
{% macro confidence_given(confidence) %}
    {%- if not rankhouse.is_finite(confidence) or confidence <= 0 or confidence >= 1 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_confidence(confidence)) }}
    {%- endif -%}
    {{ return(confidence | string) }}
{% endmacro %}
