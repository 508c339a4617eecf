{#
Curves, one row per point: the by columns, threshold (a score; NULL at the first point, which no score reaches), the two
coordinates, tp and fp at that threshold, n_rows, n_positives, is_break_even (of as many highest scores as there are
positives, the last one has this threshold), and `area`, exact and the same in every row of a group.

At most `points` points: the rows are cut into intervals of a position that never falls along the curve, and of each the
first and the last point stay, beside both ends and the break-even point. What lies between two points of an interval
is not farther from their line than the interval is wide, which the position of each curve turns into a distance.
points=none keeps every distinct score. With weights tp and fp are sums of them, each score is one point, and the break-even
point is that of as much weight as the positives have.
#}
{#
The receiver operating characteristic (fpr, tpr) from (0, 0) to (1, 1). The position is fpr + tpr: no point of the full
curve is more than 4 / (points - 3) above or below the thinned one.
#}
{% macro roc_curve(predictions, points=1000, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("roc_curve", kwargs) -%}
    {%- set plan = rankhouse.curve_plan("roc_curve", predictions, points, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.roc_curve_of(plan)) if execute }}
{%- endmacro %}

{% macro roc_curve_of(plan) -%}
    {%- set tpr = rankhouse.recall("tp", rankhouse.curve_total(plan, "tp")) -%}
    {%- set fpr = rankhouse.ratio("fp", rankhouse.curve_total(plan, "fp")) -%}
    {{
        rankhouse.curve_of(
            plan,
            "coalesce("
            ~ rankhouse.recall("tp_upto", "n_positives")
            ~ ", 0)\n+ coalesce("
            ~ rankhouse.ratio("n_upto - tp_upto", "n_rows - n_positives")
            ~ ", 0)",
            2,
            {"fpr": fpr, "tpr": tpr},
            "sum(lost_here)" if plan.is_weighted else rankhouse.point_rank_sum(),
            (
                rankhouse.weighted_roc_auc("area_sum", "all_tp", "all_fp")
                if plan.is_weighted
                else rankhouse.roc_auc("area_sum", "n_positives", "n_rows - n_positives")
            ),
        )
    }}
{%- endmacro %}

{#
Recall and precision, from recall 0, where precision is taken to be 1, to recall 1. The position is the logarithm of the
number of rows that are predicted positive: no point of the full curve is more than 2 ln(n_rows) / (points - 3) above or
below the thinned one. `area` is the step sum.
#}
{% macro pr_curve(predictions, points=1000, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("pr_curve", kwargs) -%}
    {%- set plan = rankhouse.curve_plan("pr_curve", predictions, points, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.pr_curve_of(plan)) if execute }}
{%- endmacro %}

{% macro pr_curve_of(plan) -%}
    {{
        rankhouse.curve_of(
            plan,
            rankhouse.log_reached(plan, "n_upto"),
            rankhouse.log_reached(plan, "n_rows"),
            {
                "recall": rankhouse.recall("tp", rankhouse.curve_total(plan, "tp")),
                "precision": "coalesce(" ~ rankhouse.ratio("tp", "tp + fp") ~ ", 1)",
            },
            rankhouse.point_precision_sum(),
            rankhouse.pr_auc("area_sum", "n_positives"),
        )
    }}
{%- endmacro %}

{# The number of all positives, or negatives. With weights it is the sum at the last point, so that a curve ends at exactly 1. #}
{% macro curve_total(plan, of) %}
    {%- if plan.is_weighted -%} {{ return("all_" ~ of) }}{%- endif -%}
    {{ return({"tp": "n_positives", "fp": "n_rows - n_positives"}[of]) }}
{% endmacro %}

{# The logarithm of a number of rows; of weights of any scale, over that of the first point. #}
{% macro log_reached(plan, reached) %}
    {%- if plan.is_weighted -%} {{ return("ln(" ~ rankhouse.ratio(reached, "first_weight") ~ ")") }}{%- endif -%}
    {{ return("ln(" ~ rankhouse.double(reached) ~ ")") }}
{% endmacro %}

{# Whether a point is the break-even point. Sums of weights are compared with a tolerance for rounding. #}
{% macro is_break_even(plan) %}
    {%- if not plan.is_weighted -%} {{ return(rankhouse.reaches("n_positives")) }}{%- endif -%}
    {%- set enough = "n_positives * (1 - " ~ rankhouse.double("1e-12") ~ ")" -%}
    {{ return("weight_above < " ~ enough ~ " and n_upto >= " ~ enough) }}
{% endmacro %}

{% macro curve_plan(name, predictions, points, by, columns) %}
    {%- set plan = rankhouse.classification_plan(name, predictions, by, columns, ["weight"]) -%}
    {%- do rankhouse.needs_scores(plan, name) -%}
    {%- do plan.update(rankhouse.read_arguments(name, {"points": points})) -%}
    {{ return(plan) }}
{% endmacro %}

{# `position` goes from 0 to `length`; `coordinates` are expressions over tp, fp, n_rows, n_positives. #}
{% macro curve_of(plan, position, length, coordinates, area_sum, area) -%}
    {%- set shown = ["tp", "fp", "n_rows", "n_positives", "is_break_even", "area"] -%}
    {%- set steps = rankhouse.prediction_steps(plan) + rankhouse.point_steps(plan, "curve") -%}
    {%- do steps.extend(rankhouse.curve_interval_steps(plan, position, length, area_sum)) -%}
    {%- do steps.extend(rankhouse.curve_point_steps(plan, coordinates, shown, area)) -%}
    {%- set columns = rankhouse.columns_of("shown", ["threshold"] + coordinates.keys() | list + shown) -%}
    {{ rankhouse.query_of(steps, "a point of a curve", rankhouse.answer_by_group(plan, "shown", "shown", columns)) }}
{%- endmacro %}

{# What is kept of an interval's first and last point. fp is carried, because a difference of weights may not be exactly 0. #}
{% macro curve_ends(plan) %}
    {%- set other = "fp" if plan.is_weighted else "n" -%}
    {{
        return(
            {
                "first": {"score": "max(score)", "tp": "min(tp_upto)", other: "min(" ~ other ~ "_upto)"},
                "last": {"score": "min(score)", "tp": "max(tp_upto)", other: "max(" ~ other ~ "_upto)"},
            }
        )
    }}
{% endmacro %}

{# The area, and both ends of each interval of a curve; the number of intervals follows from the number of points asked for. #}
{% macro curve_interval_steps(plan, position, length, area_sum) %}
    {%- set sizes = ["n_rows", "n_positives"] -%}
    {%- set totals = ["sum(interval_sum) as area_sum"] -%}
    {%- if plan.is_weighted -%}
        {%- do sizes.extend(["counted_rows", "counted_positives"]) -%}
        {%- do totals.extend(["max(last_tp) as all_tp", "max(last_fp) as all_fp"]) -%}
    {%- endif -%}
    {%- set key = plan.by + sizes -%}
    {%- set is_break_even = rankhouse.is_break_even(plan) -%}
    {%- set interval = "n_upto" if plan.points is none else rankhouse.curve_interval(position, length, plan.points) -%}
    {%- set figures = [is_break_even ~ " as is_break_even"] -%}
    {%- for end, of_end in rankhouse.curve_ends(plan).items() -%}
        {%- for name, figure in of_end.items() -%}
            {%- do figures.append(figure ~ " as " ~ end ~ "_" ~ name) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set intervals -%}
        select
        {{ rankhouse.listed(key + figures + [area_sum ~ " as interval_sum"]) }}
        from rankhouse_points
        group by {{ rankhouse.inline(key + [is_break_even, interval]) }}
    {%- endset -%}
    {%- set whole -%}
        select
        {{ rankhouse.listed(key + totals) }}
        from rankhouse_intervals
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("intervals", "an interval of a curve, with its first and last point", intervals),
                rankhouse.step("area", "a curve", whole),
            ]
        )
    }}
{% endmacro %}

{# The points of a curve, from where nothing is reached on, with the columns that are shown. #}
{% macro curve_point_steps(plan, coordinates, columns, area) %}
    {%- set fp = "curve.fp" if plan.is_weighted else "curve.n_reached - curve.tp as fp" -%}
    {%- set counts = ["curve.threshold", "curve.tp", fp] + rankhouse.shown_sizes(plan, "area") -%}
    {%- do counts.extend(["curve.is_break_even", area ~ " as area"]) -%}
    {%- if plan.is_weighted -%} {%- do counts.extend(["area.all_tp", "area.all_fp"]) -%} {%- endif -%}
    {%- set drawn -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("curve", plan.by) + counts) }}
        from rankhouse_curve as curve
        {{ rankhouse.joined_group(plan, "", "rankhouse_area", "area", "curve") }}
    {%- endset -%}
    {%- set shown -%}
        select
        {{ rankhouse.listed(plan.by + ["threshold"] + rankhouse.named_expressions(coordinates)) }},
        {{ rankhouse.listed(columns) }}
        from rankhouse_drawn
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("curve", "a point of a curve", rankhouse.curve_points(plan)),
                rankhouse.step("drawn", "the same, with what is known of its curve", drawn),
                rankhouse.step("shown", "the same, with its coordinates", shown),
            ]
        )
    }}
{% endmacro %}

