{#
Where the learning curves of two systems cross, so that one would switch from one to the other: of each pair of systems and
each measure a row per crossing, or one row without a crossing. The by columns, measure, system, other_system, crossing (a
number of given ratings, interpolated between the points), ci_low, ci_high, ahead_before, ahead_after, crossing_share,
n_queries.

A curve here is the mean over the users who have a value for both systems at that point. Points at which the two are equal
(within 1e-12) decide nothing: when the other system is ahead after them the crossing is in their middle, when the same one
is, the curves have touched. The interval holds the share `confidence` of the nearest crossings that go the same way, in
`repetitions` bootstrap samples of the users; crossing_share is the share of the samples with such a crossing (in a row
without crossing: with any).
#}
{% macro curve_crossings(query_metrics, by=[], repetitions=1000, seed=0, confidence=0.95, columns={}) -%}
    {%- do rankhouse.refuse_others("curve_crossings", kwargs) -%}
    {%- set plan = rankhouse.learning_curve_plan("curve_crossings", query_metrics, by, columns, ["system"]) -%}
    {%- set arguments = {"repetitions": repetitions, "seed": seed, "confidence": confidence} -%}
    {%- do plan.update(rankhouse.read_arguments("curve_crossings", arguments)) -%}
    {{ rankhouse.laid_out(rankhouse.curve_crossings_of(plan)) if execute }}
{%- endmacro %}

{% macro curve_crossings_of(plan) -%}
    {%- set pair = plan.by + ["measure", "system_number", "other_number"] -%}
    {%- set steps = rankhouse.paired_curves_steps(plan, pair) -%}
    {%- do steps.extend(rankhouse.resampling_steps(plan.seed, plan.repetitions)) -%}
    {%- do steps.extend(rankhouse.crossings_steps(pair)) -%}
    {%- do steps.extend(rankhouse.crossing_interval_steps(pair, plan.confidence)) -%}
    {%- do steps.extend(rankhouse.compared_curves_steps(pair)) -%}
    {%- if rankhouse.carried_columns(plan, plan.by) -%}
        {%- do steps.append(rankhouse.step("groups", "a group", rankhouse.curve_groups(plan))) -%}
    {%- endif -%}
    {{ rankhouse.query_of(steps, "a crossing of two curves", rankhouse.crossings_answer(plan, pair)) }}
{%- endmacro %}

{# From the values to rankhouse_pairs, the differences that all else is made of, and rankhouse_units, whose are resampled. #}
{% macro paired_curves_steps(plan, pair) %}
    {%- set numbered -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("found", plan.by + ["query_id", "measure", "n_given", "value"])) }},
        systems.system_number as system_number
        from rankhouse_values as found
        join rankhouse_systems as systems on found.system_name = systems.system_name
    {%- endset -%}
    {%- set pairs -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("own", plan.by + ["measure", "query_id", "n_given", "system_number"])
                + ["other.system_number as other_number", "own.value - other.value as difference"]
            )
        }}
        from rankhouse_numbered as own
        join
            rankhouse_numbered as other
            on {{ rankhouse.match("own", "other", plan.by + ["measure", "query_id", "n_given"]) }}
            and own.system_number < other.system_number
    {%- endset -%}
    {{
        return(
            [
                rankhouse.curve_values_step(plan),
                rankhouse.step("systems", "a system, in alphabetical order", rankhouse.systems_in_order()),
                rankhouse.step("numbered", "a value of a system for a user at a point", numbered),
                rankhouse.step("pairs", "a difference of two systems for a user at a point", pairs),
                rankhouse.step("units", "a user", "select distinct query_id as unit from rankhouse_pairs"),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_curves, and rankhouse_crossings of each repetition; repetition 0 is of the users themselves. #}
{% macro crossings_steps(pair) %}
    {%- set curve = rankhouse.inline(pair + ["repetition"]) -%}
    {%- set mean = (
        rankhouse.sum_of("weights.weight * pairs.difference")
        ~ " / "
        ~ rankhouse.double("sum(weights.weight)")
    ) -%}
    {%- set curves -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("pairs", pair)
                + ["weights.repetition as repetition", "pairs.n_given as n_given", mean ~ " as difference"]
            )
        }}
        from rankhouse_pairs as pairs
        join rankhouse_weights as weights on pairs.query_id = weights.unit
        group by {{ rankhouse.inline(rankhouse.columns_of("pairs", pair) + ["weights.repetition", "pairs.n_given"]) }}
    {%- endset -%}
    {%- set point = pair + ["repetition", "n_given", "difference"] -%}
    {%- set along = " over (partition by " ~ curve ~ " order by n_given)" -%}
    {%- set placed -%}
        select
        {{
            rankhouse.listed(
                point
                + [
                    "row_number()" ~ along ~ " as place",
                    "lag(n_given)" ~ along ~ " as point_before",
                    "lead(n_given)" ~ along ~ " as point_after",
                ]
            )
        }}
        from rankhouse_curves
    {%- endset -%}
    {%- set led -%}
        select
        {{
            rankhouse.listed(
                point
                + [
                    "place",
                    "point_before",
                    "lag(n_given)" ~ along ~ " as led_at",
                    "lag(difference)" ~ along ~ " as led_by",
                    "lag(place)" ~ along ~ " as led_place",
                    "lag(point_after)" ~ along ~ " as equal_from",
                ]
            )
        }}
        from rankhouse_placed
        where abs(difference) > {{ rankhouse.equal_curves() }}
    {%- endset -%}
    {%- set crossings -%}
        select
        {{ rankhouse.listed(pair + ["repetition"]) }},
        case
            when place = led_place + 1
            then led_at + (n_given - led_at) * (led_by / (led_by - difference))
            else (equal_from + point_before) / 2
        end as crossing,
        case when difference > 0 then 1 else -1 end as turn
        from rankhouse_led
        where led_by * difference < 0
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("curves", "a point of two curves in a repetition", curves),
                rankhouse.step("placed", "the same, with the points beside it", placed),
                rankhouse.step("led", "where one is ahead, with where one was before", led),
                rankhouse.step("crossings", "a crossing in a repetition", crossings),
            ]
        )
    }}
{% endmacro %}

