{#
rankhouse_points: what is known at each score as a threshold, in one sort: n_upto and tp_upto (rows and positives that
reach it, tied ones included) and first_place (1 + rows above it), beside n_rows and n_positives of its group. Each row
is a point, those of the same score with the same figures; positives_here is 1 for a positive. Where it is needed there is
tp_above too, the positives of higher scores, and growth, what the rows of a score add to those above it.
#}
{% macro point_steps(plan) %}
    {%- set figures = ["score", "positives_here", "first_place", "n_upto", "tp_upto"] -%}
    {%- set points -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("placed", plan.by + figures)
                + ["totals.n_rows", "totals.n_positives"]
                + [rankhouse.needed(plan, "tp_above", "totals.n_positives - placed.tp_from as tp_above")]
                + [rankhouse.needed(plan, "growth", rankhouse.growth_of_point() ~ " as growth")]
            )
        }}
        from rankhouse_placed as placed
        {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "placed") }}
    {%- endset -%}
    {%- set placed = rankhouse.placed_scores(plan) -%}
    {{
        return(
            [
                rankhouse.step("placed", "a prediction at its place among the scores", placed, rankhouse.inlined()),
                rankhouse.step("points", "the same, with what is known of its group", points),
            ]
        )
    }}
{% endmacro %}

{# The number of rows down to the last one of the same score, in a window of descending scores over n_rows. #}
{% macro rows_down_to(window, n_rows) %}
    {{ return(adapter.dispatch("rows_down_to", "rankhouse")(window, n_rows)) }}
{% endmacro %}

{# The frame is the standard's default: down to the last row of the same score. #}
{% macro default__rows_down_to(window, n_rows) %} {{ return("count(*) over " ~ window) }}{% endmacro %}

{# A share of the sorted rows costs less there than to count a frame. #}
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
