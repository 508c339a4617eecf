{#
rankhouse_points: every row with what is known at its score as a threshold: first_place (1 + rows above it), n_upto and
tp_upto (rows and positives that reach it, tied ones included), beside n_rows and n_positives of its group. One sort.
The frame is the standard's default: down to the last row of the same score.
#}
{% macro point_ctes(plan) -%}
    {%- set window = ("partition by " ~ plan.by | join(", ") ~ " " if plan.by else "") ~ "order by score desc" -%}
    rankhouse_placed as {{ rankhouse.inlined() }} (
        select
            {{ (plan.by + ["score", "label"]) | join(", ") }},
            rank() over ({{ window }}) as first_place,
            count(*) over ({{ window }}) as n_upto,
            sum(label) over ({{ window }}) as tp_upto
        from rankhouse_predictions
    ),
    rankhouse_points as (
        select
            {{ rankhouse.select_of("placed", plan.by) ~ "," if plan.by }}
            placed.score,
            placed.label,
            placed.first_place,
            placed.n_upto,
            placed.tp_upto,
            totals.n_rows,
            totals.n_positives
        from rankhouse_placed as placed
        {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "placed") }}
    ),
{%- endmacro %}

{# A join on the grouping columns; on nothing where there are none. #}
{% macro joined_group(plan, kind, relation, alias, to) -%}
    {%- if plan.by or kind == "left" -%}
        {{ kind }} join {{ relation }} as {{ alias }} on {{ rankhouse.match(to, alias, plan.by) }}
    {%- else -%} cross join {{ relation }} as {{ alias }}
    {%- endif -%}
{%- endmacro %}

{# "group by by_1, ..." or nothing. #}
{% macro grouped(columns) %} {{ return("group by " ~ columns | join(", ") if columns else "") }}{% endmacro %}
