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
                rankhouse.quadrature_step(),
                rankhouse.step(
                    name ~ "_shapes",
                    "a statistic, and how far the density has fallen there",
                    rankhouse.student_shapes(source),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    name ~ "_integrals",
                    "a statistic, with the integrals over what is beyond and over half of the numbers",
                    rankhouse.student_integrals(name),
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

{# J(slope) and J(0). #}
{% macro student_integrals(name) -%}
    {%- set widths -%}
        select
            shapes.*,
            5e-1 * (degrees + 1) as exponent,
            6 / (slope * (degrees + 1) + sqrt(degrees + 1)) as part_width,
            6 / sqrt(degrees + 1) as whole_width
        from rankhouse_{{ name }}_shapes as shapes
    {%- endset -%}
    {%- set reaches -%}
        select
            number,
            fall,
            exponent,
            part_width * weight as part_weight,
            part_width * node * (2 * slope + part_width * node) as part_growth,
            whole_width * weight as whole_weight,
            whole_width * node * (whole_width * node) as whole_growth
        from ({{ widths }}) as widths
        cross join rankhouse_nodes
    {%- endset -%}
    {%- set terms -%}
        select
            number,
            fall,
            part_weight * {{ rankhouse.student_density("part_growth") }} as part,
            whole_weight * {{ rankhouse.student_density("whole_growth") }} as whole
        from ({{ reaches }}) as reaches
    {%- endset -%}
    select number, fall, {{ rankhouse.sum_of("part") }} as part, {{ rankhouse.sum_of("whole") }} as whole
    from ({{ terms }}) as terms
    group by number, fall
{%- endmacro %}

{# (1 + growth)^-exponent. #}
{% macro student_density(growth) %}
    {{ return(rankhouse.exp_of_minus("exponent * " ~ rankhouse.log_1_plus(growth))) }}
{% endmacro %}

{% macro student_tails(source, name) -%}
    select
        tested.number as number,
        case
            when abs({{ rankhouse.double("tested.statistic") }}) < 1e-17 and integrals.number is not null
            then 1e0
            when integrals.fall <= 7e2
            then
                least(
                    1e0,
                    {{ rankhouse.exp_of_minus("integrals.fall") }}
                    * {{ rankhouse.ratio("integrals.part", "integrals.whole") }}
                )
            when integrals.fall > 7e2
            then 0e0
        end as p_value
    from rankhouse_{{ source }} as tested
    left join rankhouse_{{ name }}_integrals as integrals on tested.number = integrals.number
{%- endmacro %}
