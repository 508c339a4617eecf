{% macro declare_mse() %}
    {{
        return(
            {
                "name": "mse",
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.mse,
                "summed": "squared",
                "description": "Mean squared error.",
                "formula": "mean of (predicted - actual)^2",
                "undefined": "NULL without a pair of numbers.",
            }
        )
    }}
{% endmacro %}

{# Mean of (predicted - actual)^2 over the pairs of finite numbers. NULL without one. #}
{% macro mse(actual, predicted) -%} (avg({{ rankhouse.squared_rating_error(actual, predicted) }})) {%- endmacro %}
