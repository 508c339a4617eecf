{#
What a comparison could have seen: the steps that end in rankhouse_power (number, half, detectable, queries_needed).
    half             half the interval of the t distribution
    detectable       the smallest difference that so many queries show with the wanted power: (t quantile of the level + t
                     quantile of the power) * std_dev / sqrt(n_queries)
    queries_needed   the smallest number of queries whose smallest difference is the one observed, at the same spread; NULL
                     where difference or spread is 0. Up to 60 from the quantiles themselves, beyond by their expansion
                     (Abramowitz and Stegun 26.7.5), which is off by one query where the bound falls on a whole number.
#}
{% macro steps_of_power(plan) %}
    {%- set level = "(1 + " ~ rankhouse.double(plan.confidence) ~ ") / 2" -%}
    {%- set sizes -%}
        select degrees from rankhouse_moments where degrees is not null
        union
        select {{ rankhouse.bigint("numbers.number") }} as degrees
        from ({{ rankhouse.numbers_below_10000() }}) as numbers
        where numbers.number between 1 and 59
    {%- endset -%}
    {%- set reach -%}
        select
            levels.degrees as degrees,
            levels.quantile as quantile,
            (levels.quantile + powers.quantile) / sqrt({{ rankhouse.double("levels.degrees + 1") }}) as reach
        from rankhouse_sizes_quantiles as levels
        join rankhouse_sizes_quantiles_power as powers on levels.degrees = powers.degrees
    {%- endset -%}
    {%- set few -%}
        select moments.number as number, min(reach.degrees) + 1 as n_queries
        from rankhouse_moments as moments
        join
            rankhouse_reach as reach
            on reach.degrees < 60
            and reach.reach * moments.std_dev <= abs(moments.difference)
        where moments.std_dev > 0
        group by moments.number
    {%- endset -%}
    {%- set normal -%}
        select
            level_z + power_z as z,
            (power(level_z, 3) + level_z + power(power_z, 3) + power_z) / 4 as z_1,
            (5 * power(level_z, 5) + 16 * power(level_z, 3) + 3 * level_z) / 96
            + (5 * power(power_z, 5) + 16 * power(power_z, 3) + 3 * power_z) / 96 as z_2
        from
            (
                select {{ rankhouse.normal_quantile("level") }} as level_z, {{ rankhouse.normal_quantile("power_level") }} as power_z
                from (select {{ level }} as level, {{ rankhouse.double(plan.power) }} as power_level) as levels
            ) as quantiles
    {%- endset -%}
    {%- set many = "power(std_dev / abs(difference) * (z + z_1 / (n - 1) + z_2 / power(n - 1, 2)), 2)" -%}
    {%- set first = "power(moments.std_dev / abs(moments.difference) * normal.z, 2)" -%}
    {%- set most -%}
        select number, ceil({{ many }}) as n_queries
        from (
            select number, std_dev, difference, z, z_1, z_2, {{ many }} as n
            from (
                select
                    moments.number as number,
                    moments.std_dev as std_dev,
                    moments.difference as difference,
                    normal.z as z,
                    normal.z_1 as z_1,
                    normal.z_2 as z_2,
                    case when {{ first }} > 5e1 then {{ first }} else 5e1 end as n
                from rankhouse_moments as moments
                cross join rankhouse_normal as normal
                where moments.std_dev > 0 and abs(moments.difference) > 1e-6 * moments.std_dev
            ) as started
        ) as closer
    {%- endset -%}
    {%- set power -%}
        select
            moments.number as number,
            reach.quantile * moments.std_dev / sqrt({{ rankhouse.double("moments.n_queries") }}) as half,
            reach.reach * moments.std_dev as detectable,
            coalesce(few.n_queries, {{ rankhouse.bigint("most.n_queries") }}) as queries_needed
        from rankhouse_moments as moments
        left join rankhouse_reach as reach on moments.degrees = reach.degrees
        left join rankhouse_few as few on moments.number = few.number
        left join rankhouse_most as most on moments.number = most.number
    {%- endset -%}
    {%- set steps = [rankhouse.step("sizes", "degrees of freedom", sizes)] -%}
    {%- do steps.extend(rankhouse.student_quantile_steps("sizes", level)) -%}
    {%- do steps.extend(rankhouse.student_quantile_steps("sizes", rankhouse.double(plan.power), "_power")) -%}
    {%- do steps.extend(
        [
            rankhouse.step("reach", "degrees of freedom, with what they can tell from 0", reach),
            rankhouse.step("few", "a comparison that few queries decide", few),
            rankhouse.step("normal", "the quantiles without end", normal),
            rankhouse.step("most", "a comparison, with the queries that it would need", most),
            rankhouse.step("power", "a comparison, with what it could have seen", power),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}
