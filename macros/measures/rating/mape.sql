{% macro declare_mape() %}
    {%- set relative = rankhouse.ratio("abs(error)", "abs(rated)") -%}
    {{
        return(
            {
                "name": "mape",
                "lower_is_better": true,
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.mape,
                "summed": "relative",
                "weighted": rankhouse.weighted_relative(rankhouse.mean_of_weighted(relative)),
                "weighted_sum": rankhouse.weighted_relative(rankhouse.sum_of_weighted(relative)),
                "description": "Mean absolute percentage error, as a share: 0.1 is 10 %.",
                "formula": "mean of |predicted - actual| / |actual|",
                "undefined": "NULL if an actual rating is 0, there is no pair of numbers, or the value is beyond 1.8e308.",
            }
        )
    }}
{% endmacro %}

{#
Mean of |predicted - actual| / |actual| over the pairs of finite numbers. NULL without one, when an actual rating is 0,
and beyond what a double holds.
#}
{% macro mape(actual, predicted) -%} {{ rankhouse.relative_errors("avg", actual, predicted) }} {%- endmacro %}

{# An aggregate over |predicted - actual| / |actual|, NULL when one of these is undefined. #}
{% macro relative_errors(aggregate, actual, predicted) -%}
    {%- set error = rankhouse.rating_error(actual, predicted) -%}
    {%- set relative = rankhouse.ratio("abs(" ~ error ~ ")", "abs(" ~ rankhouse.double(actual) ~ ")") -%}
    (
        case
            when count({{ error }}) = count({{ relative }})
            then {{ rankhouse.finite(aggregate ~ "(" ~ relative ~ ")") }}
        end
    )
{%- endmacro %}
