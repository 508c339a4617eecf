{# The ideal order: the judged items of each unit by relevance descending, with gain and ideal_rank, down to the cutoff. #}
{% macro ideal_step(plan) %}
    {{
        return(
            rankhouse.step(
                "ideal",
                "an item of a query's ideal order",
                adapter.dispatch("ideal_rows", "rankhouse")(plan),
            )
        )
    }}
{% endmacro %}

{% macro default__ideal_rows(plan) -%}
    {{ rankhouse.ordered_judgments(plan, "ideal_rank", "relevance desc", rankhouse.has_place_in_ideal(plan)) }}
{%- endmacro %}

{# The worst order: the judged items, lowest relevance first, with gain and worst_rank, down to the cutoff. #}
{% macro worst_step(plan) %}
    {{
        return(
            rankhouse.step(
                "worst",
                "an item of a query's worst order",
                rankhouse.ordered_judgments(plan, "worst_rank", "relevance asc"),
            )
        )
    }}
{% endmacro %}

{% macro ordered_judgments(plan, rank, order, condition="") -%}
    select
        {{
            rankhouse.listed(
                rankhouse.select_of("units", plan.by + ["query_id"])
                + rankhouse.per_gain(plan, "gains", "<value> as <gain>")
                + ["ordered." ~ rank]
            )
        }}
    from
        (
            select
                {{ rankhouse.judged_columns(plan) }},
                relevance,
                row_number() over (partition by {{ rankhouse.judged_key(plan) }} order by {{ order }}) as {{ rank }}
            from rankhouse_judgments {{ condition }}
        ) as ordered
    join
        rankhouse_units as units on {{ rankhouse.match_units(plan, "ordered") }}
        {{ rankhouse.where_within_depth(plan, "ordered." ~ rank) }}
{%- endmacro %}

{# Negative relevance has a place in the ideal order only where a measure keeps it. #}
{% macro has_place_in_ideal(plan) %} {{ return("" if plan.keeps_negative else "where relevance > 0") }}{% endmacro %}

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
