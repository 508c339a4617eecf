{#
Quantiles of Student's t distribution. The steps read rankhouse_<source>; they need its degrees, of freedom, whole
numbers from 1; `probabilities` are SQL for numbers above 0.5 and below 1, and `known` these numbers, as
rows_with_normal_quantiles has them. They end in rankhouse_<source>_quantiles: degrees, none of them NULL, and probability, each pair
once, and quantile, within 1e-13 of itself.

They take one step of Halley's method from Hill's approximation: an error of 1e-5 becomes one below 1e-15. Up to 0.75 that
compares probabilities of what is inside the quantile, further out of what is beyond, because those of the others are all
near 1.
#}
{% macro student_quantile_steps(source, probabilities, known=none) %}
    {%- set name = source ~ "_quantiles" -%}
    {%- set inside = "probability <= 7.5e-1" -%}
    {{
        return(
            [
                rankhouse.quadrature_step(),
                rankhouse.step(
                    name ~ "_levels",
                    "a probability, with its normal quantile",
                    rankhouse.student_levels(probabilities, known),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    name ~ "_starts",
                    "degrees of freedom, with about the quantile",
                    rankhouse.student_quantile_starts(source, name),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    name ~ "_integrals",
                    "degrees of freedom, with the integrals over half of the numbers and up to the quantile, or beyond",
                    rankhouse.student_quantile_integrals(inside, name),
                ),
                rankhouse.step(
                    name, "degrees of freedom, with the quantile", rankhouse.student_quantiles_by_halley(inside, name)
                ),
            ]
        )
    }}
{% endmacro %}

{# The quantile up to which an interval of this confidence reaches. #}
{% macro student_limit_steps(source, confidence) %}
    {%- set level = "(1 + " ~ rankhouse.double(confidence) ~ ") / 2" -%}
    {{ return(rankhouse.student_quantile_steps(source, [level], [rankhouse.level_of_confidence(confidence)])) }}
{% endmacro %}

{# Half of such an interval of a mean: of rankhouse_moments (`moments`) with this deviation, and the relation with its quantile. #}
{% macro half_of_interval(deviation, quantiles="quantiles") %}
    {%- set n = rankhouse.double("moments.degrees + 1") -%}
    {{ return(quantiles ~ ".quantile * moments." ~ deviation ~ " / sqrt(" ~ n ~ ")") }}
{% endmacro %}

{% macro student_levels(probabilities, known=none) -%}
    {%- set asked = [] -%}
    {%- for probability in probabilities -%}
        {%- do asked.append("select " ~ rankhouse.double(probability) ~ " as probability") -%}
    {%- endfor -%}
    {%- set asked = "(" ~ asked | join("\nunion all ") ~ ")" -%}
    select probability, normal
    from {{ rankhouse.rows_with_normal_quantiles(asked, {"normal": "probability"}, known) }} as levels
{%- endmacro %}

{% macro student_quantile_starts(source, name) -%}
    {%- set asked -%}
        (
            select distinct {{ rankhouse.double("found.degrees") }} as degrees, levels.probability, levels.normal
            from rankhouse_{{ source }} as found
            cross join rankhouse_{{ name }}_levels as levels
            where found.degrees >= 1
        )
    {%- endset -%}
    select
        degrees,
        probability,
        place,
        place * place / degrees as growth,
        place / sqrt(degrees + place * place) as slope,
        5e-1 * (degrees + 1) as exponent
    from ({{ rankhouse.student_quantiles_by_hill(asked) }}) as places
{%- endmacro %}

{# Inside, from 0 to the place, at place * node / (1 + node); beyond and over all as student_integrals has it. #}
{% macro student_quantile_reaches(inside, name) -%}
    {%- set reach = "6 * node / (slope * (degrees + 1) + sqrt(degrees + 1))" -%}
    select
        starts.*,
        weight,
        6 / sqrt(degrees + 1) as whole_width,
        36 * node * node / (degrees + 1) as whole_growth,
        case
            when {{ inside }}
            then place / (1 + node) / (1 + node) / sqrt(degrees)
            else 6 / (slope * (degrees + 1) + sqrt(degrees + 1))
        end as part_width,
        case
            when {{ inside }}
            then growth * node / (1 + node) * node / (1 + node)
            else {{ reach }} * (2 * slope + {{ reach }})
        end as part_growth
    from rankhouse_{{ name }}_starts as starts
    cross join rankhouse_nodes as nodes
{%- endmacro %}

{% macro student_quantile_integrals(inside, name) -%}
    {%- set known = "degrees, probability, place, growth, exponent" -%}
    select {{ known }}, {{ rankhouse.sum_of("whole") }} as whole, {{ rankhouse.sum_of("part") }} as part
    from
        (
            select
                {{ known }},
                weight * whole_width * {{ rankhouse.student_density("whole_growth") }} as whole,
                weight * part_width * {{ rankhouse.student_density("part_growth") }} as part
            from ({{ rankhouse.student_quantile_reaches(inside, name) }}) as reaches
        ) as terms
    group by {{ known }}
{%- endmacro %}

{# How far the probability is off there, by the density, and what Halley's method adds to Newton's. #}
{% macro student_quantiles_by_halley(inside, name) -%}
    {%- set height = "exp(exponent * " ~ rankhouse.log_1_plus("growth") ~ ")" -%}
    select
        degrees,
        probability,
        place - distance / (1 + distance * exponent * place / (degrees + place * place)) as quantile
    from
        (
            select
                degrees,
                probability,
                exponent,
                place,
                sqrt(degrees) * case
                    when {{ inside }}
                    then {{ height }} * (part - (2 * probability - 1) * whole)
                    else {{ height }} * (2 - 2 * probability) * whole - sqrt(1 + growth) * part
                end as distance
            from rankhouse_{{ name }}_integrals
        ) as distances
{%- endmacro %}

{#
About the quantile: G. W. Hill (1970), "Algorithm 396: Student's t-quantiles", Communications of the ACM 13, with his names.
Within 2e-5 of itself, 1e-6 from 11 degrees of freedom on and 2e-9 from 100 on; exact for 1 and 2. `asked` has degrees,
probability and its quantile of the normal distribution, 64-bit numbers.
#}
{% macro student_quantiles_by_hill(asked) -%}
    {%- set few = "case when degrees < 5 then 3e-1 * (degrees - 4.5e0) * (6e-1 - normal) else 0 end" -%}
    {%- set divisor = rankhouse.polynomial("(0 - normal)", ["(b + c + " ~ few ~ ")", "-2", "-7", "-5", "5e-2 * d"]) -%}
    {%- set above = rankhouse.polynomial("(normal * normal)", ["9.45e1", "36", "6.3e0", "4e-1"]) -%}
    {%- set x = "((" ~ above ~ " / " ~ divisor ~ " - (normal * normal) - 3) / b + 1) * normal" -%}
    {#- x is NULL where Hill goes on from y alone. -#}
    {%- set rows = rankhouse.rows_with(
        asked,
        [
            {"a": "1 / (degrees - 5e-1)", "b": "48 * (degrees - 5e-1) * (degrees - 5e-1)"},
            {"c": rankhouse.polynomial("a", ["9.636e1", "-1.6e1", "-9.8e1", "20700 / b"])},
            {"d": "((9.45e1 / (b + c) - 3) / b + 1) * sqrt(1.5707963267948966e0 * a) * degrees"},
            {"y": "power(d * (2 - 2 * probability), 2 / degrees)"},
            {"x": "case when degrees > 2 and y > 5e-2 + a then " ~ x ~ " end"},
        ],
    ) -%}
    select
        degrees,
        probability,
        case
            when degrees = 1 and probability <= 7.5e-1
            then tan(3.141592653589793e0 * (probability - 5e-1))
            when degrees = 1
            then 1 / tan(3.141592653589793e0 * (1 - probability))
            when degrees = 2
            then (2 * probability - 1) / sqrt(2 * probability * (1 - probability))
            when a * x * x < 1e-8
            then sqrt(degrees * (a * x * x))
            when x is not null
            then sqrt(degrees * (exp(a * x * x) - 1))
            else
                sqrt(
                    degrees * (
                        (
                            (
                                1 / ((degrees + 6) / (degrees * y) - 8.9e-2 * d - 8.22e-1) / (degrees + 2) / 3
                                + 5e-1 / (degrees + 4)
                            )
                            * y
                            - 1
                        )
                        * (degrees + 1)
                        / (degrees + 2)
                        + 1 / y
                    )
                )
        end as place
    from {{ rows }} as places
{%- endmacro %}
