{#
rankhouse_points: what is known at each score as a threshold, in one sort: n_upto and tp_upto (rows and positives that
reach it, tied ones included) and first_place (1 + rows above it), beside n_rows and n_positives of its group. Each row
is a point, those of the same score with the same figures; positives_here is 1 for a positive.
#}
{% macro point_ctes(plan) -%}
    {%- set by = rankhouse.select_of("placed", plan.by) ~ "," if plan.by else "" -%}
    rankhouse_placed as {{ rankhouse.inlined() }} ({{ rankhouse.placed_scores(plan) }}),
    rankhouse_points as (
        select
            {{ by }}
            placed.score,
            placed.positives_here,
            placed.first_place,
            placed.n_upto,
            placed.tp_upto,
            totals.n_rows,
            totals.n_positives
        from rankhouse_placed as placed {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "placed") }}
    ),
{%- endmacro %}

{% macro placed_scores(plan) %} {{ return(adapter.dispatch("placed_scores", "rankhouse")(plan)) }}{% endmacro %}

{# The frame is the standard's default: down to the last row of the same score. #}
{% macro default__placed_scores(plan) -%}
    {{ rankhouse.placed_by_window(plan, "count(*) over " ~ rankhouse.score_window(plan)) }}
{%- endmacro %}

{# A share of the sorted rows costs less there than to count a frame. #}
{% macro duckdb__placed_scores(plan) -%}
    {%- set n_rows = (
        "count(*) over (partition by " ~ plan.by | join(", ") ~ ")"
        if plan.by
        else "(select n_rows from rankhouse_totals)"
    ) -%}
    {{
        rankhouse.placed_by_window(
            plan,
            rankhouse.bigint("round(cume_dist() over " ~ rankhouse.score_window(plan) ~ " * " ~ n_rows ~ ")"),
        )
    }}
{%- endmacro %}

{% macro score_window(plan) %}
    {{ return("(" ~ ("partition by " ~ plan.by | join(", ") ~ " " if plan.by else "") ~ "order by score desc)") }}
{% endmacro %}

{# `n_upto`: the number of rows down to the last one of the same score. #}
{% macro placed_by_window(plan, n_upto) -%}
    select
        {{ (plan.by + ["score"]) | join(", ") }},
        label as positives_here,
        rank() over {{ rankhouse.score_window(plan) }} as first_place,
        {{ n_upto }} as n_upto,
        {{ rankhouse.bigint("sum(label) over " ~ rankhouse.score_window(plan)) }} as tp_upto
    from rankhouse_predictions
    {%- if plan.get("placed_when_asked") %}
        where exists (select 1 from rankhouse_requests as asked where asked.part = 'points')
    {%- endif %}
{%- endmacro %}

{# A join on the grouping columns; on nothing where there are none. #}
{% macro joined_group(plan, kind, relation, alias, to) -%}
    {%- if plan.by or kind == "left" -%}
        {{ kind }} join {{ relation }} as {{ alias }} on {{ rankhouse.match(to, alias, plan.by) }}
    {%- else -%} cross join {{ relation }} as {{ alias }}
    {%- endif -%}
{%- endmacro %}
