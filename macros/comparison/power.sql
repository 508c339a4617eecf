{#
How small a difference a comparison could have found: the steps that end in rankhouse_power, which has the columns of
rankhouse_moments and, of as many values as there are degrees of freedom and one more, with this `deviation`,
    half             half the interval of the t distribution
    detectable       the smallest difference that so many queries show with the wanted power: (t quantile of the level + t
                     quantile of the power) * std_dev / sqrt(n_queries)
    queries_needed   the smallest number of queries whose smallest difference is the one observed, at the same spread; NULL
                     where difference or spread is 0. Up to 60 from the quantiles themselves, beyond by their expansion
                     (Abramowitz and Stegun 26.7.5), which is off by one query where the bound falls on a whole number.
#}
{% macro power_steps(plan, deviation="std_dev") %}
    {%- set levels = ["(1 + " ~ rankhouse.double(plan.confidence) ~ ") / 2", rankhouse.double(plan.power)] -%}
    {%- set known = [rankhouse.level_of_confidence(plan.confidence), plan.power | float] -%}
    {%- set steps = [rankhouse.step("sizes", "degrees of freedom", rankhouse.power_sizes())] -%}
    {%- do steps.extend(rankhouse.student_quantile_steps("sizes", levels, known)) -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "reach",
                "degrees of freedom, with what they can tell from 0",
                rankhouse.power_reaches(levels),
            ),
            rankhouse.step("few", "a comparison that few queries decide", rankhouse.power_of_few(deviation)),
            rankhouse.step(
                "seen", "a comparison, with what it could have seen", rankhouse.power_seen(levels, deviation)
            ),
            rankhouse.step("power", "the same, with the queries that it would need", rankhouse.power_rows()),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro power_sizes() -%}
    select degrees
    from
        (
            select degrees
            from rankhouse_moments
            where degrees is not null
            union all
            select {{ rankhouse.bigint("numbers.number") }} as degrees
            from ({{ rankhouse.numbers_below_100() }}) as numbers
            where numbers.number between 1 and 59
        ) as sizes
    group by degrees
{%- endmacro %}

{% macro power_reaches(levels) -%}
    select
        {{ rankhouse.bigint("degrees") }} as size,
        level_quantile as quantile,
        (level_quantile + power_quantile) / sqrt(degrees + 1) as reach
    from
        (
            select degrees, {{ rankhouse.of_level_and_power("quantile", levels) }}
            from rankhouse_sizes_quantiles
            group by degrees
        ) as sizes
{%- endmacro %}

{# The aggregates level_<column> and power_<column> of rows with a probability, which is one of both. #}
{% macro of_level_and_power(column, levels) %}
    {%- set of = "max(case when probability = {0} then {1} end) as {2}_{1}" -%}
    {{ return(of.format(levels[0], column, "level") ~ ",\n" ~ of.format(levels[1], column, "power")) }}
{% endmacro %}

{% macro power_of_few(deviation) -%}
    select moments.number as decided, min(reach.size) + 1 as n_few
    from rankhouse_moments as moments
    cross join rankhouse_reach as reach
    where
        moments.{{ deviation }} > 0
        and reach.size < 60
        and reach.reach * moments.{{ deviation }} <= abs(moments.difference)
    group by moments.number
{%- endmacro %}

{% macro power_by_normal(levels) -%}
    select
        level_normal + power_normal as z,
        (power(level_normal, 3) + level_normal + power(power_normal, 3) + power_normal) / 4 as z_1,
        (5 * power(level_normal, 5) + 16 * power(level_normal, 3) + 3 * level_normal) / 96
        + (5 * power(power_normal, 5) + 16 * power(power_normal, 3) + 3 * power_normal) / 96 as z_2
    from (select {{ rankhouse.of_level_and_power("normal", levels) }} from rankhouse_sizes_quantiles_levels) as normals
{%- endmacro %}

{# Its columns have other names than those of rankhouse_moments: ClickHouse would call them moments.number. #}
{% macro power_seen(levels, deviation) -%}
    select
        moments.*,
        {{ rankhouse.half_of_interval(deviation, "reach") }} as half,
        reach.reach * moments.{{ deviation }} as detectable,
        few.n_few as n_few,
        case
            when abs(moments.difference) > 1e-6 * moments.{{ deviation }}
            then moments.{{ deviation }} / abs(moments.difference)
        end as spread,
        normal.z as z,
        normal.z_1 as z_1,
        normal.z_2 as z_2
    from rankhouse_moments as moments
    left join rankhouse_reach as reach on moments.degrees = reach.size
    left join rankhouse_few as few on moments.number = few.decided
    cross join ({{ rankhouse.power_by_normal(levels) }}) as normal
{%- endmacro %}

{% macro power_rows() -%}
    {%- set many = "power(spread * (z + z_1 / (n_{0} - 1) + z_2 / power(n_{0} - 1, 2)), 2)" -%}
    select
        closer.*,
        case
            when n_few is not null
            then {{ rankhouse.bigint("n_few") }}
            when spread > 0
            then {{ rankhouse.bigint("ceil(" ~ many.format(1) ~ ")") }}
        end as queries_needed
    from
        (
            select started.*, {{ many.format(0) }} as n_1
            from
                (
                    select seen.*, case when power(spread * z, 2) > 5e1 then power(spread * z, 2) else 5e1 end as n_0
                    from rankhouse_seen as seen
                ) as started
        ) as closer
{%- endmacro %}