{# The crossings of the users themselves, each with the interval of the nearest ones of the samples. #}
{% macro crossing_interval_steps(pair, confidence) %}
    {%- set found -%}
        select
        {{ rankhouse.listed(pair + ["crossing", "turn"]) }},
        row_number() over (partition by {{ rankhouse.inline(pair) }} order by crossing) as crossing_number
        from rankhouse_crossings
        where repetition = 0
    {%- endset -%}
    {#- By number, because a sum that is computed twice may differ by rounding. -#}
    {%- set one = pair + ["crossing_number"] -%}
    {%- set nearest -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("found", one)) }},
        others.crossing as resampled,
        row_number() over (
            partition by {{ rankhouse.inline(rankhouse.columns_of("found", one) + ["others.repetition"]) }}
            order by floor(1e9 * abs(others.crossing - found.crossing) + 0.5), others.crossing
        ) as closeness
        from rankhouse_found as found
        join
            rankhouse_crossings as others
            on {{ rankhouse.match("found", "others", pair + ["turn"]) }} and others.repetition > 0
    {%- endset -%}
    {%- set of_one = "over (partition by " ~ rankhouse.inline(one) -%}
    {%- set ordered -%}
        select
        {{ rankhouse.listed(one + ["resampled"]) }},
        row_number() {{ of_one }} order by resampled) - 1 as place,
        count(*) {{ of_one }}) - 1 as last_place
        from rankhouse_nearest
        where closeness = 1
    {%- endset -%}
    {%- set quantiles = ["count(*) as n_samples"] -%}
    {%- for sign, name in {"-": "ci_low", "+": "ci_high"}.items() -%}
        {%- set share = "((1 " ~ sign ~ " " ~ rankhouse.double(confidence) ~ ") / 2)" -%}
        {%- do quantiles.append(
            rankhouse.end_of_interval("resampled", "place", "last_place", share) ~ " as " ~ name
        ) -%}
    {%- endfor -%}
    {%- set intervals -%}
        select
        {{ rankhouse.listed(one + quantiles) }}
        from rankhouse_ordered
        group by {{ rankhouse.inline(one) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("found", "a crossing of the curves themselves", found),
                rankhouse.step("nearest", "the same and one that goes its way in a sample", nearest),
                rankhouse.step("ordered", "the same and the nearest one in a sample, in order", ordered),
                rankhouse.step("intervals", "a crossing with its interval", intervals),
            ]
        )
    }}
{% endmacro %}

