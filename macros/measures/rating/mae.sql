{% macro declare_mae() %}
    {{
        return(
            {
                "name": "mae",
                "lower_is_better": true,
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.mae,
                "summed": "absolute",
                "weighted": rankhouse.mean_of_weighted("abs(error)"),
                "weighted_sum": rankhouse.sum_of_weighted("abs(error)"),
                "description": "Mean absolute error.",
                "formula": "mean of |predicted - actual|",
                "undefined": "NULL without a pair of numbers.",
            }
        )
    }}
{% endmacro %}

{# Mean of |predicted - actual| over the pairs of finite numbers. NULL without one. #}
{% macro mae(actual, predicted) -%} (avg(abs({{ rankhouse.rating_error(actual, predicted) }}))) {%- endmacro %}
