{% macro declare_explained_variance() %}
    {{
        return(
            {
                "name": "explained_variance",
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.explained_variance,
                "summed": "nothing",
                "weighted": rankhouse.weighted_share("sum(weight * power(error - mean_error, 2))"),
                "weighted_sum": rankhouse.double("null"),
                "description": "Share of the ratings' variance that is not in the errors: r2 that ignores a constant error.",
                "formula": "1 - variance of (predicted - actual) / variance of actual",
                "undefined": "NULL if all actual ratings are the same, there are none, or their squares are beyond the largest number.",
            }
        )
    }}
{% endmacro %}

{#
1 - variance of (predicted - actual) / variance of actual over the pairs of finite numbers. NULL when the actual ratings
are all the same, or a square is beyond the largest number.
#}
{% macro explained_variance(actual, predicted) -%}
    {%- set error = rankhouse.rating_error(actual, predicted) -%}
    {%- set rated = "case when " ~ error ~ " is not null\nthen " ~ rankhouse.double(actual) ~ " end" -%}
    {%- set unexplained = rankhouse.population_variance(error) -%}
    {%- set variance = rankhouse.population_variance(rated) -%}
    (
        case
            when min({{ rated }}) < max({{ rated }}) and greatest({{ unexplained }}, {{ variance }}) < 1e300
            then 1 - {{ rankhouse.ratio(unexplained, variance) }}
        end
    )
{%- endmacro %}
