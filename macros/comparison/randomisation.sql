{#
Fisher's randomisation test: p = (1 + the number of repetitions whose mean is as far from 0 as the one observed) / (1 +
repetitions). The sign of a query in a repetition is a bit of a hash of seed, query and repetition: the same for all pairs
and measures, on every engine and every day. One MD5 hash gives the signs of 104 repetitions, as two whole numbers of 52
bits; the 52 sums of a number are columns, because rows are what takes the time. Means within 1e-12 of the mean absolute
difference are as far.
#}
{#
From rankhouse_<source>, the source of units_of, to rankhouse_<name>: number, p_value.
#}
{% macro randomisation_steps(plan, name="tested") %}
    {{
        return(
            [
                rankhouse.step(
                    "hashed_queries",
                    "a query in 104 repetitions",
                    rankhouse.hashed_of_queries(plan),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    "signs",
                    "a query in 52 repetitions, a bit of its number each",
                    rankhouse.signs_of_queries(plan),
                    rankhouse.stored(),
                ),
                rankhouse.step(
                    "flipped",
                    "a comparison in 52 repetitions, with the sums of what stays above",
                    rankhouse.sums_by_signs(rankhouse.units_of(plan)),
                ),
                rankhouse.step(name, "a comparison with its p-value", rankhouse.randomisation_p_values(plan)),
            ]
        )
    }}
{% endmacro %}

{# The bits that are taken of half a hash. #}
{% macro signs_of_a_number() %} {{ return(52) }}{% endmacro %}

{% macro hashed_of_queries(plan) -%}
    {%- set n_bits = rankhouse.signs_of_a_number() -%}
    {%- set named -%}
        'randomisation:{{ plan.seed }}:' || {{ rankhouse.text("units.query_id") }}
        || ':' || {{ rankhouse.text("blocks.number") }}
    {%- endset -%}
    select
        units.query_id as query_id,
        {{ 2 * n_bits }} * blocks.number as first_repetition,
        {{ rankhouse.md5_text(named) }} as digits
    from
        (
            select distinct {{ rankhouse.units_of(plan).id }} as query_id from {{ rankhouse.units_of(plan).names }}
        ) as units
    cross join ({{ rankhouse.numbers_below_100() }}) as blocks
    where {{ 2 * n_bits }} * blocks.number < {{ plan.repetitions }}
{%- endmacro %}

{% macro signs_of_queries(plan) -%}
    {%- set n_bits = rankhouse.signs_of_a_number() -%}
    select
        hashed.query_id as query_id,
        hashed.first_repetition + {{ n_bits }} * halves.digit as first_repetition,
        {{ rankhouse.hex_number("substr(hashed.digits, 1 + 13 * halves.digit, 13)") }} as bits
    from rankhouse_hashed_queries as hashed
    cross join ({{ rankhouse.digits(0, 1) }}) as halves
    where hashed.first_repetition + {{ n_bits }} * halves.digit < {{ plan.repetitions }}
{%- endmacro %}

{% macro sums_by_signs(units) -%}
    {%- set total = "differences." ~ units.total -%}
    {%- set sums = [] -%}
    {%- for bit in range(rankhouse.signs_of_a_number()) -%}
        {%- do sums.append(
            "sum(case when "
            ~ rankhouse.bit_is_set("signs.bits", bit)
            ~ " then "
            ~ total
            ~ " else "
            ~ rankhouse.double("0")
            ~ " end) as sum_"
            ~ bit
        ) -%}
    {%- endfor -%}
    select
        differences.number as number,
        signs.first_repetition as first_repetition,
        sum({{ total }}) as total,
        abs(sum({{ total }})) - 1e-12 * sum(abs({{ total }})) as reached,
        {{ rankhouse.listed(sums) }}
    from rankhouse_{{ units.source }} as differences
    join rankhouse_signs as signs on differences.query_id = signs.query_id
    where {{ total }} is not null
    group by differences.number, signs.first_repetition
    having count(*) > 1 or max(abs({{ total }})) = 0
{%- endmacro %}

{% macro randomisation_p_values(plan) -%}
    {%- set reached = [] -%}
    {%- for bit in range(rankhouse.signs_of_a_number()) -%}
        {%- do reached.append(
            "case when abs(2 * sum_"
            ~ bit
            ~ " - total) >= reached and first_repetition + "
            ~ bit
            ~ " < "
            ~ plan.repetitions
            ~ " then 1 else 0 end"
        ) -%}
    {%- endfor -%}
    select
        number, (1 + sum({{ reached | join("\n+ ") }})) / {{ rankhouse.double("1 + " ~ plan.repetitions) }} as p_value
    from rankhouse_flipped
    group by number
{%- endmacro %}