{# All pairs, including those without a crossing. #}
{% macro compared_curves_steps(pair) %}
    {%- set compared -%}
        select
        {{ rankhouse.listed(pair) }},
        count(distinct query_id) as n_queries
        from rankhouse_pairs
        group by {{ rankhouse.inline(pair) }}
    {%- endset -%}
    {%- set limit = rankhouse.equal_curves() -%}
    {%- set leads -%}
        select
        {{ rankhouse.listed(pair) }},
        max(case when difference > {{ limit }} then 1 when difference < -{{ limit }} then -1 end) as lead_sign
        from rankhouse_curves
        where repetition = 0
        group by {{ rankhouse.inline(pair) }}
    {%- endset -%}
    {%- set crossed -%}
        select
        {{ rankhouse.listed(pair) }},
        count(distinct repetition) as n_samples
        from rankhouse_crossings
        where repetition > 0
        group by {{ rankhouse.inline(pair) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("compared", "a pair of systems and a measure", compared),
                rankhouse.step("leads", "the same, with who is ahead where only one ever is", leads),
                rankhouse.step("crossed", "the same, with the samples in which the curves cross", crossed),
            ]
        )
    }}
{% endmacro %}

{# The difference of two means within which they are equal: sums differ in their last digits between engines. #}
{% macro equal_curves() %} {{ return("1e-12") }}{% endmacro %}

{# rankhouse_values: a value of a system for a user at a point, where all of these are known. #}
{% macro curve_values_step(plan) %}
    {%- set query, system = rankhouse.curve_column(plan, "query_id"), rankhouse.curve_column(plan, "system") -%}
    {%- set value, n_given = rankhouse.curve_column(plan, "value"), rankhouse.curve_column(plan, "n_given") -%}
    {%- set sql -%}
        select
        {{
            rankhouse.listed(
                rankhouse.keys_of_side(plan, "run", "query_metrics")
                + [
                    query ~ " as query_id",
                    rankhouse.curve_column(plan, "measure") ~ " as measure",
                    system ~ " as system_name",
                    rankhouse.double(n_given) ~ " as n_given",
                    rankhouse.double(value) ~ " as value",
                ]
            )
        }}
        from {{ rankhouse.as_source(plan.query_metrics, "query_metrics") }}
        where
            {{ rankhouse.is_finite_double(rankhouse.double(n_given)) }}
            and {{ system }} is not null
            and {{ query }} is not null
            and {{ rankhouse.is_moderate(rankhouse.double(value)) }}
    {%- endset -%}
    {{ return(rankhouse.step("values", "a value of a system for a user at a point", sql)) }}
{% endmacro %}

{% macro systems_in_order() -%}
    select system_name, row_number() over (order by {{ rankhouse.byte_order("system_name", "asc") }}) as system_number
    from (select distinct system_name from rankhouse_values) as named
{%- endmacro %}

{% macro curve_groups(plan) -%}
    select distinct {{ rankhouse.inline(plan.by + rankhouse.carried_columns(plan, plan.by)) }} from rankhouse_values
{%- endmacro %}

{% macro crossings_answer(plan, pair) -%}
    {%- set columns = rankhouse.named_groups(plan, "compared") -%}
    {%- do columns.extend(
        [
            "compared.measure",
            "own.system_name as " ~ rankhouse.quoted("system"),
            "other.system_name as other_system",
            "found.crossing",
            "intervals.ci_low",
            "intervals.ci_high",
        ]
    ) -%}
    {%- for sign, name in [("-found.turn", "ahead_before"), ("found.turn", "ahead_after")] -%}
        {%- set ahead = "coalesce(" ~ sign ~ ", leads.lead_sign)" -%}
        {%- do columns.append(
            "case when "
            ~ ahead
            ~ " > 0 then own.system_name when "
            ~ ahead
            ~ " < 0 then other.system_name end as "
            ~ name
        ) -%}
    {%- endfor -%}
    {%- set n_samples = "case when found.crossing is null then crossed.n_samples else intervals.n_samples end" -%}
    {%- do columns.append(
        rankhouse.ratio("coalesce(" ~ n_samples ~ ", 0)", plan.repetitions) ~ " as crossing_share"
    ) -%}
    {%- do columns.append("compared.n_queries") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_compared as compared
    join rankhouse_systems as own on compared.system_number = own.system_number
    join rankhouse_systems as other on compared.other_number = other.system_number
    join rankhouse_leads as leads on {{ rankhouse.match("compared", "leads", pair) }}
    left join rankhouse_found as found on {{ rankhouse.match("compared", "found", pair) }}
    left join rankhouse_crossed as crossed on {{ rankhouse.match("compared", "crossed", pair) }}
    left join
        rankhouse_intervals as intervals on {{ rankhouse.match("found", "intervals", pair + ["crossing_number"]) }}
        {{ rankhouse.group_joins(plan, "compared") }}
{%- endmacro %}
