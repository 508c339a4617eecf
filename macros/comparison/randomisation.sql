{#
Fisher's randomisation test: p = (1 + the number of repetitions whose mean is as far from 0 as the one observed) / (1 +
repetitions). The sign of a query in a repetition is a bit of a hash of seed, query and repetition: the same for all pairs
and measures, on every engine and every day. One MD5 hash gives the signs of 104 repetitions, as two whole numbers of 52
bits; the 52 sums of a number are columns, because rows are what takes the time. Means within 1e-12 of the mean absolute
difference are as far.
#}
{% macro randomisation_steps(plan) %}
    {%- set n_bits = 52 -%}
    {%- set named -%}
        'randomisation:{{ plan.seed }}:' || {{ rankhouse.text("units.query_id") }}
        || ':' || {{ rankhouse.text("blocks.number") }}
    {%- endset -%}
    {%- set hashed -%}
        select
            units.query_id as query_id,
            {{ 2 * n_bits }} * blocks.number as first_repetition,
            {{ rankhouse.md5_text(named) }} as digits
        from (select distinct query_id from rankhouse_values) as units
        cross join ({{ rankhouse.numbers_below_100() }}) as blocks
        where {{ 2 * n_bits }} * blocks.number < {{ plan.repetitions }}
    {%- endset -%}
    {%- set signs -%}
        select
            hashed.query_id as query_id,
            hashed.first_repetition + {{ n_bits }} * halves.digit as first_repetition,
            {{ rankhouse.hex_number("substr(hashed.digits, 1 + 13 * halves.digit, 13)") }} as bits
        from rankhouse_hashed_queries as hashed
        cross join ({{ rankhouse.digits(0, 1) }}) as halves
        where hashed.first_repetition + {{ n_bits }} * halves.digit < {{ plan.repetitions }}
    {%- endset -%}
    {%- set sums, reached = [], [] -%}
    {%- for bit in range(n_bits) -%}
        {%- do sums.append(
            "sum(case when "
            ~ rankhouse.bit_is_set("signs.bits", bit)
            ~ " then differences.difference else "
            ~ rankhouse.double("0")
            ~ " end) as sum_"
            ~ bit
        ) -%}
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
    {%- set flipped -%}
        select
            differences.number as number,
            signs.first_repetition as first_repetition,
            sum(differences.difference) as total,
            abs(sum(differences.difference)) - 1e-12 * sum(abs(differences.difference)) as reached,
            {{ rankhouse.listed(sums) }}
        from rankhouse_differences as differences
        join rankhouse_signs as signs on differences.query_id = signs.query_id
        where differences.difference is not null
        group by differences.number, signs.first_repetition
        having count(*) > 1 or max(abs(differences.difference)) = 0
    {%- endset -%}
    {%- set tested -%}
        select
            number,
            (1 + sum({{ reached | join("\n+ ") }})) / {{ rankhouse.double("1 + " ~ plan.repetitions) }} as p_value
        from rankhouse_flipped
        group by number
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("hashed_queries", "a query in 104 repetitions", hashed, rankhouse.stored()),
                rankhouse.step(
                    "signs", "a query in 52 repetitions, a bit of its number each", signs, rankhouse.stored()
                ),
                rankhouse.step(
                    "flipped", "a comparison in 52 repetitions, with the sums of what stays above", flipped
                ),
                rankhouse.step("tested", "a comparison with its p-value", tested),
            ]
        )
    }}
{% endmacro %}
