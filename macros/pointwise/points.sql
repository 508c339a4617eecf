{#
rankhouse_points: what is known at each score as a threshold, in one sort: n_upto and tp_upto (rows and positives that
reach it, tied ones included) and first_place (1 + rows above it), beside n_rows and n_positives of its group. Rows of
the same score may be one point or several with the same figures, of which each stands for n_here rows with
positives_here positives.
#}
{% macro point_ctes(plan) -%}
    {%- set by = rankhouse.select_of("placed", plan.by) ~ "," if plan.by else "" -%}
    rankhouse_placed as {{ rankhouse.inlined() }} ({{ rankhouse.placed_scores(plan) }}),
    rankhouse_points as (
        select
            {{ by }}
            placed.score,
            placed.positives_here,
            placed.n_here,
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
    {%- set window = ("partition by " ~ plan.by | join(", ") ~ " " if plan.by else "") ~ "order by score desc" -%}
    select
        {{ (plan.by + ["score"]) | join(", ") }},
        label as positives_here,
        1 as n_here,
        rank() over ({{ window }}) as first_place,
        count(*) over ({{ window }}) as n_upto,
        sum(label) over ({{ window }}) as tp_upto
    from rankhouse_predictions
    {%- if plan.get("placed_when_asked") %}
        where exists (select 1 from rankhouse_requests as asked where asked.part = 'points')
    {%- endif %}
{%- endmacro %}

{#
Without groups, sorted rows run through windows without an order of their own, which cost a fraction of the sort. That
each row is no higher than the one before is checked row by row: rows in another order are an error, not another value.
#}
{% macro duckdb__placed_scores(plan) -%}
    {%- if plan.by -%} {{ rankhouse.default__placed_scores(plan) }}
    {%- else -%}
        select
            score,
            tp_upto - lag(tp_upto, 1, 0) over () as positives_here,
            n_upto - lag(n_upto, 1, 0) over () as n_here,
            case
                when lag(n_upto, 1, 0) over () >= n_upto
                then {{ rankhouse.unsorted() }}
                else lag(n_upto, 1, 0) over () + 1
            end as first_place,
            n_upto,
            tp_upto
        from
            (
                select
                    score,
                    lead(score) over () as next_score,
                    row_number() over () as n_upto,
                    cast(sum(label) over (rows unbounded preceding) as bigint) as tp_upto
                from (select score, label from rankhouse_predictions order by score desc) as sorted
            ) as numbered
        where
            case when next_score > score then {{ rankhouse.unsorted() }} = 0 else next_score is distinct from score end
    {%- endif -%}
{%- endmacro %}

{% macro unsorted() -%}
    cast(error('rows came out of order: set preserve_insertion_order = true') as bigint)
{%- endmacro %}

{# A join on the grouping columns; on nothing where there are none. #}
{% macro joined_group(plan, kind, relation, alias, to) -%}
    {%- if plan.by or kind == "left" -%}
        {{ kind }} join {{ relation }} as {{ alias }} on {{ rankhouse.match(to, alias, plan.by) }}
    {%- else -%} cross join {{ relation }} as {{ alias }}
    {%- endif -%}
{%- endmacro %}
