{#
DeLong's test of two ROC AUCs on the same rows: the steps that end in rankhouse_tested. What is sorted is a sample: a side
that has every row of its group, for all of its pairs with others such; of any other pair the rows in common, once for each
of the two.
#}
{% macro delong_steps(plan) %}
    {%- set ids -%}
        select {{ rankhouse.listed(plan.by + ["count(distinct row_id) as n_ids"]) }}
        from rankhouse_rows
        where label is not null
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by) }}
        {%- endif %}
    {%- endset -%}
    {%- set whole -%}
        select sized.side_number as side_number
        from rankhouse_sized as sized
        {{ rankhouse.joined_group(plan, "", "rankhouse_ids", "ids", "sized") }}
        where sized.n_usable = ids.n_ids
    {%- endset -%}
    {%- set is_whole = "own.side_number is not null and other.side_number is not null" -%}
    {%- set sampled -%}
        select
            numbered.number as number,
            numbered.own_side as own_side,
            numbered.other_side as other_side,
            case when {{ is_whole }} then numbered.own_side else - 2 * numbered.number end as own_sample,
            case when {{ is_whole }} then numbered.other_side else - 2 * numbered.number - 1 end as other_sample
        from rankhouse_numbered as numbered
        left join rankhouse_whole as own on numbered.own_side = own.side_number
        left join rankhouse_whole as other on numbered.other_side = other.side_number
    {%- endset -%}
    {%- set row = rankhouse.select_of("found", ["side_number", "row_id", "score", "label"]) -%}
    {%- set partial -%}
        {%- for side in ["own", "other"] -%}
            select {{ rankhouse.listed(["sampled.number as number", "sampled." ~ side ~ "_sample as sample_number"] + row) }}
            from rankhouse_sampled as sampled
            join rankhouse_rows as found on sampled.{{ side }}_side = found.side_number
            where sampled.{{ side }}_sample < 0 and found.label is not null
            {{ "" if loop.last else "union all\n" }}
        {%- endfor -%}
    {%- endset -%}
    {%- set samples -%}
        select {{ rankhouse.listed(["found.side_number as sample_number"] + row) }}
        from rankhouse_rows as found
        join rankhouse_whole as whole on found.side_number = whole.side_number
        where found.label is not null
        union all
        select {{ rankhouse.listed(["found.sample_number as sample_number"] + row) }}
        from rankhouse_partial as found
        join
            rankhouse_partial as other
            on found.number = other.number
            and found.row_id = other.row_id
            and found.sample_number <> other.sample_number
    {%- endset -%}
    {%- set ranked = rankhouse.placed_rows(
        "samples", ["sample_number"], ["side_number", "row_id"], "partition by sample_number "
    ) -%}
    {%- set columns = [] -%}
    {%- for class in ["positive", "negative"] -%}
        {%- set place = "place_of_" ~ class -%}
        {%- do columns.append("own." ~ place ~ " - other." ~ place ~ " as gap_of_" ~ class) -%}
    {%- endfor -%}
    {%- do columns.append("own.place_of_positive as own_place") -%}
    {%- do columns.append("other.place_of_positive as other_place") -%}
    {%- set sums = {
        "own_places": "sum(own_place)",
        "other_places": "sum(other_place)",
        "of_positives": rankhouse.variance_of("gap_of_positive"),
        "of_negatives": rankhouse.variance_of("gap_of_negative"),
        "widest_gap": "max(abs(coalesce(gap_of_positive, gap_of_negative)))",
    } -%}
    {%- set carried = rankhouse.carried_of_classifiers() -%}
    {%- set areas -%}
        select
        {{
            rankhouse.listed(
                carried
                + [
                    "widest_gap",
                    rankhouse.area_of_places("own_places", "n_positives", "n_negatives") ~ " as value",
                    rankhouse.area_of_places("other_places", "n_positives", "n_negatives") ~ " as baseline_value",
                    rankhouse.ratio("other_places - own_places", "2 * n_positives * n_negatives") ~ " as difference",
                    rankhouse.error_of_places("of_positives", "of_negatives", "n_positives", "n_negatives")
                    ~ " as std_error",
                ]
            )
        }}
        from rankhouse_pairs
    {%- endset -%}
    {%- set shown = carried + ["value", "baseline_value", "difference"] -%}
    {%- set scored -%}
        select
        {{ rankhouse.listed(shown) }},
        case when widest_gap = 0 then difference * 0 when std_error > 0 then std_error end as std_error,
        difference / nullif(std_error, 0) as z
        from rankhouse_areas
    {%- endset -%}
    {%- set bounds = [] -%}
    {%- for sign, name in {"-": "ci_low", "+": "ci_high"}.items() -%}
        {%- set bound = "scored.difference " ~ sign ~ " limits.z_limit * scored.std_error" -%}
        {%- do bounds.append(rankhouse.within_limits(bound, "-1", "1") ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set nothing = [rankhouse.bigint("null") ~ " as wins", rankhouse.bigint("null") ~ " as losses"] -%}
    {%- set tested -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("scored", shown) + bounds + nothing) }},
        case
            when scored.std_error = 0 then {{ rankhouse.double(1) }} else {{ rankhouse.two_sided_normal("z") }}
        end as p_value
        from rankhouse_scored as scored
        cross join rankhouse_limit as limits
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("ids", "a group with the number of its rows of data", ids),
        rankhouse.step("whole", "a system that has all of them", whole),
        rankhouse.step("sampled", "two systems, with the samples that they are", sampled),
        rankhouse.step("partial", "a row of a system in a pair that does not have all", partial),
        rankhouse.step("samples", "a row of data in a sample of a system", samples),
        rankhouse.step("ranked", "the same with its place", ranked),
    ] -%}
    {%- do steps.extend(rankhouse.steps_of_matched_rows("ranked", "sampled", "sample", columns, sums)) -%}
    {%- do steps.extend(
        [
            rankhouse.step("areas", "two systems, with their areas", areas),
            rankhouse.step(
                "scored", "the same, with the difference in standard errors", scored, rankhouse.stored()
            ),
            rankhouse.step("tested", "the same, with what is known of the difference", tested),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}
