{#
What DeLong's test sorts, rankhouse_samples: sample_number, side_number, row_id, score, label and with weights weight. A side
that has every row of its group is a sample, for all of its pairs with others such; of any other pair the rows in common are,
once for each of the two. rankhouse_sampled has the pairs with own_sample and other_sample.
#}
{% macro classifier_sample_steps(plan) %}
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
    {%- set row = rankhouse.select_of(
        "found", ["side_number", "row_id", "score", "label"] + rankhouse.facts_of_rows(plan)
    ) -%}
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
    {{
        return(
            [
                rankhouse.step("ids", "a group with the number of its rows of data", ids),
                rankhouse.step("whole", "a system that has all of them", whole),
                rankhouse.step("sampled", "two systems, with the samples that they are", sampled),
                rankhouse.step("partial", "a row of a system in a pair that does not have all", partial),
                rankhouse.step("samples", "a row of data in a sample of a system", samples),
            ]
        )
    }}
{% endmacro %}
