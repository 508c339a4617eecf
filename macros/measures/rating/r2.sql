{% macro declare_r2() %}
    {{
        return(
            {
                "name": "r2",
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.r2,
                "summed": "nothing",
                "weighted": rankhouse.weighted_share("sum(weight * power(error, 2))"),
                "weighted_sum": rankhouse.double("null"),
                "description": "Coefficient of determination: 1 is perfect, 0 no better than the mean rating, below 0 worse.",
                "formula": "1 - sum of (predicted - actual)^2 / sum of (actual - mean actual)^2",
                "undefined": "NULL if all actual ratings are the same, there are none, or their squares are beyond the largest number.",
            }
        )
    }}
{% endmacro %}

{#
1 - sum of (predicted - actual)^2 / sum of (actual - mean actual)^2 over the pairs of finite numbers. NULL when the
actual ratings are all the same, or a square is beyond the largest number.
#}
{% macro r2(actual, predicted) -%}
    {%- set error = rankhouse.rating_error(actual, predicted) -%}
    {%- set rated = "case when " ~ error ~ " is not null\nthen " ~ rankhouse.double(actual) ~ " end" -%}
    {%- set squares = "sum(" ~ rankhouse.squared_rating_error(actual, predicted) ~ ")" -%}
    {%- set variance = "var_pop(" ~ rated ~ ")" -%}
    (
        case
            when min({{ rated }}) < max({{ rated }}) and greatest({{ squares }}, {{ variance }}) < 1e300
            then 1 - {{ rankhouse.ratio(squares, "count(" ~ rated ~ ") * " ~ variance) }}
        end
    )
{%- endmacro %}