{# The point that no row reaches, and the ends of every interval; an interval of one point has one end. #}
{% macro curve_points(plan) -%}
    {%- set none_yet = rankhouse.double(0) if plan.is_weighted else rankhouse.bigint(0) -%}
    {%- set start = [rankhouse.double("null") ~ " as threshold", none_yet ~ " as tp"] -%}
    {%- do start.append(none_yet ~ (" as fp" if plan.is_weighted else " as n_reached")) -%}
    {%- do start.append("n_positives = 0 as is_break_even") -%}
    select {{ rankhouse.listed(plan.by + start) }}
    from rankhouse_area
    {%- for end in ["first", "last"] %}
            {%- set tp = end ~ "_tp" if plan.is_weighted else rankhouse.bigint(end ~ "_tp") %}
            {%- set reached = end ~ "_" ~ ("fp" if plan.is_weighted else "n") %}
        union all
        select {{ rankhouse.listed(plan.by + [end ~ "_score", tp, reached, "is_break_even"]) }}
        from rankhouse_intervals
        {%- if end == "last" %}
            where {{ "last_score < first_score" if plan.is_weighted else "last_n > first_n" }}
        {%- endif %}
    {%- endfor %}
{%- endmacro %}

{#
The interval that a position is in, from 0. Each gives two points at most; the first point of the curve and the
break-even point make two more.
#}
{% macro curve_interval(position, length, points) -%}
    least(
        floor(
            coalesce(
                ({{ position }}) * floor(({{ points }} - 2) / {{ rankhouse.double(2) }}) / nullif({{ length }}, 0), 0
            )
        ),
        floor(({{ points }} - 2) / {{ rankhouse.double(2) }}) - 1
    )
{%- endmacro %}
