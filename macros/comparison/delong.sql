{#
DeLong's test of two ROC AUCs on the same rows: the steps that end in rankhouse_tested. A system that has every row of its
group is sorted once for all of its pairs with others such, as sample 0; of any other pair the rows in common are a sample
of each of the two.
#}
{% macro delong_steps(plan) %}
    {%- set key = plan.by + ["system_number"] -%}
    {%- set figures = ["row_id", "score", "label"] -%}
    {%- set partial -%}
        {%- for number in ["system_number", "other_number"] -%}
            select
            {{
                rankhouse.listed(
                    rankhouse.select_of("found", key) + ["numbered.sample_number as sample_number"] + rankhouse.select_of("found", figures)
                )
            }}
            from rankhouse_numbered as numbered
            join
                rankhouse_rows as found
                on {{ rankhouse.match("numbered", "found", plan.by) }}
                and numbered.{{ number }} = found.system_number
            where numbered.sample_number > 0 and found.label is not null
            {{ "" if loop.last else "union all
" }}
        {%- endfor -%}
    {%- endset -%}
    {%- set samples -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("found", key) + ["0 as sample_number"] + rankhouse.select_of("found", figures)) }}
        from rankhouse_rows as found
        join rankhouse_sized as sized on {{ rankhouse.match("found", "sized", key) }}
        {{ rankhouse.joined_group(plan, "left", "rankhouse_ids", "ids", "found") }}
        where sized.n_usable = ids.n_ids and found.label is not null
        union all
        select {{ rankhouse.listed(rankhouse.select_of("own", key + ["sample_number"] + figures)) }}
        from rankhouse_partial as own
        join
            rankhouse_partial as other
            on own.sample_number = other.sample_number
            and own.row_id = other.row_id
            and own.system_number <> other.system_number
    {%- endset -%}
    {%- set sample = key + ["sample_number"] -%}
    {%- set ranked = rankhouse.placed_rows(
        "samples", sample, ["row_id"], "partition by " ~ rankhouse.inline(sample) ~ " "
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
    {%- set areas -%}
        select
            number,
            widest_gap,
            {{ rankhouse.area_of_places("own_places", "n_positives", "n_negatives") }} as value,
            {{ rankhouse.area_of_places("other_places", "n_positives", "n_negatives") }} as baseline_value,
            {{ rankhouse.ratio("other_places - own_places", "2 * n_positives * n_negatives") }} as difference,
            {{ rankhouse.error_of_places("of_positives", "of_negatives", "n_positives", "n_negatives") }} as std_error
        from rankhouse_pairs
    {%- endset -%}
    {%- set scored -%}
        select
            number,
            value,
            baseline_value,
            difference,
            case when widest_gap = 0 then difference * 0 when std_error > 0 then std_error end as std_error,
            difference / nullif(std_error, 0) as z
        from rankhouse_areas
    {%- endset -%}
    {%- set bounds = [] -%}
    {%- for sign, name in {"-": "ci_low", "+": "ci_high"}.items() -%}
        {%- set bound = "scored.difference " ~ sign ~ " limits.z_limit * scored.std_error" -%}
        {%- do bounds.append(rankhouse.within_limits(bound, "-1", "1") ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set tested -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("scored", ["number", "value", "baseline_value", "difference"])
                + bounds
                + [rankhouse.bigint("null") ~ " as wins", rankhouse.bigint("null") ~ " as losses"]
            )
        }},
        case
            when scored.std_error = 0 then {{ rankhouse.double(1) }} else {{ rankhouse.two_sided_normal("z") }}
        end as p_value
        from rankhouse_scored as scored
        cross join rankhouse_limit as limits
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("partial", "a row of a system in a pair that does not have all rows", partial),
        rankhouse.step("samples", "a row of data in a sample of a system", samples),
        rankhouse.step("ranked", "the same with its place", ranked),
    ] -%}
    {%- do steps.extend(rankhouse.steps_of_matched_rows(plan, "ranked", columns, sums, ["sample_number"])) -%}
    {%- do steps.extend(
        [
            rankhouse.step("areas", "two systems, with their areas", areas),
            rankhouse.step("scored", "the same, with the difference in standard errors", scored),
            rankhouse.step("tested", "the same, with what is known of the difference", tested),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}
