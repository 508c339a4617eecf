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
    {{
        rankhouse.ordered_judgments(
            plan, "ideal_rank", "relevance desc", "" if plan.keeps_negative else "relevance > 0"
        )
    }}
    {%- if plan.depth is not none %}
        where ordered.ideal_rank <= {{ plan.depth }}
    {%- endif -%}
{%- endmacro %}

{# The worst order: the judged items of negative relevance, lowest first, with gain and worst_rank. #}
{% macro worst_step(plan) %}
    {{
        return(
            rankhouse.step(
                "worst",
                "an item of a query's worst order",
                rankhouse.ordered_judgments(plan, "worst_rank", "relevance asc", "relevance < 0"),
            )
        )
    }}
{% endmacro %}

{% macro ordered_judgments(plan, rank, order, condition) -%}
    {%- set key = plan.judged_by + ["query_id"] -%}
    select
    {{
        rankhouse.listed(
            rankhouse.select_of("units", plan.by + ["query_id"])
            + rankhouse.per_gain(plan, "gains", "<value> as <gain>")
            + ["ordered." ~ rank]
        )
    }}
    from (
        select
        {{ rankhouse.listed(key + ["relevance"]) }},
        row_number() over (partition by {{ rankhouse.inline(key) }} order by {{ order }}) as {{ rank }}
        from rankhouse_judgments
        {%- if condition %}
            where {{ condition }}
        {%- endif %}
    ) as ordered
    join rankhouse_units as units
    on {{ rankhouse.match("units", "ordered", key) }}
{%- endmacro %}

{# An aggregate over a query's judgments that holds its ideal order, none where an engine has no cheap one. #}
{% macro best_relevances(plan) %} {{ return(adapter.dispatch("best_relevances", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__best_relevances(plan) %} {{ return(none) }}{% endmacro %}
