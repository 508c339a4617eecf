{% macro declare_rmse() %}
    {{
        return(
            {
                "name": "rmse",
                "lower_is_better": true,
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.rmse,
                "summed": "squared",
                "weighted": "sqrt(" ~ rankhouse.mean_of_weighted("power(error, 2)") ~ ")",
                "weighted_sum": rankhouse.sum_of_weighted("power(error, 2)"),
                "description": "Root mean squared error, on the scale of the ratings.",
                "formula": "square root of the mean of (predicted - actual)^2",
                "undefined": "NULL without a pair of numbers.",
            }
        )
    }}
{% endmacro %}

{# Square root of the mean of (predicted - actual)^2 over the pairs of finite numbers. NULL without one. #}
{% macro rmse(actual, predicted) -%} (sqrt({{ rankhouse.mse(actual, predicted) }})) {%- endmacro %}
