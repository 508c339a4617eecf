{#
Intervals of a mean difference; all but t by steps that end in rankhouse_intervals (number, ci_low, ci_high).
    t            the difference and the t distribution; NULL below two queries
    percentile   the quantiles of the resampled means
    bca          the same, corrected for bias and skewness (Efron 1987); the acceleration is the jackknife's, in closed form
The last two are NULL for fewer queries than a sign test needs to reach the level: 6 at 95 %, because 5 that all agree do so
by chance one time in 16. A resampled mean is one of queries with Poisson(1) weights, see resampling.sql: the same for all pairs and measures. What
is said of a difference holds of any value by query; `what` is a row with a number: a comparison, or a mean. What hangs together
in clusters is drawn together; a cluster has the weight of its first query.
#}
{% macro interval_steps(plan) %}
    {{ return([] if plan.interval == "t" else rankhouse.quantile_steps(plan)) }}
{% endmacro %}

{# The two ends in the answer. #}
{% macro ends_of_interval(plan) %}
    {%- if plan.interval == "t" -%}
        {{ return(["power.difference - power.half as ci_low", "power.difference + power.half as ci_high"]) }}
    {%- endif -%}
    {{ return(rankhouse.select_of("intervals", ["ci_low", "ci_high"])) }}
{% endmacro %}

{#
rankhouse_resampled: number, repetition, mean. Fifty repetitions are columns while they are summed, because rows are what
takes the time.
#}
{% macro resampled_means_steps(plan, what="a comparison") %}
    {%- set sums, means, units = [], [], rankhouse.units_of(plan) -%}
    {%- for piece in range(1, 51) -%}
        {%- set weight = "weights.weight_" ~ piece -%}
        {%- do sums.append("sum(" ~ weight ~ " * differences." ~ units.total ~ ") as sum_" ~ piece) -%}
        {%- set counted = weight ~ " * differences.n" if rankhouse.has_units(plan) else weight -%}
        {%- do sums.append("sum(" ~ counted ~ ") as total_" ~ piece) -%}
        {%- do means.append("when " ~ piece ~ " then sums.sum_" ~ piece ~ " / nullif(sums.total_" ~ piece ~ ", 0)") -%}
    {%- endfor -%}
    {%- set summed -%}
        select
            differences.number as number,
            weights.first_repetition as first_repetition,
            {{ rankhouse.listed(sums) }}
        from rankhouse_{{ units.source }} as differences
        join rankhouse_fifty_weights as weights on differences.query_id = weights.query_id
        where differences.difference is not null
        group by differences.number, weights.first_repetition
        having {{ rankhouse.can_reach_level("count(*)", plan) }}
    {%- endset -%}
    {%- set resampled -%}
        select
            sums.number as number,
            sums.first_repetition + pieces.digit as repetition,
            case pieces.digit {{ means | join("\n") }} end as mean
        from rankhouse_resampled_sums as sums
        cross join ({{ rankhouse.digits(1, 50) }}) as pieces
        where sums.first_repetition + pieces.digit <= {{ plan.repetitions }}
    {%- endset -%}
    {%- set drawn -%} select distinct {{ units.id }} as unit from rankhouse_values {%- endset -%}
    {{
        return(
            [
                rankhouse.step("units", "a query", drawn),
                rankhouse.hashed_units_step(plan.seed, plan.repetitions),
                rankhouse.five_weights_step(),
                rankhouse.fifty_weights_step(),
                rankhouse.step("resampled_sums", what ~ " in fifty repetitions", summed),
                rankhouse.step("resampled", what ~ " in a repetition", resampled, rankhouse.stored()),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_query_weights: query_id, first_repetition, weight_1 to weight_5, of the five repetitions after it. #}
{% macro five_weights_step() %}
    {%- set pieces, weights = [], [] -%}
    {%- for piece in range(1, 6) -%}
        {%- do pieces.append("substr(digits, " ~ (6 * piece - 5) ~ ", 6) as piece_" ~ piece) -%}
        {%- do weights.append(rankhouse.poisson_number("piece_" ~ piece) ~ " as weight_" ~ piece) -%}
    {%- endfor -%}
    {%- set sql -%}
        select
            unit as query_id,
            first_repetition,
            {{ rankhouse.listed(weights) }}
        from (select {{ rankhouse.listed(["unit", "first_repetition"] + pieces) }} from rankhouse_hashed) as hashed
    {%- endset -%}
    {{ return(rankhouse.step("query_weights", "the same with its weights", sql, rankhouse.stored())) }}
{% endmacro %}

{# rankhouse_fifty_weights: the same of fifty repetitions; NULL of those that nobody asked for. #}
{% macro fifty_weights_step() %}
    {%- set weights = [] -%}
    {%- for block in range(0, 50, 5) -%}
        {%- for piece in range(1, 6) -%}
            {%- set weight = "case when mod(first_repetition, 50) = " ~ block ~ " then weight_" ~ piece ~ " end" -%}
            {%- do weights.append("max(" ~ weight ~ ") as weight_" ~ (block + piece)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set first = "first_repetition - mod(first_repetition, 50)" -%}
    {%- set sql -%}
        select query_id, {{ first }} as first_repetition, {{ rankhouse.listed(weights) }}
        from rankhouse_query_weights
        group by query_id, {{ first }}
    {%- endset -%}
    {{ return(rankhouse.step("fifty_weights", "a query in fifty repetitions", sql, rankhouse.stored())) }}
{% endmacro %}

{# Whether so many queries, all agreeing, are unlikely enough by chance at the level asked for. #}
{% macro can_reach_level(n_queries, plan) -%}
    power({{ rankhouse.double("2") }}, 1 - least({{ n_queries }}, 1000)) <= 1 - {{ rankhouse.double(plan.confidence) }}
{%- endmacro %}

{# rankhouse_tested: twice the smaller share of the means on one side of 0, each side counting the data themselves. #}
{% macro bootstrap_step(plan) %}
    {%- set near = "1e-12 * abs(moments.difference)" -%}
    {%- set below = "sum(case when resampled.mean <= " ~ near ~ " then 1 else 0 end)" -%}
    {%- set above = "sum(case when resampled.mean >= -" ~ near ~ " then 1 else 0 end)" -%}
    {%- set counted -%}
        select moments.number as number, {{ below }} as n_below, {{ above }} as n_above, count(resampled.mean) as n
        from rankhouse_moments as moments
        join rankhouse_resampled as resampled on moments.number = resampled.number
        group by moments.number
    {%- endset -%}
    {%- set smaller = "case when n_below < n_above then n_below else n_above end" -%}
    {%- set sql -%}
        select
            number,
            case
                when 2 * (1 + {{ smaller }}) < 1 + n
                then 2 * (1 + {{ smaller }}) / {{ rankhouse.double("1 + n") }}
                else {{ rankhouse.double("1") }}
            end as p_value
        from ({{ counted }}) as counted
    {%- endset -%}
    {{ return(rankhouse.step("tested", "a comparison with its p-value", sql)) }}
{% endmacro %}

{% macro quantile_steps(plan, what="a comparison") %}
    {%- set levels -%}
        select 0 as is_high, (1 - {{ rankhouse.double(plan.confidence) }}) / 2 as share
        union all
        select 1 as is_high, (1 + {{ rankhouse.double(plan.confidence) }}) / 2 as share
    {%- endset -%}
    {%- set placed -%}
        select
            number,
            mean,
            row_number() over (partition by number order by mean) - 1 as place,
            count(*) over (partition by number) - 1 as last_place
        from rankhouse_resampled
        where mean is not null
    {%- endset -%}
    {%- set ends -%}
        select
            placed.number as number,
            bounds.is_high as is_high,
            {{ rankhouse.end_of_interval("placed.mean", "placed.place", "placed.last_place", "bounds.share") }} as quantile
        from rankhouse_placed_means as placed
        join rankhouse_bounds as bounds on placed.number = bounds.number
        group by placed.number, bounds.is_high
    {%- endset -%}
    {%- set intervals -%}
        select
            number,
            max(case when is_high = 0 then quantile end) as ci_low,
            max(case when is_high = 1 then quantile end) as ci_high
        from rankhouse_ends
        group by number
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("levels", "an end of an interval, with the share below it", levels),
        rankhouse.step("placed_means", "a resampled mean in its place", placed),
    ] -%}
    {%- if plan.interval == "bca" -%} {%- do steps.extend(rankhouse.corrected_bounds_steps(plan, what)) -%}
    {%- else -%} {%- do steps.append(rankhouse.plain_bounds_step(what)) -%}
    {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step("ends", "an end of the interval of " ~ what, ends),
            rankhouse.step("intervals", what ~ " with its interval", intervals),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# rankhouse_bounds: number, is_high, share, how many of the resampled means are below an end of the interval. #}
{% macro plain_bounds_step(what) %}
    {%- set sql -%}
        select moments.number as number, levels.is_high as is_high, levels.share as share
        from rankhouse_moments as moments
        cross join rankhouse_levels as levels
    {%- endset -%}
    {{ return(rankhouse.step("bounds", "an end of the interval of " ~ what ~ ", with the share below it", sql)) }}
{% endmacro %}

{# The same, corrected. A share of 0 or 1 below the difference is taken for half a mean. #}
{% macro corrected_bounds_steps(plan, what) %}
    {%- set near = "1e-12 * abs(moments.difference)" -%}
    {%- set is_below = "resampled.mean < moments.difference - " ~ near -%}
    {%- set is_above = "resampled.mean > moments.difference + " ~ near -%}
    {%- set counted -%}
        select
            moments.number as number,
            sum(case when {{ is_below }} then 1e0 when {{ is_above }} then 0e0 else 5e-1 end) as n_below,
            {{ rankhouse.double("count(resampled.mean)") }} as n
        from rankhouse_moments as moments
        join rankhouse_resampled as resampled on moments.number = resampled.number
        where resampled.mean is not null
        group by moments.number
    {%- endset -%}
    {%- set units = rankhouse.units_of(plan) -%}
    {%- set times = "differences.n * " if rankhouse.has_units(plan) else "" -%}
    {%- set away = "(differences." ~ units.total ~ " - " ~ times ~ "moments.difference)" -%}
    {%- set skewed -%}
        select
            moments.number as number,
            sum({{ away }} * {{ away }} * {{ away }}) as cubes,
            sum({{ away }} * {{ away }}) as squares
        from rankhouse_moments as moments
        join rankhouse_{{ units.source }} as differences on moments.number = differences.number
        where moments.{{ rankhouse.tested_columns(plan).deviation }} > 0 and differences.difference is not null
        group by moments.number
    {%- endset -%}
    {%- set biased -%}
        select counted.number as number,
            case
                when counted.n_below < 5e-1
                then 5e-1 / counted.n
                when counted.n_below > counted.n - 5e-1
                then 1 - 5e-1 / counted.n
                else counted.n_below / counted.n
            end as share,
            coalesce(skewed.cubes / nullif(6 * skewed.squares * sqrt(skewed.squares), 0), 0) as acceleration
        from ({{ counted }}) as counted
        left join ({{ skewed }}) as skewed on counted.number = skewed.number
    {%- endset -%}
    {%- set shifted -%}
        select number, acceleration, bias
        from {{ rankhouse.rows_with_normal_quantiles("rankhouse_biased", {"bias": "share"}) }} as biased
    {%- endset -%}
    {%- set asked -%}
        select is_high, z
        from {{ rankhouse.rows_with_normal_quantiles("rankhouse_levels", {"z": "share"}) }} as levels
    {%- endset -%}
    {%- set corrected -%}
        select
            shifted.number as number,
            asked.is_high as is_high,
            -(
                shifted.bias
                + (shifted.bias + asked.z) / nullif(1 - shifted.acceleration * (shifted.bias + asked.z), 0)
            ) as z
        from rankhouse_shifted as shifted
        cross join rankhouse_asked_levels as asked
    {%- endset -%}
    {%- set bounds -%} select number, is_high, {{ rankhouse.normal_tail("z") }} as share from rankhouse_corrected {%- endset -%}
    {#- Stored, because their long expressions would otherwise be repeated many times in the expression that reads them. -#}
    {%- set hint = rankhouse.stored() -%}
    {{
        return(
            [
                rankhouse.step("biased", what ~ ", with the bias and the skewness of its means", biased, hint),
                rankhouse.step("shifted", "the same, the bias as a normal number", shifted, hint),
                rankhouse.step("asked_levels", "an end of an interval, as a normal number", asked, hint),
                rankhouse.step(
                    "corrected", "an end of the interval of " ~ what ~ ", as a normal number negated", corrected, hint
                ),
                rankhouse.step("bounds", "the same, with the share below it", bounds, hint),
            ]
        )
    }}
{% endmacro %}
