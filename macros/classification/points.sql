{#
rankhouse_points: what is known at each score as a threshold, in one sort: n_upto and tp_upto (rows and positives that
reach it, tied ones included) and first_place (1 + rows above it), beside n_rows and n_positives of its group. Each row
is a point, those of the same score with the same figures; positives_here is 1 for a positive.
#}
{% macro point_steps(plan) %}
    {%- set figures = ["score", "positives_here", "first_place", "n_upto", "tp_upto"] -%}
    {%- set points -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("placed", plan.by + figures) + ["totals.n_rows", "totals.n_positives"]) }}
        from rankhouse_placed as placed
        {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "placed") }}
    {%- endset -%}
    {%- set placed = adapter.dispatch("placed_scores", "rankhouse")(plan) -%}
    {{
        return(
            [
                rankhouse.step("placed", "a prediction at its place among the scores", placed, rankhouse.inlined()),
                rankhouse.step("points", "the same, with what is known of its group", points),
            ]
        )
    }}
{% endmacro %}

{# The frame is the standard's default: down to the last row of the same score. #}
{% macro default__placed_scores(plan) -%}
    {{ rankhouse.placed_by_window(plan, "count(*) over " ~ rankhouse.score_window(plan)) }}
{%- endmacro %}

{# A share of the sorted rows costs less there than to count a frame. #}
{% macro duckdb__placed_scores(plan) -%}
    {%- set n_rows = (
        "count(*) over (partition by " ~ rankhouse.inline(plan.by) ~ ")"
        if plan.is_grouped
        else "(select n_rows from rankhouse_totals)"
    ) -%}
    {{
        rankhouse.placed_by_window(
            plan,
            rankhouse.bigint("round(cume_dist() over " ~ rankhouse.score_window(plan) ~ " * " ~ n_rows ~ ")"),
        )
    }}
{%- endmacro %}

{% macro score_window(plan) %} {{ return("(" ~ rankhouse.partition_by(plan) ~ "order by score desc)") }} {% endmacro %}

{# "partition by run_group ", nothing without groups. #}
{% macro partition_by(plan) %}
    {{ return("partition by " ~ rankhouse.inline(plan.by) ~ " " if plan.is_grouped else "") }}
{% endmacro %}

{# `n_upto`: the number of rows down to the last one of the same score. #}
{% macro placed_by_window(plan, n_upto) -%}
    {%- set columns = plan.by + ["score", "label as positives_here"] -%}
    {%- do columns.append("rank() over " ~ rankhouse.score_window(plan) ~ " as first_place") -%}
    {%- do columns.append(n_upto ~ " as n_upto") -%}
    {%- do columns.append(rankhouse.bigint("sum(label) over " ~ rankhouse.score_window(plan)) ~ " as tp_upto") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_predictions
{%- endmacro %}
