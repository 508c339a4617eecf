{#
Integrals from 0 to infinity as sums over 64 rows, by the exp-sinh rule of H. Takahasi and M. Mori (1974), "Double
exponential formulas for numerical integration": nodes exp(pi/4 * sinh(y)) at y from -31/7 to 32/7 by steps of 1/7. They
give 13 digits of integrands like exp(-s), exp(-s^2) and 1 / (1 + s^2) in a unit in which these fall to 1/e near 1/6.
#}
{% macro quadrature_step() %}
    {%- set numbers -%}
        select {{ rankhouse.double("32 - ones.digit - 8 * eights.digit") }} as number
        from ({{ rankhouse.digits(0, 7) }}) as ones
        cross join ({{ rankhouse.digits(0, 7) }}) as eights
    {%- endset -%}
    {%- set sql -%}
        select node, 5.6099868814103450e-2 * (power + 1 / power) * node as weight
        from (
            select power, exp(3.9269908169872415e-1 * (power - 1 / power)) as node
            from (
                select exp(number / 7) as power
                from ({{ numbers }}) as numbers
            ) as powers
        ) as nodes
    {%- endset -%}
    {{
        return(
            rankhouse.step(
                "nodes", "a place of an integral from 0 to infinity, with its weight", sql, rankhouse.stored()
            )
        )
    }}
{% endmacro %}

{# ln(1 + x) of a column that is not negative, precise where it is small too: W. Kahan's way, which undoes the rounding. #}
{% macro log_1_plus(x) -%}
    {%- set undone = "ln(1e0 + {0}) * ({0} / ((1e0 + {0}) - 1e0))".format(x) -%}
    {{ "case when 1e0 + " ~ x ~ " = 1e0 then " ~ x ~ "\nelse " ~ undone ~ "\nend" }}
{%- endmacro %}

{# exp(-x); where that is next to nothing, a number that is, because some engines raise an error instead of giving 0. #}
{% macro exp_of_minus(x) -%} exp(- least({{ x }}, 7e2)) {%- endmacro %}
