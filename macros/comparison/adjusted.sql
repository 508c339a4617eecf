{#
P-values of several tests, adjusted so that many looks do not make a discovery: all tests of a call form one family,
except those without a p-value.
    holm                 Holm (1979): the chance of any false discovery is at most the level
    bonferroni           the same by one factor for all, less powerful
    benjamini_hochberg   Benjamini and Hochberg (1995): the expected share of false discoveries is at most the level
Reads rankhouse_<source> (number, p_value, ...) and ends in rankhouse_<source>_adjusted, which has p_adjusted as well.
#}
{% macro adjusted_p_values_steps(source, correction) %}
    {%- set factor = {
        "holm": "(n_tests - place + 1)",
        "bonferroni": "n_tests",
        "benjamini_hochberg": "n_tests / " ~ rankhouse.double("place"),
        "none": "1",
    } -%}
    {%- set p_scaled = "p_value * " ~ factor[correction] -%}
    {%- if correction == "holm" -%}
        {%- set p_scaled = "max(" ~ p_scaled ~ ") over (order by place rows unbounded preceding)" -%}
    {%- elif correction == "benjamini_hochberg" -%}
        {%- set p_scaled = "min(" ~ p_scaled ~ ") over (order by place desc rows unbounded preceding)" -%}
    {%- endif -%}
    {%- set adjusted -%}
        select
            placed.*,
            case
                when p_value is not null then least({{ p_scaled }}, {{ rankhouse.double("1") }})
            end as p_adjusted
        from
            (
                select
                    {{ source }}.*,
                    count(p_value) over () as n_tests,
                    row_number() over (order by case when p_value is null then 1 else 0 end, p_value, number) as place
                from rankhouse_{{ source }} as {{ source }}
            ) as placed
    {%- endset -%}
    {{ return([rankhouse.step(source ~ "_adjusted", "a test, adjusted for as many tests", adjusted)]) }}
{% endmacro %}
