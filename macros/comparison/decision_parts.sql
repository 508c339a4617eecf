{#
What a decision looks at, from rankhouse_differences to rankhouse_units: number, total, of each unit of each part. A part is
    decides     the measure that decides
    guardrail   another measure, with its margin
    segment     a value of a column of segments; `pool`: those of fewer than 30 units that are not lost, together
    unnamed     the measure that decides, over a column of clusters that nobody named
and rankhouse_parts: number, what the part is, and of which two systems.
#}
{% macro decision_part_steps(plan) %}
    {%- set of_pair = plan.by + ["system_name", "baseline"] -%}
    {%- set of_part = of_pair + ["part", "name", "segment"] -%}
    {%- set unit = "query_id" if plan.cluster is none else "cluster_id" -%}
    {%- set beside = rankhouse.columns_beside(plan).keys() | list -%}
    {%- set steps = [
        rankhouse.step(
            "deciding", "a group with the measure that decides", rankhouse.deciding_measures(plan)
        ),
    ] -%}
    {%- if beside -%}
        {%- do steps.append(
            rankhouse.step(
                "beside", "a query with its segments", rankhouse.segments_of_queries(plan, beside)
            )
        ) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step(
            "gains", "what a query gains", rankhouse.gains_of_queries(plan, of_pair, unit, beside)
        )
    ) -%}
    {%- set times = "weight * " if rankhouse.values_weigh(plan) else "" -%}
    {%- set sums -%}
        select
            {{ rankhouse.listed(of_part) }},
            unit,
            {{ rankhouse.sum_of(times ~ "gain") }} as total,
            {{ rankhouse.sum_of(times ~ "abs(gain)") }} as size,
            {{ rankhouse.sum_of(times ~ "difference") }} as difference,
            {{ "sum(weight)" if times else "count(*)" }} as weight,
            count(*) as n_queries,
            max(case when gain >= 0 then 1 else 0 end) as is_kept
        from ({{ rankhouse.parts_of_gains(plan, of_pair) }}) as parts
        group by {{ rankhouse.inline(of_part + ["unit"]) }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("part_sums", "a unit of a part", sums)) -%}
    {%- set source = "part_sums" -%}
    {%- if plan.segments -%}
        {%- do steps.append(
            rankhouse.step(
                "pooled", "the same, and of small segments together", rankhouse.pooled_parts(of_pair)
            )
        ) -%}
        {%- set source = "pooled" -%}
    {%- endif -%}
    {%- set units -%}
        select
            dense_rank() over (order by {{ rankhouse.inline(of_part) }}) as number,
            {{ rankhouse.listed(of_part) }},
            case
                when abs(total) <= 1e-12 * size then {{ rankhouse.double("0") }} else total
            end as total,
            difference,
            weight,
            n_queries,
            unit as query_id
        from rankhouse_{{ source }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("units", "the same, with the number of the part", units)) -%}
    {%- set parts -%}
        select
            number,
            {{ rankhouse.listed(of_part) }},
            sum(n_queries) as n_queries,
            {{ rankhouse.sum_of("difference") }} / sum(weight) as difference,
            {{ rankhouse.sum_of("total") }} / sum(weight) as gain
        from rankhouse_units
        group by {{ rankhouse.inline(["number"] + of_part) }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("parts", "a part", parts)) -%}
    {{ return(steps) }}
{% endmacro %}

