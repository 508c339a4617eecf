{# One row per group and threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out. With weights tp to tn are sums of them. #}
{% macro confusion(predictions, thresholds=[0.5], by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("confusion", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("confusion", predictions, by, columns, ["weight"]) -%}
    {%- do plan.update({"thresholds": rankhouse.read_thresholds(plan, thresholds)}) -%}
    {{ rankhouse.laid_out(rankhouse.confusion_of(plan)) if execute }}
{%- endmacro %}

{% macro confusion_of(plan) -%}
    {%- set counts = rankhouse.columns_of("counted", ["threshold", "tp", "fp", "fn", "tn"]) -%}
    {%- do counts.extend(rankhouse.shown_sizes(plan, "counted") + ["counted.n_left_out"]) -%}
    {{
        rankhouse.query_of(
            rankhouse.prediction_steps(plan) + rankhouse.confusion_steps(plan),
            "a group at a threshold",
            rankhouse.answer_by_group(plan, "confusion", "counted", counts),
        )
    }}
{%- endmacro %}

{#
rankhouse_thresholds: `cut`, and `threshold`, the same as it is shown; rankhouse_confusion: of each group at each
threshold tp, fp, fn, tn. A score that is the threshold or above is predicted positive.
#}
{% macro confusion_steps(plan) %}
    {%- set reached -%}
        {%- if plan.is_weighted -%} {{ rankhouse.reached_weights(plan) }}
        {%- else -%}
        select
        {{ rankhouse.listed(plan.by + ["cut", "count(*) as n_reached", "sum(label) as tp"]) }}
        from rankhouse_predictions as predictions
        cross join rankhouse_thresholds as thresholds
        where score >= cut
        group by {{ rankhouse.inline(plan.by + ["cut"]) }}
        {%- endif -%}
    {%- endset -%}
    {%- set counts = {
        "tp": "coalesce(reached.tp, 0)",
        "fp": "coalesce(reached.n_reached - reached.tp, 0)",
        "fn": "totals.n_positives - coalesce(reached.tp, 0)",
        "tn": "totals.n_rows - totals.n_positives - coalesce(reached.n_reached - reached.tp, 0)",
    } -%}
    {%- set columns = rankhouse.select_of("totals", plan.by) -%}
    {%- do columns.extend(rankhouse.carried_sizes(plan, "totals") + ["totals.n_left_out", "thresholds.threshold"]) -%}
    {%- for name, count in counts.items() -%}
        {%- if plan.is_weighted -%} {%- set cell = "coalesce(reached." ~ name ~ ", 0)" -%}
        {%- else -%} {%- set cell = rankhouse.bigint(count) -%}
        {%- endif -%}
        {%- do columns.append(cell ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set confusion -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_totals as totals
        cross join rankhouse_thresholds as thresholds
        left join rankhouse_reached as reached
        on thresholds.cut = reached.cut
        {{ rankhouse.and_match("totals", "reached", plan.by) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("thresholds", "a threshold", rankhouse.threshold_rows(plan)),
                rankhouse.step("reached", "a threshold and the predictions of a group that reach it", reached),
                rankhouse.step("confusion", "a threshold and the four counts of a group", confusion),
            ]
        )
    }}
{% endmacro %}

{# The four sums of weights of a group at a threshold, each summed separately: a difference may not be exactly 0. #}
{% macro reached_weights(plan) -%}
    {%- set cells = [] -%}
    {%- for name, row in {
        "tp": ">= cut and label = 1",
        "fp": ">= cut and label = 0",
        "fn": "< cut and label = 1",
        "tn": "< cut and label = 0",
    }.items() -%}
        {%- do cells.append("sum(case when score " ~ row ~ " then weight end) as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(plan.by + ["cut"] + cells) }}
    from rankhouse_predictions as predictions
    cross join rankhouse_thresholds as thresholds
    group by {{ rankhouse.inline(plan.by + ["cut"]) }}
{%- endmacro %}

{% macro threshold_rows(plan) -%}
    {{ rankhouse.per_measure(plan, "select <cut> as cut, <threshold> as threshold", "\nunion all\n", "thresholds") }}
{%- endmacro %}

{# The distinct thresholds, checked. Predicted labels have a threshold of their own, which is not shown. #}
{% macro read_thresholds(plan, thresholds) %}
    {%- if plan.predicts_labels -%}
        {{ return([{"cut": rankhouse.double(0.5), "threshold": rankhouse.double("null")}]) }}
    {%- endif -%}
    {%- set read = [] -%}
    {%- for threshold in rankhouse.distinct_thresholds(thresholds) -%}
        {%- do read.append({"cut": rankhouse.double(threshold), "threshold": rankhouse.double(threshold)}) -%}
    {%- endfor -%}
    {{ return(read) }}
{% endmacro %}

{% macro distinct_thresholds(thresholds) %}
    {%- if thresholds is string or thresholds is mapping or thresholds is not iterable -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_thresholds_are_a_list(thresholds)) }}
    {%- endif -%}
    {%- for threshold in thresholds if not rankhouse.is_finite(threshold) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_threshold(threshold)) }}
    {%- endfor -%}
    {%- if not thresholds | list -%} {{ exceptions.raise_compiler_error(rankhouse.says_no_threshold()) }}{%- endif -%}
    {{ return(thresholds | unique | list) }}
{% endmacro %}
