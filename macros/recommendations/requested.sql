{# rankhouse_requests: one row per measure asked for, with metric, k and a column for each option of the catalogue. #}
{% macro recommendation_requests(plan) -%}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) -%}
    rankhouse_requests as (
        {%- for measure in plan.measures %}
            select
                {{ rankhouse.literal(measure.measure) }} as measure,
                {{ rankhouse.literal(measure.metric) }} as metric,
                {{ rankhouse.bigint("null" if measure.k is none else measure.k) }} as k
                {%- for option, is_number in options.items() %}
                    {%- set value = measure.get(option) %},
                    {{
                        (
                            rankhouse.double("null" if value is none else value)
                            if is_number
                            else rankhouse.text(rankhouse.literal("" if value is none else value))
                        )
                    }} as {{ option }}
                {%- endfor %}
                {{ "union all" if not loop.last }}
        {%- endfor %}
    ),
{%- endmacro %}

{# Measure, cutoff and options of a request. #}
{% macro request_columns() %}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) | list -%}
    {{ return(rankhouse.select_of("requests", ["measure", "metric", "k"] + options)) }}
{% endmacro %}

{# "'gini', 'entropy'": the metrics of some declarations. #}
{% macro names_of(declarations) %}
    {%- set names = [] -%}
    {%- for declaration in declarations -%} {%- do names.append(rankhouse.literal(declaration.name)) -%} {%- endfor -%}
    {{ return(names | join(", ")) }}
{% endmacro %}

{# Each row's metric by its own formula. #}
{% macro value_of_metric(declarations) -%}
    case
        metric
        {%- for declaration in declarations %}
            when {{ rankhouse.literal(declaration.name) }} then {{ declaration.value() }}
        {%- endfor %}
    end
{%- endmacro %}
