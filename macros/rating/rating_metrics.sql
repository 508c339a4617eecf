{#
One row per measure of rating error: the by columns, measure, value, n_ratings (the pairs of numbers that it is the
value of), n_left_out (rows without such a pair) and value_sum, the sum of absolute (mae) or squared (mse, rmse) errors,
from which the value of several groups together follows. An empty table has no row.
#}
{% macro rating_metrics(predictions, measures=["mae", "mse", "rmse", "r2"], by=[], columns={}) -%}
    {{ rankhouse.rating_metrics_of(rankhouse.rating_plan(predictions, measures, by, columns)) }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro rating_plan(predictions, measures, by, columns) %}
    {%- set groups = rankhouse.groups_of(by) -%}
    {%- do rankhouse.not_a_step("predictions", predictions) -%}
    {%- set known = rankhouse.rating_catalogue() | map(attribute="name") | list -%}
    {%- set asked = rankhouse.asked_names("measures", measures, known, "measure of rating error") -%}
    {{
        return(
            {
                "predictions": rankhouse.renamed_relation(
                    "predictions", predictions, groups, ["rating", "prediction"], columns
                ),
                "declarations": rankhouse.rating_catalogue() | selectattr("name", "in", asked) | list,
                "requested": none,
                "by": groups.values() | list,
                "named_groups": rankhouse.groups_as_named(groups),
            }
        )
    }}
{% endmacro %}

{% macro rating_metrics_of(plan) -%}
    {%- set error = rankhouse.rating_error("rating", "prediction") -%}
    {%- set sums = {
        "absolute": "sum(abs(" ~ error ~ "))",
        "squared": "sum(" ~ rankhouse.squared_rating_error("rating", "prediction") ~ ")",
        "nothing": rankhouse.double("null"),
    } -%}
    with
        rankhouse_wide as (
            select
                {%- for column in plan.by %} {{ column }}, {%- endfor %}
                count({{ error }}) as n_ratings,
                count(*) - count({{ error }}) as n_left_out
                {%- for declaration in plan.declarations %}
                    ,
                    {{ declaration.value("rating", "prediction") }} as value_{{ loop.index }},
                    {{ sums[declaration.summed] }} as sum_{{ loop.index }}
                {%- endfor %}
            from {{ plan.predictions }} as rated
            {%- if plan.by %} group by {{ plan.by | join(", ") }} {%- endif %}
            having count(*) > 0
        ),
        rankhouse_measures as (
            {%- for declaration in plan.declarations %}
                select {{ loop.index }} as measure_number, {{ rankhouse.literal(declaration.name) }} as measure
                {%- if not loop.last %}
                    union all
                {% endif %}
            {%- endfor %}
        )
    select
        {{ plan.named_groups }}measure,
        case
            measure_number
            {% for declaration in plan.declarations %} when {{ loop.index }} then value_{{ loop.index }}{% endfor %}
        end as value,
        n_ratings,
        n_left_out,
        case
            measure_number
            {% for declaration in plan.declarations %} when {{ loop.index }} then sum_{{ loop.index }}{% endfor %}
        end as value_sum
    from rankhouse_wide
    cross join rankhouse_measures
    {%- if plan.requested is not none %} where {{ plan.requested }} {%- endif %} {{ rankhouse.settings_of_engine() }}
{%- endmacro %}
