{#
The sign test: the exact two-sided binomial test at 1/2. The steps read rankhouse_<source>: number, which tells its rows
apart, wins and losses, whole numbers. They end in rankhouse_<source>_signs: number, p_value, twice the probability of at
most as few, at most 1, within 1e-12 of itself up to a million of both, 0 below 1e-304; 1 of 0 and 0, NULL of NULL.

With n of both and m of the fewer that is (n - m) * T times the probability of exactly m, where T is the integral over s
from 0 to infinity of (1 + s)^-(n / 2 - m + 1 / 2) * (1 + s^2 / (4 * (1 + s)))^(-(n + 1) / 2): the incomplete beta function
over the logit. The probability of exactly m follows C. Loader (2000), "Fast and accurate computation of binomial
probabilities".
#}
{% macro sign_test_steps(source) %}
    {%- set name = source ~ "_signs" -%}
    {{
        return(
            [
                rankhouse.quadrature_step(),
                rankhouse.step(
                    name ~ "_shapes",
                    "wins and losses, and how improbable they are",
                    rankhouse.sign_test_shapes(source),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    name ~ "_parts",
                    "the same, with the integral over what is more improbable",
                    rankhouse.sign_test_integrals(name),
                ),
                rankhouse.step(
                    name,
                    "wins and losses, with the p-value of the sign test",
                    rankhouse.sign_test_p_values(source, name),
                ),
            ]
        )
    }}
{% endmacro %}

{% macro sign_test_shapes(source) -%}
    select
        number,
        5e-1 * (n_more - n_fewer + 1) as slope,
        5e-1 * (n_all + 1) as bend,
        case
            when n_fewer = 0
            then 6.931471805599453e-1 * n_all
            else
                5e-1 * (n_more - n_fewer) * {{ rankhouse.log_1_plus("lead") }}
                - 5e-1 * n_all * {{ rankhouse.log_1_plus("excess") }}
        end as fall,
        case
            when n_fewer = 0
            then n_more
            else
                n_more
                * sqrt(1.5915494309189535e-1 * n_all / n_fewer / n_more)
                * exp(
                    {{ rankhouse.stirling_rest("n_all") }}
                    - {{ rankhouse.stirling_rest("n_fewer") }}
                    - {{ rankhouse.stirling_rest("n_more") }}
                )
        end as scale
    from
        (
            select
                number,
                n_fewer,
                n_more,
                n_fewer + n_more as n_all,
                (n_more - n_fewer) / nullif(n_fewer, 0) as lead,
                (n_more - n_fewer) * (n_more - n_fewer) / nullif(4 * n_fewer * n_more, 0) as excess
            from
                (
                    select
                        number,
                        {{ rankhouse.double("least(wins, losses)") }} as n_fewer,
                        {{ rankhouse.double("greatest(wins, losses)") }} as n_more
                    from rankhouse_{{ source }}
                    where abs({{ rankhouse.double("wins") }} - {{ rankhouse.double("losses") }}) > 1
                ) as counts
        ) as unequal
{%- endmacro %}

{% macro sign_test_places(name) -%}
    select number, slope, bend, weight, reach, reach * reach / (4 * (1 + reach)) as growth
    from
        (
            select
                widths.number as number,
                widths.slope as slope,
                widths.bend as bend,
                widths.width * nodes.weight as weight,
                widths.width * nodes.node as reach
            from
                (
                    select number, slope, bend, 6 / (slope + 5e-1 * sqrt(bend)) as width
                    from rankhouse_{{ name }}_shapes
                ) as widths
            cross join rankhouse_nodes as nodes
        ) as reaches
{%- endmacro %}

{% macro sign_test_integrals(name) -%}
    {%- set exponent -%}
        slope * {{ rankhouse.log_1_plus("reach") }} + bend * {{ rankhouse.log_1_plus("growth") }}
    {%- endset -%}
    select number, {{ rankhouse.sum_of("weight * " ~ rankhouse.exp_of_minus("(" ~ exponent ~ ")")) }} as integral
    from ({{ rankhouse.sign_test_places(name) }}) as places
    group by number
{%- endmacro %}

{# Where wins and losses are equal or one apart, p is 1: `at most as few` has at least half of the probability. #}
{% macro sign_test_p_values(source, name) -%}
    select
        tested.number as number,
        case
            when abs({{ rankhouse.double("tested.wins") }} - {{ rankhouse.double("tested.losses") }}) <= 1
            then 1e0
            when shapes.fall <= 7e2
            then least(1e0, {{ rankhouse.exp_of_minus("shapes.fall") }} * shapes.scale * parts.integral)
            when shapes.fall > 7e2
            then 0e0
        end as p_value
    from rankhouse_{{ source }} as tested
    left join rankhouse_{{ name }}_shapes as shapes on tested.number = shapes.number
    left join rankhouse_{{ name }}_parts as parts on tested.number = parts.number
{%- endmacro %}

{# What Stirling's formula leaves out of the logarithm of a factorial, of a whole number from 1. #}
{% macro stirling_rest(n) -%}
    {%- set known = ["8.1061466795327258e-2", "4.1340695955409294e-2", "2.7677925684998339e-2"] -%}
    {%- set known = known + ["2.0790672103765094e-2", "1.6644691189821192e-2", "1.3876128823070748e-2"] -%}
    {%- set known = known + ["1.1896709945891770e-2", "1.0411265261972096e-2", "9.2554621827127329e-3"] -%}
    {%- set series = ["8.3333333333333333e-2", "-2.7777777777777778e-3", "7.9365079365079365e-4"] -%}
    {%- set series = series + ["-5.9523809523809524e-4", "8.4175084175084175e-4", "-1.9175269175269175e-3"] -%}
    {%- set cases = [] -%}
    {%- for value in known -%}
        {%- do cases.append("when " ~ n ~ " = " ~ loop.index ~ " then " ~ value) -%}
    {%- endfor -%}
    case {{ cases | join("\n") }} else {{ rankhouse.polynomial("(1 / " ~ n ~ " / " ~ n ~ ")", series) }} / {{ n }} end
{%- endmacro %}
