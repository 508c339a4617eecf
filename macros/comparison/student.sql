{#
The tails of Student's t distribution. The steps read rankhouse_<source>: number, which tells its rows apart, statistic,
and degrees, of freedom, from 1. They end in rankhouse_<source>_tails: number, p_value, the probability of a number at least
as far from 0, within 1e-12 of itself, 0 below 1e-304; NULL where statistic or degrees are NULL or NaN.

With u = |t| / sqrt(degrees + t^2) it is (1 + t^2 / degrees)^(-degrees / 2) * J(u) / J(0), where J(u) is the integral over
s from 0 to infinity of (1 + s * (2 * u + s))^(-(degrees + 1) / 2): nothing is subtracted, so small ones are as precise.
#}
{% macro student_tail_steps(source) %}
    {%- set name = source ~ "_tails" -%}
    {{
        return(
            [
                rankhouse.quadrature_step(name),
                rankhouse.step(
                    name ~ "_shapes",
                    "a statistic, and how far the density has fallen there",
                    rankhouse.student_shapes(source),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    name ~ "_parts",
                    "a statistic, with the integral over what is beyond",
                    rankhouse.student_integrals("rankhouse_" ~ name ~ "_shapes", "number", name),
                ),
                rankhouse.step(
                    name ~ "_wholes",
                    "degrees of freedom, with the integral over half of the numbers",
                    rankhouse.student_integrals(rankhouse.student_centres(name), "degrees", name),
                ),
                rankhouse.step(
                    name, "a statistic, with its two-sided p-value", rankhouse.student_tails(source, name)
                ),
            ]
        )
    }}
{% endmacro %}

{# Beyond 1e100 the tail is as good as proportional to |t|^-degrees. #}
{% macro student_shapes(source) -%}
    select
        number,
        degrees,
        place / sqrt(degrees + place * place) as slope,
        degrees * (5e-1 * {{ rankhouse.log_1_plus("growth") }} + ln(beyond)) as fall
    from
        (
            select number, degrees, place, beyond, place * place / degrees as growth
            from
                (
                    select
                        number,
                        degrees,
                        least(greatest(statistic, 1e-17), 1e100) as place,
                        greatest(statistic, 1e100) / 1e100 as beyond
                    from
                        (
                            select
                                number,
                                {{ rankhouse.double("degrees") }} as degrees,
                                abs({{ rankhouse.double("statistic") }}) as statistic
                            from rankhouse_{{ source }}
                            where {{ rankhouse.is_number("statistic") }} and degrees >= 1
                        ) as known
                ) as places
        ) as grown
{%- endmacro %}

{# The slope 0 of all degrees of freedom, in brackets. #}
{% macro student_centres(name) -%}
    (select degrees, {{ rankhouse.double("0") }} as slope from rankhouse_{{ name }}_shapes group by degrees)
{%- endmacro %}

{# J(slope) of rows that have `degrees` and `slope`, by their key. #}
{% macro student_integrals(rows, key, source) -%}
    {%- set widths -%}
        select
            {{ key }} as number,
            slope,
            5e-1 * (degrees + 1) as exponent,
            6 / (slope * (degrees + 1) + sqrt(degrees + 1)) as width
        from {{ rows }} as points
    {%- endset -%}
    {%- set reaches -%}
        select
            widths.number as number,
            widths.exponent as exponent,
            widths.slope as slope,
            widths.width * nodes.weight as weight,
            widths.width * nodes.node as reach
        from ({{ widths }}) as widths
        cross join rankhouse_{{ source }}_nodes as nodes
    {%- endset -%}
    {%- set places -%}
        select number, exponent, weight, reach * (2 * slope + reach) as growth
        from ({{ reaches }}) as reaches
    {%- endset -%}
    select number, {{ rankhouse.sum_of("weight * " ~ rankhouse.student_density("growth")) }} as integral
    from ({{ places }}) as places
    group by number
{%- endmacro %}

{# (1 + growth)^-exponent. #}
{% macro student_density(growth) %}
    {{ return(rankhouse.exp_of_minus("exponent * " ~ rankhouse.log_1_plus(growth))) }}
{% endmacro %}

{% macro student_tails(source, name) -%}
    select
        tested.number as number,
        case
            when abs({{ rankhouse.double("tested.statistic") }}) < 1e-17 and shapes.degrees is not null
            then 1e0
            when shapes.fall <= 7e2
            then
                least(
                    1e0,
                    {{ rankhouse.exp_of_minus("shapes.fall") }}
                    * {{ rankhouse.ratio("parts.integral", "wholes.integral") }}
                )
            when shapes.fall > 7e2
            then 0e0
        end as p_value
    from rankhouse_{{ source }} as tested
    left join rankhouse_{{ name }}_shapes as shapes on tested.number = shapes.number
    left join rankhouse_{{ name }}_parts as parts on tested.number = parts.number
    left join rankhouse_{{ name }}_wholes as wholes on shapes.degrees = wholes.number
{%- endmacro %}
