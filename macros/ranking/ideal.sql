{# The ideal order: the judged items of each unit by relevance descending, with gain and ideal_rank, down to the cutoff. #}
{% macro ideal_cte(plan) %} {{ return(adapter.dispatch("ideal_cte", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__ideal_cte(plan) -%}
    {%- set key = plan.judged_by + ["query_id"] -%}
    rankhouse_ideal as (
        select
            {{ rankhouse.select_of("units", plan.by + ["query_id"]) }},
            {%- for column in plan.gains %}
                {{ rankhouse.gain_value(column, plan.relevant_from) }} as {{ column }},
            {%- endfor %}
            judged.ideal_rank
        from
            (
                select
                    {{ key | join(", ") }},
                    relevance,
                    row_number() over (partition by {{ key | join(", ") }} order by relevance desc) as ideal_rank
                from rankhouse_judgments
                {%- if not rankhouse.keeps_negative(plan) %} where relevance > 0 {%- endif %}
            ) as judged
        join rankhouse_units as units on {{ rankhouse.match("units", "judged", key) }}
        {%- if plan.depth is not none %} where judged.ideal_rank <= {{ plan.depth }} {%- endif %}
    ),
{%- endmacro %}

{# More columns for rankhouse_judged, and so for rankhouse_units, that hold the ideal order. #}
{% macro best_relevances(plan) %} {{ return(adapter.dispatch("best_relevances", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__best_relevances(plan) %} {{ return(none) }}{% endmacro %}

{# The worst order: the judged items of negative relevance, lowest first, with gain and worst_rank. #}
{% macro worst_cte(plan) -%}
    {%- set key = plan.judged_by + ["query_id"] -%}
    rankhouse_worst as (
        select
            {{ rankhouse.select_of("units", plan.by + ["query_id"]) }},
            {%- for column in plan.gains %}
                {{ rankhouse.gain_value(column, plan.relevant_from) }} as {{ column }},
            {%- endfor %}
            judged.worst_rank
        from
            (
                select
                    {{ key | join(", ") }},
                    relevance,
                    row_number() over (partition by {{ key | join(", ") }} order by relevance asc) as worst_rank
                from rankhouse_judgments
                where relevance < 0
            ) as judged
        join rankhouse_units as units on {{ rankhouse.match("units", "judged", key) }}
    ),
{%- endmacro %}
