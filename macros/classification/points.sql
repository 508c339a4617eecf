{#
rankhouse_points: what is known at each score as a threshold, in one sort: n_upto and tp_upto (rows and positives that
reach it, tied ones included) and first_place (1 + rows above it), beside n_rows and n_positives of its group. Each row
is a point, those of the same score with the same figures; positives_here is 1 for a positive. Where they are needed there
are tp_above (positives of higher scores) and rows_above, rows_here and growth (of that score, and as a share of twice the
rows above and them). With weights each score is one point, and all of these are sums of weights; beside them there are for
`of` "curve" fp_upto, weight_above, first_weight (of the highest score) and the numbers of rows of the group, for "lift"
weight_above and weight_here, and n_rows and n_positives are what the last point reaches, to the last digit.
#}
{% macro point_steps(plan, of=none) %}
    {%- set figures = ["score", "positives_here", "first_place", "n_upto", "tp_upto"] -%}
    {%- set of_group = ["totals.n_rows", "totals.n_positives"] -%}
    {%- if plan.is_weighted -%}
        {%- do figures.extend(rankhouse.point_weight_columns(plan, of).keys() | list) -%}
        {%- if of == "curve" -%} {%- do of_group.extend(["totals.counted_rows", "totals.counted_positives"]) -%}
        {%- elif of == "lift" -%} {%- set of_group = [] -%}
        {%- endif -%}
    {%- endif -%}
    {%- set tp_above = "placed.tp_above" if plan.is_weighted else "totals.n_positives - placed.tp_from as tp_above" -%}
    {%- set points -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("placed", plan.by + figures)
                + of_group
                + [rankhouse.needed(plan, "tp_above", tp_above)]
                + [rankhouse.needed(plan, "rows_here", rankhouse.rows_of_point(plan))]
            )
        }}
        from rankhouse_placed as placed
        {%- if of_group %}
            {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "placed") }}
        {%- endif %}
    {%- endset -%}
    {%- set placed = rankhouse.placed_weights(plan, of) if plan.is_weighted else rankhouse.placed_scores(plan) -%}
    {%- set what = (
        "a score with the weights down to it"
        if plan.is_weighted
        else "a prediction at its place among the scores"
    ) -%}
    {%- set steps = rankhouse.weight_steps(plan) if plan.is_weighted else [] -%}
    {%- do steps.append(rankhouse.step("placed", what, placed, rankhouse.inlined())) -%}
    {%- do steps.append(rankhouse.step("points", "the same, with what is known of its group", points)) -%}
    {{ return(steps) }}
{% endmacro %}

