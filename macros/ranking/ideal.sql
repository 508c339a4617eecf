{# The ideal order: the judged items of each unit by relevance descending, with gain and ideal_rank, down to the cutoff. #}
{% macro ideal_step(plan) %}
    {%- set columns = rankhouse.per_gain(plan, "gains", "<value> as <gain>") + ["ideal_rank"] -%}
    {{
        return(
            rankhouse.step("ideal", "an item of a query's ideal order", rankhouse.order_rows(plan, "ideal", columns))
        )
    }}
{% endmacro %}

{#
A row for each judged item of a unit, by its place in an order of relevance: ideal_rank of the ideal order, worst_rank of the worst
one, lowest relevance first. `columns`: what a row has beside the keys, of relevance and this rank.
#}
{% macro order_rows(plan, order, columns) %}
    {{ return(adapter.dispatch("order_rows", "rankhouse")(plan, order, columns)) }}
{% endmacro %}

{% macro default__order_rows(plan, order, columns) -%}
    {%- set rank = order ~ "_rank" -%}
    {%- set way = "desc" if order == "ideal" else "asc" -%}
    {%- set has_place = order == "ideal" and not plan.keeps_negative -%}
    select {{ rankhouse.listed(rankhouse.select_of("units", plan.by + ["query_id"]) + columns) }}
    from
        (
            select
                {{ rankhouse.judged_columns(plan) }},
                relevance,
                row_number() over (
                    partition by {{ rankhouse.judged_key(plan) }} order by relevance {{ way }}
                ) as {{ rank }}
            from
                rankhouse_judgments
                {#- Negative relevance has a place in the ideal order only where a measure keeps it. #}
                {{ "where relevance > 0" if has_place }}
        ) as ordered
    join
        rankhouse_units as units on {{ rankhouse.match_units(plan, "ordered") }}
        {{ rankhouse.where_within_depth(plan, "ordered." ~ rank) }}
{%- endmacro %}

{# The filter of a step down to the last rank that counts. #}
{% macro where_within_depth(plan, rank) %}
    {{ return("" if plan.depth is none else "where " ~ rank ~ " <= " ~ plan.depth) }}
{% endmacro %}

{% macro match_units(plan, relation) %}
    {{ return(rankhouse.match("units", relation, plan.judged_by + ["query_id"])) }}
{% endmacro %}

{#
An aggregate over a query's judgments, best_relevances, that holds the ideal order; nothing on engines without a cheap one.
#}
{% macro best_relevances(plan) %} {{ return(adapter.dispatch("best_relevances", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__best_relevances(plan) %} {{ return("") }}{% endmacro %}

{% macro holds_ideal(plan) %} {{ return(adapter.dispatch("holds_ideal", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__holds_ideal(plan) %} {{ return(false) }}{% endmacro %}
