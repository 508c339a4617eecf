{#
rankhouse_thresholds: `cut`, and `threshold`, the same as it is shown; rankhouse_confusion: of each group at each
threshold tp, fp, fn, tn. A score that is the threshold or above is predicted positive.
#}
{% macro confusion_ctes(plan, thresholds) -%}
    rankhouse_thresholds as (
        {%- if plan.from_arguments %}{{ rankhouse.threshold_argument() }}
        {%- elif plan.predicts_labels %}
            select {{ rankhouse.double(0.5) }} as cut, {{ rankhouse.double("null") }} as threshold
        {%- else %}
            {%- for threshold in rankhouse.distinct_thresholds(thresholds) %}
                select
                    {{ rankhouse.double(threshold) }} as cut,
                    {{ rankhouse.double(threshold) }} as threshold
                    {{ "union all" if not loop.last }}
            {%- endfor %}
        {%- endif %}
    ),
    rankhouse_reached as (
        select {{ plan.by | join(", ") ~ "," if plan.by }} cut, count(*) as n_reached, sum(label) as tp
        from rankhouse_predictions as predictions
        cross join rankhouse_thresholds as thresholds
        where score >= cut
        group by {{ (plan.by + ["cut"]) | join(", ") }}
    ),
    rankhouse_confusion as (
        select
            {{ rankhouse.select_of("totals", plan.by) ~ "," if plan.by }}
            totals.n_rows,
            totals.n_positives,
            totals.n_left_out,
            thresholds.threshold,
            {{ rankhouse.bigint("coalesce(reached.tp, 0)") }} as tp,
            {{ rankhouse.bigint("coalesce(reached.n_reached - reached.tp, 0)") }} as fp,
            {{ rankhouse.bigint("totals.n_positives - coalesce(reached.tp, 0)") }} as fn,
            {{ rankhouse.bigint("totals.n_rows - totals.n_positives - coalesce(reached.n_reached - reached.tp, 0)") }}
            as tn
        from rankhouse_totals as totals
        cross join rankhouse_thresholds as thresholds
        left join
            rankhouse_reached as reached
            on thresholds.cut = reached.cut
            and {{ rankhouse.match("totals", "reached", plan.by) }}
    ),
{%- endmacro %}

{# The thresholds, each once, checked. #}
{% macro distinct_thresholds(thresholds) %}
    {%- if thresholds is string or thresholds is mapping or thresholds is not iterable -%}
        {{
            exceptions.raise_compiler_error(
                "thresholds is a list of numbers such as [0.5], got '" ~ thresholds ~ "'"
            )
        }}
    {%- endif -%}
    {%- set distinct = [] -%}
    {%- for threshold in thresholds -%}
        {%- if threshold is not number or threshold is boolean or threshold | string in [
            "nan",
            "inf",
            "-inf",
            "NaN",
            "Infinity",
        ] -%}
            {{ exceptions.raise_compiler_error("a threshold is a finite number, got '" ~ threshold ~ "'") }}
        {%- elif threshold not in distinct -%} {%- do distinct.append(threshold) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not distinct -%}
        {{ exceptions.raise_compiler_error("thresholds is empty: give at least one, such as [0.5]") }}
    {%- endif -%}
    {{ return(distinct) }}
{% endmacro %}

{# One row per group and threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out. #}
{% macro confusion(predictions, thresholds=[0.5], by=[], columns={}) -%}
    {{ rankhouse.confusion_of(rankhouse.prediction_plan(predictions, by, columns), thresholds) }}
{%- endmacro %}

{% macro confusion_of(plan, thresholds) -%}
    with
        {{ rankhouse.prediction_ctes(plan) }} {{ rankhouse.confusion_ctes(plan, thresholds) }}
        rankhouse_shown as (
            select {{ rankhouse.prediction_groups(plan) }}threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out
            from rankhouse_confusion {{ rankhouse.groups_exist(plan) }}
        )
    select *
    from rankhouse_shown {{ rankhouse.settings_of_engine() }}
{%- endmacro %}
