{#
rankhouse_requests: one row per measure asked for, with metric, k and a column for each option of the catalogue.
#}
{% macro recommendation_requests(plan) -%}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) -%}
    rankhouse_requests as (
        {%- for measure in plan.measures %}
            select
                {{ rankhouse.literal(measure.measure) }} as measure,
                {{ rankhouse.literal(measure.metric) }} as metric,
                cast({{ "null" if measure.k is none else measure.k }} as bigint) as k
                {%- for option, is_number in options.items() %}
                    {%- set value = measure.get(option) %}
                    ,
                    {{
                        rankhouse.double("null" if value is none else value)
                        if is_number
                        else rankhouse.text("null" if value is none else rankhouse.literal(value))
                    }} as {{ option }}
                {%- endfor %}
            {{ "union all" if not loop.last }}
        {%- endfor %}
    ),
{%- endmacro %}
