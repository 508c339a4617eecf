{#
How small a difference a comparison could have found: the steps that end in rankhouse_power, which has the columns of
rankhouse_moments that are `kept`, and, of as many values as there are degrees of freedom and one more, with this `deviation`,
    half             half the interval of the t distribution
    detectable       the smallest difference that so many queries show with the wanted power: (t quantile of the level + t
                     quantile of the power) * std_dev / sqrt(n_queries)
    queries_needed   the smallest number of queries whose smallest difference is the one observed, at the same spread; NULL
                     where difference or spread is 0. Up to 60 from the quantiles themselves, beyond by their expansion
                     (Abramowitz and Stegun 26.7.5), which is off by one query where the bound falls on a whole number.
#}
{% macro power_steps(plan, kept, deviation="std_dev") %}
    {%- set level = "(1 + " ~ rankhouse.double(plan.confidence) ~ ") / 2" -%}
    {%- set many = "power(spread * (z + z_1 / (n_{0} - 1) + z_2 / power(n_{0} - 1, 2)), 2)" -%}
    {%- set steps = [rankhouse.step("sizes", "degrees of freedom", rankhouse.power_sizes())] -%}
    {%- do steps.extend(rankhouse.student_quantile_steps("sizes", level)) -%}
    {%- do steps.extend(rankhouse.student_quantile_steps("sizes", rankhouse.double(plan.power), "_power")) -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "reach", "degrees of freedom, with what they can tell from 0", rankhouse.power_reaches()
            ),
            rankhouse.step("few", "a comparison that few queries decide", rankhouse.power_of_few(deviation)),
            rankhouse.step(
                "normal",
                "the quantiles of a normal number",
                rankhouse.power_by_normal(level, plan),
                rankhouse.stored(),
            ),
            rankhouse.step(
                "seen", "a comparison, with what it could have seen", rankhouse.power_seen(kept, deviation)
            ),
            rankhouse.step(
                "power", "the same, with the queries that it would need", rankhouse.power_rows(kept, many)
            ),
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

{% macro power_reaches() -%}
    select
        {{ rankhouse.bigint("levels.degrees") }} as degrees,
        levels.quantile as quantile,
        (levels.quantile + powers.quantile) / sqrt({{ rankhouse.double("levels.degrees + 1") }}) as reach
    from rankhouse_sizes_quantiles as levels
    join rankhouse_sizes_quantiles_power as powers on levels.degrees = powers.degrees
{%- endmacro %}

{% macro power_of_few(deviation) -%}
    select moments.number as number, min(reach.degrees) + 1 as n_queries
    from rankhouse_moments as moments
    cross join rankhouse_reach as reach
    where
        moments.{{ deviation }} > 0
        and reach.degrees < 60
        and reach.reach * moments.{{ deviation }} <= abs(moments.difference)
    group by moments.number
{%- endmacro %}

{% macro power_by_normal(level, plan) -%}
    {%- set levels = "(select " ~ level ~ " as level, " ~ rankhouse.double(plan.power) ~ " as power_level)" -%}
    select
        level_z + power_z as z,
        (power(level_z, 3) + level_z + power(power_z, 3) + power_z) / 4 as z_1,
        (5 * power(level_z, 5) + 16 * power(level_z, 3) + 3 * level_z) / 96
        + (5 * power(power_z, 5) + 16 * power(power_z, 3) + 3 * power_z) / 96 as z_2
    from {{ rankhouse.rows_with_normal_quantiles(levels, {"level_z": "level", "power_z": "power_level"}) }} as quantiles
{%- endmacro %}

{% macro power_seen(kept, deviation) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("moments", kept)) }},
        reach.quantile * moments.{{ deviation }} / sqrt({{ rankhouse.double("moments.degrees + 1") }}) as half,
        reach.reach * moments.{{ deviation }} as detectable,
        few.n_queries as n_few,
        case
            when abs(moments.difference) > 1e-6 * moments.{{ deviation }}
            then moments.{{ deviation }} / abs(moments.difference)
        end as spread,
        normal.z as z,
        normal.z_1 as z_1,
        normal.z_2 as z_2
    from rankhouse_moments as moments
    left join rankhouse_reach as reach on moments.degrees = reach.degrees
    left join rankhouse_few as few on moments.number = few.number
    cross join rankhouse_normal as normal
{%- endmacro %}

{% macro power_closer(many) -%}
    select started.*, {{ many.format(0) }} as n_1
    from
        (
            select seen.*, case when power(spread * z, 2) > 5e1 then power(spread * z, 2) else 5e1 end as n_0
            from rankhouse_seen as seen
        ) as started
{%- endmacro %}

{% macro power_rows(kept, many) -%}
    select
        {{ rankhouse.listed(kept + ["half", "detectable"]) }},
        case
            when n_few is not null
            then {{ rankhouse.bigint("n_few") }}
            when spread > 0
            then {{ rankhouse.bigint("ceil(" ~ many.format(1) ~ ")") }}
        end as queries_needed
    from ({{ rankhouse.power_closer(many) }}) as closer
{%- endmacro %}
