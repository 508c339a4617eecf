{% macro declare_mse() %}
    {{
        return(
            {
                "name": "mse",
                "lower_is_better": true,
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.mse,
                "summed": "squared",
                "weighted": rankhouse.mean_of_weighted("power(error, 2)"),
                "weighted_sum": rankhouse.sum_of_weighted("power(error, 2)"),
                "description": "Mean squared error.",
                "formula": "mean of (predicted - actual)^2",
                "undefined": "NULL without a pair of numbers, and if it is beyond 1.8e308.",
            }
        )
    }}
{% endmacro %}

{# Mean of (predicted - actual)^2 over the pairs of finite numbers. NULL without one, and beyond what a double holds. #}
{% macro mse(actual, predicted) -%}
    {{ rankhouse.finite("avg(" ~ rankhouse.squared_rating_error(actual, predicted) ~ ")") }}
{%- endmacro %}
