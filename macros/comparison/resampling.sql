{#
Bootstrap: how often a unit (a query, a user) counts in a repetition is a Poisson(1) number, drawn from a hash of seed,
unit and repetition: the same on every engine, every day and in every order, for all that is compared.

One MD5 hash gives the weights of five repetitions, six hexadecimal digits each: hashing is what takes the time. With 24
bits a probability of the Poisson distribution is off by 3e-8 at most, a hundred thousandth of what the chance of 10,000
repetitions itself leaves open.
#}
{#
The steps that end in rankhouse_weights: unit, repetition, weight, as far as it is above 0. Repetition 0 are the data
themselves. They read rankhouse_units, with a column `unit`, each once and none of them NULL.
#}
{% macro resampling_steps(seed, repetitions) %}
    {%- set drawn -%}
        select
            hashed.unit as unit,
            hashed.first_repetition + pieces.digit as repetition,
            substring(hashed.digits, 6 * pieces.digit - 5, 6) as digits
        from rankhouse_hashed as hashed
        cross join ({{ rankhouse.digits(1, 5) }}) as pieces
    {%- endset -%}
    {%- set weights -%}
        select unit, 0 as repetition, 1 as weight
        from rankhouse_units
        union all
        select unit, repetition, {{ rankhouse.poisson_number("digits") }} as weight
        from rankhouse_drawn
        where digits >= {{ rankhouse.literal(rankhouse.poisson_limits()[0]) }} and repetition <= {{ repetitions }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.hashed_units_step(seed, repetitions),
                rankhouse.step("drawn", "a unit in a repetition, with its part of the hash", drawn),
                rankhouse.step(
                    "weights", "the same where it counts, with its weight, and in the data themselves", weights
                ),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_hashed: unit, first_repetition, digits, the hash that gives the weights of the five repetitions after it. #}
{% macro hashed_units_step(seed, repetitions) %}
    {%- set named -%}
        'resampling:{{ seed }}:' || {{ rankhouse.text("units.unit") }} || ':' || {{ rankhouse.text("blocks.number") }}
    {%- endset -%}
    {%- set hashed -%}
        select
            units.unit as unit,
            5 * blocks.number as first_repetition,
            {{ rankhouse.md5_text(named) }} as digits
        from rankhouse_units as units
        cross join ({{ rankhouse.numbers_below_10000() }}) as blocks
        where 5 * blocks.number < {{ repetitions }}
    {%- endset -%}
    {{ return(rankhouse.step("hashed", "a unit in five repetitions", hashed, rankhouse.stored())) }}
{% endmacro %}

{# The Poisson(1) number of a text of six hexadecimal digits. #}
{% macro poisson_number(digits) %}
    {%- set limits, cases = rankhouse.poisson_limits(), [] -%}
    {%- for limit in limits -%}
        {%- set break = "\n" if loop.index0 % 4 == 0 else " " -%}
        {%- do cases.append(break ~ "when " ~ digits ~ " < '" ~ limit ~ "' then " ~ loop.index0) -%}
    {%- endfor -%}
    {{ return("case" ~ cases | join ~ " else " ~ limits | length ~ "\nend") }}
{% endmacro %}

{# The probabilities of a Poisson(1) number of at most 0, 1, 2, ..., in 24 bits. #}
{% macro poisson_limits() %}
    {{ return("5e2d59 bc5ab2 eb715e fb2398 ff1026 ffd90f fffa8b ffff54 ffffed fffffe".split()) }}
{% endmacro %}

{# The numbers from 0 to 9,999 as rows of `number`, on any engine. #}
{% macro numbers_below_10000() -%}
    select low.number + 100 * high.number as number
    from ({{ rankhouse.numbers_below_100() }}) as low
    cross join ({{ rankhouse.numbers_below_100() }}) as high
{%- endmacro %}

{% macro numbers_below_100() -%}
    select ones.digit + 10 * tens.digit as number
    from ({{ rankhouse.digits(0, 9) }}) as ones
    cross join ({{ rankhouse.digits(0, 9) }}) as tens
{%- endmacro %}

{% macro digits(first, last) -%}
    {%- set rows = ["select " ~ first ~ " as digit"] -%}
    {%- for digit in range(first + 1, last + 1) -%}
        {%- do rows.append(("\n" if loop.index % 5 == 0 else " ") ~ "union all select " ~ digit) -%}
    {%- endfor -%}
    {{ rows | join }}
{%- endmacro %}

{#
A quantile over rows in order, as an aggregate: `place` counts them from 0, `last` is the highest place. Between two rows
it is interpolated, as numpy does by default.
#}
{% macro quantile_of_places(value, place, last, share) -%}
    {%- set away = "abs(" ~ place ~ " - " ~ share ~ " * " ~ last ~ ")" -%}
    sum(case when {{ away }} < 1 then {{ value }} * (1 - {{ away }}) else 0 end)
{%- endmacro %}

{# An end of an interval: the same of resampled values, and NULL of a single one, which shows no spread. #}
{% macro end_of_interval(value, place, last, share) %}
    {%- set quantile = rankhouse.quantile_of_places(value, place, last, share) -%}
    {{ return("case when max(" ~ last ~ ") > 0 then\n" ~ quantile ~ "\nend") }}
{% endmacro %}