{# Columns that are read beside the values, by our name: of segments, and of clusters that nobody named, which may not be there. #}
{% macro columns_beside(plan) %}
    {%- set columns = {} -%}
    {%- for name in plan.segments -%}
        {%- do columns.update({"segment_" ~ loop.index: rankhouse.own_column("query_metrics", name)}) -%}
    {%- endfor -%}
    {%- for name in plan.unnamed -%}
        {%- do columns.update({"unnamed_" ~ loop.index: rankhouse.quoted(name)}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# What they are called by the user. #}
{% macro name_beside(plan, column) %}
    {%- set place = column.split("_")[1] | int - 1 -%}
    {{ return((plan.segments if column.startswith("segment_") else plan.unnamed)[place]) }}
{% endmacro %}

{# The one that is named, or the only one of a group, with what stops a decision. All measures that the call names have to be there. #}
{% macro deciding_measures(plan) -%}
    {%- set measure = rankhouse.text("measure") -%}
    {%- set lowest, highest = "min(" ~ measure ~ ")", "max(" ~ measure ~ ")" -%}
    {%- set named = {} -%}
    {%- if plan.measure is not none -%} {%- do named.update({plan.measure: "measure"}) -%} {%- endif -%}
    {%- for name in plan.guardrails or [] -%} {%- do named.update({name: "guardrails"}) -%} {%- endfor -%}
    {%- for name in plan.margins -%} {%- do named.update({name: named.get(name, "margins")}) -%} {%- endfor -%}
    {%- set counts, stops = [], [] -%}
    {%- for name, argument in named.items() -%}
        {%- set one = "case when " ~ measure ~ " = " ~ rankhouse.literal(name) ~ " then 1 end" -%}
        {%- do counts.append("sum(count(" ~ one ~ ")) over () as n_" ~ loop.index) -%}
        {%- set said = [
            rankhouse.literal(
                argument ~ ": '" ~ name ~ "' is not a measure of query_metrics, whose measures range from "
            ),
            "lowest",
            rankhouse.literal(" to "),
            "highest",
        ] -%}
        {%- do stops.append(rankhouse.unless("n_" ~ loop.index ~ " = 0", "\n" ~ said | join("\n|| ") ~ "\n")) -%}
    {%- endfor -%}
    {%- if plan.measure is none -%}
        {%- set found = "min(measure) as measure" -%}
        {%- set said = [
            rankhouse.literal("query_metrics has several measures, such as "),
            "lowest",
            rankhouse.literal(" and "),
            "highest",
            rankhouse.literal(": name the one that decides by measure"),
        ] -%}
        {%- do stops.append(rankhouse.unless("lowest <> highest", "\n" ~ said | join("\n|| ") ~ "\n")) -%}
    {%- else -%}
        {%- set name = rankhouse.literal(plan.measure) -%}
        {%- set found = "max(case when " ~ measure ~ " = " ~ name ~ " then measure end) as measure" -%}
    {%- endif -%}
    {%- set figures = [found, lowest ~ " as lowest", highest ~ " as highest"] + counts -%}
    {%- for name in plan.stops -%} {%- do figures.append("max(" ~ name ~ ") as " ~ name) -%} {%- endfor -%}
    select {{ rankhouse.inline(plan.by + ["measure"] + plan.stops) }}
    from
        (
            select {{ rankhouse.listed(plan.by + figures) }}
            from rankhouse_values
            {% if plan.by %} group by {{ rankhouse.inline(plan.by) }} {% endif %}
        ) as found
    where {{ stops | join("\nand ") }}
{%- endmacro %}

{# A query is in one segment of each column; one of several unnamed clusters is in none. #}
{% macro segments_of_queries(plan, columns) -%}
    {%- set read = plan.by + ["query_id"] -%}
    {%- set stops = [] -%}
    {%- for name in columns -%}
        {%- if name.startswith("segment_") -%}
            {%- do read.append("min(" ~ name ~ ") as " ~ name) -%}
            {%- set said = (
                "query_metrics: a query has several values of segments column "
                ~ rankhouse.name_beside(plan, name)
                ~ ", e.g. query_id "
            ) -%}
            {%- set said = rankhouse.literal(said) ~ " || min(" ~ rankhouse.text("query_id") ~ ")" -%}
            {%- do stops.append(rankhouse.unless("min(" ~ name ~ ") <> max(" ~ name ~ ")", said)) -%}
        {%- else -%}
            {%- do read.append(
                "case when min(" ~ name ~ ") = max(" ~ name ~ ") then min(" ~ name ~ ") end as " ~ name
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    select {{ rankhouse.listed(read) }}
    from rankhouse_values
    group by {{ rankhouse.inline(plan.by + ["query_id"]) }}
    {% if stops %} having {{ stops | join("\nand ") }} {% endif %}
{%- endmacro %}

{# Above 0 where the system is better. Without a baseline each pair is looked at from both sides. #}
{% macro gains_of_queries(plan, of_pair, unit, beside) -%}
    {%- set measure = rankhouse.text("found.measure") -%}
    {%- set margins = [] -%}
    {%- for name, margin in plan.margins.items() -%}
        {%- do margins.append("when " ~ rankhouse.literal(name) ~ " then " ~ rankhouse.double(margin)) -%}
    {%- endfor -%}
    {%- set margin -%}
        {%- if margins -%} case {{ measure }} {{ margins | join(" ") }} else 0e0 end {%- else -%} 0e0 {%- endif -%}
    {%- endset -%}
    {%- set weight = ["weight"] if rankhouse.values_weigh(plan) else [] -%}
    {%- set kept = plan.by + ["measure", "metric", "query_id", unit, "difference"] + weight -%}
    {%- set kept = kept | unique | list -%}
    {%- set rows -%}
        select {{ rankhouse.listed(kept + ["system_name", "baseline"]) }}
        from rankhouse_differences
        where difference is not null
        {%- if plan.baseline is none %}
            union all
            select
                {{
                    rankhouse.listed(
                        (kept | reject("equalto", "difference") | list)
                        + [
                            "- difference as difference",
                            "baseline as system_name",
                            "system_name as baseline",
                        ]
                    )
                }}
            from rankhouse_differences
            where difference is not null
        {%- endif %}
    {%- endset -%}
    {#- What is left by rounding of a margin is a tie. -#}
    {%- set gain -%}
        case
            when is_deciding = 1 then gain
            when abs(gain + margin) <= 1e-12 * (abs(gain) + margin) then {{ rankhouse.double("0") }}
            else gain + margin
        end as gain
    {%- endset -%}
    {%- set signed -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("found", of_pair + ["query_id", "measure", "difference"] + weight)) }},
            found.{{ unit }} as unit,
            {{ rankhouse.gain_of("found") }} as gain,
            {{ margin }} as margin,
            case when found.measure = deciding.measure then 1 else 0 end as is_deciding
        from ({{ rows }}) as found
        join rankhouse_deciding as deciding on {{ rankhouse.match("found", "deciding", plan.by) }}
        {%- if plan.guardrails is not none %}
            where
                found.measure = deciding.measure
                {%- if plan.guardrails %} or {{ measure }} in ({{ rankhouse.literals(plan.guardrails) }}) {%- endif %}
        {%- endif %}
    {%- endset -%}
    {%- set columns = rankhouse.select_of(
        "signed", of_pair + ["measure", "unit", "query_id", "difference", "is_deciding"] + weight
    ) -%}
    select {{ rankhouse.listed(columns + rankhouse.select_of("beside", beside) + [gain]) }}
    from ({{ signed }}) as signed
    {%- if beside %}
        join rankhouse_beside as beside on {{ rankhouse.match("signed", "beside", plan.by + ["query_id"]) }}
    {%- endif %}
{%- endmacro %}

{# Each gain in all parts to which it belongs. #}
{% macro parts_of_gains(plan, of_pair) -%}
    {%- set kept = of_pair + ["difference", "gain"] + (["weight"] if rankhouse.values_weigh(plan) else []) -%}
    {%- set none_text = rankhouse.text("null") ~ " as segment" -%}
    {%- set part = "case when is_deciding = 1 then 'decides' else 'guardrail' end as part" -%}
    {%- set unit = rankhouse.text("unit") ~ " as unit" -%}
    {%- set named = rankhouse.text("measure") ~ " as name" -%}
    select {{ rankhouse.listed(kept + [part, named, none_text, unit]) }}
    from rankhouse_gains
    {%- for column in rankhouse.columns_beside(plan) %}
            {%- set label = rankhouse.text(rankhouse.literal(rankhouse.name_beside(plan, column))) ~ " as name" %}
        union all
        {%- if column.startswith("segment_") %}
            select {{ rankhouse.listed(kept + ["'segment' as part", label, column ~ " as segment", unit]) }}
            from rankhouse_gains
            where is_deciding = 1
        {%- else %}
            {%- set own = "coalesce('=' || " ~ column ~ ", " ~ rankhouse.text("query_id") ~ ") as unit" %}
            select {{ rankhouse.listed(kept + ["'unnamed' as part", label, none_text, own]) }}
            from rankhouse_gains
            where is_deciding = 1 and (select max({{ column }}) from rankhouse_beside) is not null
        {%- endif %}
    {%- endfor %}
{%- endmacro %}

{# A unit that lies in several small segments is one of the pool. #}
{% macro pooled_parts(of_pair) -%}
    {%- set sums = ["total", "size", "difference", "weight", "n_queries", "is_kept"] -%}
    {%- set kept = of_pair + ["part", "name", "segment", "unit"] -%}
    select {{ rankhouse.listed(kept + sums) }}
    from rankhouse_part_sums
    union all
    select
        {{
            rankhouse.listed(
                of_pair
                + [
                    "'pool' as part",
                    "name",
                    rankhouse.text("null") ~ " as segment",
                    "unit",
                    rankhouse.sum_of("total") ~ " as total",
                    rankhouse.sum_of("size") ~ " as size",
                    rankhouse.sum_of("difference") ~ " as difference",
                    "sum(weight) as weight",
                    "sum(n_queries) as n_queries",
                    "max(is_kept) as is_kept",
                ]
            )
        }}
    from
        (
            select
                part_sums.*,
                sum(is_kept) over (partition by {{ rankhouse.inline(of_pair + ["name", "segment"]) }}) as n_kept
            from rankhouse_part_sums as part_sums
            where part = 'segment'
        ) as sized
    where n_kept < {{ rankhouse.enough_units() }}
    group by {{ rankhouse.inline(of_pair + ["name", "unit"]) }}
{%- endmacro %}