{# rows_above, rows_here and growth. #}
{% macro rows_of_point(plan) %}
    {%- set above = "placed.rows_above" if plan.is_weighted else "placed.first_place - 1" -%}
    {%- set here = "placed.rows_here" if plan.is_weighted else "placed.n_upto - placed.first_place + 1" -%}
    {%- set columns = [above ~ " as rows_above", here ~ " as rows_here"] -%}
    {%- do columns.append(rankhouse.ratio(here, above ~ " + placed.n_upto") ~ " as growth") -%}
    {{ return(columns | join(",\n")) }}
{% endmacro %}

{# The number of rows down to the last one of the same score, in a window of descending scores over n_rows. #}
{% macro rows_down_to(window, n_rows) %}
    {{ return(adapter.dispatch("rows_down_to", "rankhouse")(window, n_rows)) }}
{% endmacro %}

{# The frame is the standard's default: down to the last row of the same score. #}
{% macro default__rows_down_to(window, n_rows) %} {{ return("count(*) over " ~ window) }}{% endmacro %}

{# A share of the sorted rows is cheaper there than a count over a frame. #}
{% macro duckdb__rows_down_to(window, n_rows) %}
    {{ return(rankhouse.bigint("round(cume_dist() over " ~ window ~ " * " ~ n_rows ~ ")")) }}
{% endmacro %}

{% macro score_window(plan, frame="") %}
    {{ return("(" ~ rankhouse.partition_by(plan) ~ "order by score desc" ~ frame ~ ")") }}
{% endmacro %}

{# "partition by run_group ", nothing without groups. #}
{% macro partition_by(plan) %}
    {{ return("partition by " ~ rankhouse.inline(plan.by) ~ " " if plan.is_grouped else "") }}
{% endmacro %}

{% macro placed_scores(plan) -%}
    {%- set window, n_rows = rankhouse.score_window(plan), "(select n_rows from rankhouse_totals)" -%}
    {%- if plan.is_grouped -%}
        {%- set n_rows = "count(*) over (partition by " ~ rankhouse.inline(plan.by) ~ ")" -%}
    {%- endif -%}
    {%- set columns = plan.by + ["score", "label as positives_here", "rank() over " ~ window ~ " as first_place"] -%}
    {%- do columns.append(rankhouse.rows_down_to(window, n_rows) ~ " as n_upto") -%}
    {%- do columns.append(rankhouse.bigint("sum(label) over " ~ window) ~ " as tp_upto") -%}
    {%- set from_here = rankhouse.score_window(plan, " range between current row and unbounded following") -%}
    {%- set positives = rankhouse.bigint("sum(label) over " ~ from_here) ~ " as tp_from" -%}
    {%- do columns.append(rankhouse.needed(plan, "tp_above", positives)) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_predictions
{%- endmacro %}

{#
The weights of positives and of negatives at each score, and their sums down to it. They are summed separately, so that an
empty sum is exactly 0.
#}
{% macro weight_steps(plan) %}
    {%- set key = plan.by + ["score"] -%}
    {%- set sums = [] -%}
    {%- for name, label in {"positives_here": 1, "negatives_here": 0}.items() -%}
        {%- do sums.append("sum(case when label = " ~ label ~ " then weight else 0 end) as " ~ name) -%}
    {%- endfor -%}
    {%- set scores -%}
        select
        {{ rankhouse.listed(key + sums) }}
        from rankhouse_predictions
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set window = rankhouse.score_window(plan, " rows between unbounded preceding and current row") -%}
    {%- set upto = [
        "sum(positives_here) over " ~ window ~ " as tp_upto",
        "sum(negatives_here) over " ~ window ~ " as fp_upto",
    ] -%}
    {%- set reached -%}
        select
        {{ rankhouse.listed(key + ["positives_here", "negatives_here"] + upto) }}
        from rankhouse_scores
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("scores", "a score of a group, with its weights", scores),
                rankhouse.step("weights_upto", "the same, with the weights down to it", reached),
            ]
        )
    }}
{% endmacro %}

{# The weight of all higher scores. #}
{% macro weight_above(plan) %}
    {{ return("coalesce(lag(tp_upto + fp_upto) over " ~ rankhouse.score_window(plan) ~ ", 0)") }}
{% endmacro %}

{# The further columns of a point that a curve or a lift table needs, by name. #}
{% macro point_weight_columns(plan, of) %}
    {%- set above, whole = rankhouse.weight_above(plan), "over (" ~ rankhouse.partition_by(plan) ~ ")" -%}
    {{
        return(
            {
                "curve": {
                    "fp_upto": "fp_upto",
                    "lost_here": rankhouse.lost_here(),
                    "weight_above": above,
                    "first_weight": "min(tp_upto + fp_upto) " ~ whole,
                },
                "lift": {
                    "weight_above": above,
                    "weight_here": "positives_here + negatives_here",
                    "n_rows": "max(tp_upto + fp_upto) " ~ whole,
                    "n_positives": "max(tp_upto) " ~ whole,
                },
            }.get(of, {"fp_upto": "fp_upto", "lost_here": rankhouse.lost_here()} if "lost" in plan.needs else {})
        )
    }}
{% endmacro %}

{# The weight of the pairs of a positive here and a negative above it; a tied pair counts half. #}
{% macro lost_here() %} {{ return("positives_here * (fp_upto - negatives_here / 2)") }}{% endmacro %}

{# As placed_scores, with weights. #}
{% macro placed_weights(plan, of=none) -%}
    {%- set window = rankhouse.score_window(plan) -%}
    {%- set above = rankhouse.weight_above(plan) -%}
    {%- set columns = plan.by + ["score", "positives_here", "1 + " ~ above ~ " as first_place"] -%}
    {%- do columns.extend(["tp_upto + fp_upto as n_upto", "tp_upto"]) -%}
    {%- do columns.extend(rankhouse.named_expressions(rankhouse.point_weight_columns(plan, of))) -%}
    {%- do columns.append(
        rankhouse.needed(plan, "tp_above", "coalesce(lag(tp_upto) over " ~ window ~ ", 0) as tp_above")
    ) -%}
    {%- set rows = above ~ " as rows_above,\npositives_here + negatives_here as rows_here" -%}
    {%- do columns.append(rankhouse.needed(plan, "rows_here", rows)) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_weights_upto
{%- endmacro %}
