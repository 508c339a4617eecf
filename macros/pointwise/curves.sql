{#
Curves, one row per point: the by columns, threshold (a score; NULL at the first point, which no score reaches), the two
coordinates, tp and fp at that threshold, n_rows, n_positives, is_break_even (of as many highest scores as there are
positives, the last one has this threshold), and `area`, exact and the same in every row of a group.

At most `points` points: the rows are cut into intervals of a position that never falls along the curve, and of each the
first and the last point stay, beside both ends and the break-even point. What lies between two points of an interval
is not farther from their line than the interval is wide, which the position of each curve turns into a distance.
points=none keeps every distinct score.
#}
{#
The receiver operating characteristic (fpr, tpr) from (0, 0) to (1, 1). The position is fpr + tpr: no point of the full
curve is more than 4 / (points - 3) above or below the thinned one.
#}
{% macro roc_curve(predictions, points=1000, by=[], columns={}) -%}
    {{ rankhouse.roc_curve_of(rankhouse.prediction_plan(predictions, by, columns), points) }}
{%- endmacro %}

{% macro roc_curve_of(plan, points) -%}
    {%- set tpr = rankhouse.recall("tp", "n_positives") -%}
    {%- set fpr = rankhouse.ratio("fp", "n_rows - n_positives") -%}
    {{
        rankhouse.curve_of(
            plan,
            "roc_curve",
            points,
            "coalesce("
            ~ rankhouse.recall("tp_upto", "n_positives")
            ~ ", 0) + coalesce("
            ~ rankhouse.ratio("n_upto - tp_upto", "n_rows - n_positives")
            ~ ", 0)",
            2,
            {"fpr": fpr, "tpr": tpr},
            rankhouse.point_rank_sum(),
            rankhouse.roc_auc("area_sum", "n_positives", "n_rows - n_positives"),
        )
    }}
{%- endmacro %}

{#
Recall and precision, from recall 0, where precision is taken to be 1, to recall 1. The position is the logarithm of the
number of rows that are predicted positive: no point of the full curve is more than 2 ln(n_rows) / (points - 3) above or
below the thinned one. `area` is the step sum.
#}
{% macro pr_curve(predictions, points=1000, by=[], columns={}) -%}
    {{ rankhouse.pr_curve_of(rankhouse.prediction_plan(predictions, by, columns), points) }}
{%- endmacro %}

{% macro pr_curve_of(plan, points) -%}
    {{
        rankhouse.curve_of(
            plan,
            "pr_curve",
            points,
            "ln(" ~ rankhouse.double("n_upto") ~ ")",
            "ln(" ~ rankhouse.double("n_rows") ~ ")",
            {
                "recall": rankhouse.recall("tp", "n_positives"),
                "precision": "coalesce(" ~ rankhouse.ratio("tp", "tp + fp") ~ ", 1)",
            },
            rankhouse.point_precision_sum(),
            rankhouse.pr_auc("area_sum", "n_positives"),
        )
    }}
{%- endmacro %}

{# `position` goes from 0 to `length`; `coordinates` are expressions over tp, fp, n_rows, n_positives. #}
{% macro curve_of(plan, name, points, position, length, coordinates, area_sum, area) -%}
    {%- do rankhouse.needs_scores(plan, name) -%}
    {%- set by = plan.by -%}
    {%- set at_break_even = rankhouse.reaches("n_positives") -%}
    {%- set count = none if points is none else rankhouse.whole_number(plan, "points", points, 5) -%}
    {%- set interval = "n_upto" if count is none else rankhouse.interval(position, length, count) -%}
    {%- if plan.from_arguments -%}
        {%- set interval = "case when $points is null then n_upto else " ~ interval ~ " end" -%}
    {%- endif -%}
    {%- set ends = {
        "first": ["max(score)", "min(tp_upto)", "min(n_upto)"],
        "last": ["min(score)", "max(tp_upto)", "max(n_upto)"],
    } -%}
    with
        {{ rankhouse.prediction_ctes(plan) }}
        {{ rankhouse.point_ctes(plan) }}
        rankhouse_intervals as (
            select
                {{ (by + ["n_rows", "n_positives"]) | join(", ") }},
                {{ at_break_even }} as is_break_even,
                {% for end, figures in ends.items() -%}
                    {{ figures[0] }} as {{ end }}_score,
                    {{ figures[1] }} as {{ end }}_tp,
                    {{ figures[2] }} as {{ end }}_n,
                {% endfor -%}
                {{ area_sum }} as interval_sum
            from rankhouse_points
            group by {{ (by + ["n_rows", "n_positives"]) | join(", ") }}, {{ at_break_even }}, {{ interval }}
        ),
        rankhouse_area as (
            select {{ (by + ["n_rows", "n_positives"]) | join(", ") }}, sum(interval_sum) as area_sum
            from rankhouse_intervals
            group by {{ (by + ["n_rows", "n_positives"]) | join(", ") }}
        ),
        rankhouse_curve as (
            select
                {{ by | join(", ") ~ "," if by }}
                {{ rankhouse.double("null") }} as threshold,
                {{ rankhouse.bigint(0) }} as tp,
                {{ rankhouse.bigint(0) }} as n_reached,
                n_positives = 0 as is_break_even
            from rankhouse_area
            {%- for end in ends %}
                union all
                select
                    {{ by | join(", ") ~ "," if by }}
                    {{ end }}_score,
                    {{ rankhouse.bigint(end ~ "_tp") }},
                    {{ end }}_n,
                    is_break_even
                from rankhouse_intervals
                {%- if end == "last" %} where last_n > first_n {%- endif %}
            {%- endfor %}
        ),
        rankhouse_drawn as (
            select
                {{ rankhouse.select_of("curve", by) ~ "," if by }}
                curve.threshold,
                curve.tp,
                curve.n_reached - curve.tp as fp,
                area.n_rows,
                area.n_positives,
                curve.is_break_even,
                {{ area }} as area
            from rankhouse_curve as curve {{ rankhouse.joined_group(plan, "", "rankhouse_area", "area", "curve") }}
        ),
        rankhouse_shown as (
            select
                {{ rankhouse.prediction_groups(plan) }}threshold,
                {%- for coordinate, expression in coordinates.items() %}
                    {{ expression }} as {{ coordinate }},
                {%- endfor %}
                tp,
                fp,
                n_rows,
                n_positives,
                is_break_even,
                area
            from rankhouse_drawn {{ rankhouse.groups_exist(plan) }}
        )
    select *
    from rankhouse_shown {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{#
The interval that a position is in, from 0. Each gives two points at most; the first point of the curve and the
break-even point make two more.
#}
{% macro interval(position, length, points) -%}
    least(
        floor(
            coalesce(
                ({{ position }}) * floor(({{ points }} - 2) / {{ rankhouse.double(2) }}) / nullif({{ length }}, 0), 0
            )
        ),
        floor(({{ points }} - 2) / {{ rankhouse.double(2) }}) - 1
    )
{%- endmacro %}
