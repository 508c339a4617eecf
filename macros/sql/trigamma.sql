{#
The sum of 1 / (x + i)^2 over i = 0, 1, 2, ..., for an expression above 0: seven terms, and the asymptotic series of the rest,
to 1e-13.
#}
{% macro trigamma(x) %} {{ return(adapter.dispatch("trigamma", "rankhouse")(x)) }}{% endmacro %}

{% macro default__trigamma(x) %}
    {%- set terms = [] -%}
    {%- for place in range(7) -%} {%- do terms.append("1 / power(" ~ x ~ " + " ~ place ~ ", 2)") -%} {%- endfor -%}
    {%- set rest = "(" ~ x ~ " + 7)" -%}
    {%- set series = namespace(sum=rankhouse.trigamma_coefficients()[0]) -%}
    {%- for number in rankhouse.trigamma_coefficients()[1:] -%}
        {%- set series.sum = number ~ " - (" ~ series.sum ~ ") / power(" ~ rest ~ ", 2)" -%}
    {%- endfor -%}
    {%- do terms.append("(1 + (5e-1 + (" ~ series.sum ~ ") / " ~ rest ~ ") / " ~ rest ~ ") / " ~ rest) -%}
    {{ return("(" ~ terms | join(" + ") ~ ")") }}
{% endmacro %}

{# The expression once, because the text is part of DuckDB's table macros. #}
{% macro duckdb__trigamma(x) -%}
    list_transform(
        [{{ x }}],
        lambda first:list_sum([1 / power(first + place, 2) for place in range(7)]) + [
            (
                1 + (
                    5e-1 + list_reduce(
                        [{{ rankhouse.inline(rankhouse.trigamma_coefficients()) }}],
                        lambda total,
                        number:number - total / power(rest, 2)
                    )
                    / rest
                )
                / rest
            )
            / rest
            for rest in [first + 7]
        ][1]
    )[1]
{%- endmacro %}

{# Bernoulli numbers, the highest first, without the signs that alternate. #}
{% macro trigamma_coefficients() %}
    {{
        return(
            [
                "7.092156862745098e0",
                "1.1666666666666667e0",
                "2.531135531135531e-1",
                "7.575757575757576e-2",
                "3.3333333333333333e-2",
                "2.3809523809523810e-2",
                "3.3333333333333333e-2",
                "1.6666666666666667e-1",
            ]
        )
    }}
{% endmacro %}
