{#
The measures of rating error: aggregates over pairs of an actual and a predicted rating. A pair counts when both are
finite numbers; no pair, no value.
#}
{% macro rating_catalogue() %}
    {{
        return(
            [
                {
                    "name": "mae",
                    "value": rankhouse.mae,
                    "summed": "absolute",
                    "description": "Mean absolute error.",
                    "formula": "mean of |predicted - actual|",
                    "undefined": "NULL without a pair of numbers.",
                },
                {
                    "name": "mse",
                    "value": rankhouse.mse,
                    "summed": "squared",
                    "description": "Mean squared error.",
                    "formula": "mean of (predicted - actual)^2",
                    "undefined": "NULL without a pair of numbers.",
                },
                {
                    "name": "rmse",
                    "value": rankhouse.rmse,
                    "summed": "squared",
                    "description": "Root mean squared error, on the scale of the ratings.",
                    "formula": "square root of the mean of (predicted - actual)^2",
                    "undefined": "NULL without a pair of numbers.",
                },
                {
                    "name": "r2",
                    "value": rankhouse.r2,
                    "summed": "nothing",
                    "description": "Coefficient of determination: 1 is perfect, 0 no better than the mean rating, below 0 worse.",
                    "formula": "1 - sum of (predicted - actual)^2 / sum of (actual - mean actual)^2",
                    "undefined": "NULL when the actual ratings are all the same, or there is none.",
                },
            ]
        )
    }}
{% endmacro %}

{# Mean of |predicted - actual| over the pairs of finite numbers. NULL without one. #}
{% macro mae(actual, predicted) -%} (avg(abs({{ rankhouse.rating_error(actual, predicted) }}))) {%- endmacro %}

{# Mean of (predicted - actual)^2 over the pairs of finite numbers. NULL without one. #}
{% macro mse(actual, predicted) -%}(avg({{ rankhouse.squared_rating_error(actual, predicted) }})) {%- endmacro %}

{# Square root of the mean of (predicted - actual)^2 over the pairs of finite numbers. NULL without one. #}
{% macro rmse(actual, predicted) -%}(sqrt({{ rankhouse.mse(actual, predicted) }})) {%- endmacro %}

{#
1 - sum of (predicted - actual)^2 / sum of (actual - mean actual)^2 over the pairs of finite numbers. NULL when the
actual ratings are all the same.
#}
{% macro r2(actual, predicted) -%}
    {%- set error = rankhouse.rating_error(actual, predicted) -%}
    {%- set rated = "case when " ~ error ~ " is not null then " ~ rankhouse.double(actual) ~ " end" -%}
    (
        case
            when min({{ rated }}) < max({{ rated }})
            then
                1
                - {{
                    rankhouse.ratio(
                        "sum(" ~ rankhouse.squared_rating_error(actual, predicted) ~ ")",
                        "count(" ~ rated ~ ") * var_pop(" ~ rated ~ ")",
                    )
                }}
        end
    )
{%- endmacro %}

{# predicted - actual; NULL, and so in no aggregate, unless both are finite numbers. NaN is no smaller than infinity. #}
{% macro rating_error(actual, predicted) -%}
    {%- set error = rankhouse.double(predicted) ~ " - " ~ rankhouse.double(actual) -%}
    (case when abs({{ error }}) < 1e300 then {{ error }} end)
{%- endmacro %}

{% macro squared_rating_error(actual, predicted) -%}
    power({{ rankhouse.rating_error(actual, predicted) }}, 2)
{%- endmacro %}
