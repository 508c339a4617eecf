{# The sum of 1 / i over i = 1, 2, ..., n, for n of 1 or more: the asymptotic series of n + 7, less seven terms, to 1e-13. #}
{% macro harmonic(n) %}
    {%- set x = "(" ~ rankhouse.double(n) ~ " + 7.5e0)" -%}
    {%- set square = "power(" ~ x ~ ", 2)" -%}
    {%- set series = namespace(sum=rankhouse.harmonic_coefficients()[0]) -%}
    {%- for number in rankhouse.harmonic_coefficients()[1:] -%}
        {%- set series.sum = number ~ " - (" ~ series.sum ~ ") / " ~ square -%}
    {%- endfor -%}
    {%- set terms = ["5.772156649015329e-1 + ln(" ~ x ~ ") + (" ~ series.sum ~ ") / " ~ square] -%}
    {%- for place in range(1, 8) -%}
        {%- do terms.append("1 / (" ~ rankhouse.double(n) ~ " + " ~ place ~ ")") -%}
    {%- endfor -%}
    {{ return("(" ~ terms | join(" - ") ~ ")") }}
{% endmacro %}

{# Those of the digamma function halfway between whole numbers, the highest first, without the signs that alternate. #}
{% macro harmonic_coefficients() %}
    {{
        return(
            [
                "8.332316080729167e-2",
                "2.1082496875953905e-2",
                "7.560961174242424e-3",
                "4.134114583333333e-3",
                "3.8442460317460315e-3",
                "7.291666666666667e-3",
                "4.166666666666667e-2",
            ]
        )
    }}
{% endmacro %}
