{#
What measures of rating error are with weights, over rows with rated, error and weight, NULL of a row that does not count,
and mean_rated and mean_error, the weighted means of the group.
#}
{% macro sum_of_weighted(expression) %} {{ return(rankhouse.finite("sum(weight * " ~ expression ~ ")")) }}{% endmacro %}

{% macro mean_of_weighted(expression) %}
    {{ return(rankhouse.finite(rankhouse.ratio("sum(weight * " ~ expression ~ ")", "sum(weight)"))) }}
{% endmacro %}

{# An aggregate of |error| / |actual|; NULL when an actual rating is 0. #}
{% macro weighted_relative(aggregated) %}
    {{ return("case when count(case when rated = 0 then 1 end) = 0 then " ~ aggregated ~ " end") }}
{% endmacro %}

{# 1 - a sum of squares over that of the ratings; NULL when these are all the same, or beyond the largest number. #}
{% macro weighted_share(squares) %}
    {%- set spread = "sum(weight * power(rated - mean_rated, 2))" -%}
    {{
        return(
            "case when min(rated) < max(rated) and greatest({0}, {1}) < 1e300 then 1 - {2} end".format(
                squares, spread, rankhouse.ratio(squares, spread)
            )
        )
    }}
{% endmacro %}
