{#
How a system shares out exposure that relevant items deserve (Diaz et al. 2020): one row per group and measure, as metrics
gives them. An item's exposure is the mean attention that it gets in the rankings of a query, which a stochastic system
gives several of: `sample`, the column that tells them apart. Its target is what an ideal system would give, with all
orders of equally relevant items alike. Over the items of a query, means over queries:
    ee_l    sum of (exposure - target)^2 = ee_d - 2 ee_r + a constant
    ee_d    sum of exposure^2, the disparity
    ee_r    sum of exposure * target, the relevance
`attention` at a rank: rbp, p^(rank - 1); cascade, which relevant items before it lower too, each by `satisfaction`; log2,
1 / log2(rank + 1). Relevant is above 0; other items have no target. A query missing from the run has no exposure.
#}
{% macro expected_exposure(
    run, judgments, sample=none, attention="rbp", p=0.5, satisfaction=0.5, k=none, by=[], columns={}
) -%}
    {%- do rankhouse.refuse_others("expected_exposure", kwargs) -%}
    {%- do rankhouse.check_groups("expected_exposure", {"by": by}) -%}
    {%- do rankhouse.known_columns(
        columns, ["query_id", "item_id", "score", "relevance", "rank"], ["run", "judgments"]
    ) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "sample": sample,
        "attention": attention,
        "p": p,
        "satisfaction": satisfaction,
        "k": k,
    } -%}
    {%- set plan = rankhouse.read_arguments("expected_exposure", arguments) -%}
    {%- do plan.update(dict(rankhouse.groups_of(by), columns=columns, checked=false, read_as={})) -%}
    {%- do rankhouse.require_exposed_columns(plan) -%}
    {{ rankhouse.laid_out(rankhouse.expected_exposure_of(plan)) if execute }}
{%- endmacro %}

{# That the inputs have what is read of them. #}
{% macro require_exposed_columns(plan) %}
    {%- set ids, order = ["query_id", "item_id"], "rank" if rankhouse.reads_ranks(plan.columns, "run") else "score" -%}
    {%- set sample = [] if plan.sample is none else ["sample"] -%}
    {%- set weight = [] if plan.columns.get("features.weight", plan.columns.get("weight")) is none else ["weight"] -%}
    {%- set reads = {"run": ids + [order] + sample, "judgments": ids + ["relevance"]} -%}
    {%- do reads.update({"features": ["item_id", "feature"] + weight}) -%}
    {%- set named = dict(plan, columns=dict(plan.columns, sample=plan.sample)) -%}
    {%- do plan.update(rankhouse.require_columns(named, reads, [order, "relevance", "weight"], ids, ["sample"])) -%}
{% endmacro %}

{% macro expected_exposure_of(plan) -%}
    {%- set unit, steps = plan.by + ["query_id"], rankhouse.compared_exposure_steps(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step("queries", "a query with its sums", rankhouse.exposure_sums(unit)),
            rankhouse.step("query_values", "a measure of a query", rankhouse.exposure_query_values(plan)),
            rankhouse.step("found", "a measure of a group", rankhouse.exposure_means(plan)),
            rankhouse.step("asked", "a measure", rankhouse.exposure_measures(plan)),
        ]
    ) -%}
    {{ rankhouse.query_of(steps, "a measure of a group", rankhouse.expected_exposure_answer(plan)) }}
{%- endmacro %}

{# rankhouse_compared: what each item of a query gets, and what it deserves; rankhouse_groups where there are any. #}
{% macro compared_exposure_steps(plan) %}
    {%- set unit, carried = plan.by + ["query_id"], rankhouse.carried_columns(plan, plan.by) -%}
    {%- set steps = rankhouse.item_steps(plan, "judgments", "judgments", "a judged item of a query") -%}
    {%- do steps.extend(rankhouse.sampled_run_steps(plan, carried)) -%}
    {%- do steps.extend(
        [
            rankhouse.step("ideal", "a relevant item, at a place of its own", rankhouse.ideal_places()),
            rankhouse.step("deserved", "a relevant item and its target", rankhouse.deserved_exposures(plan)),
            rankhouse.step("placed", "an item of a ranking", rankhouse.sampled_places(plan, unit)),
            rankhouse.step(
                "attended", "the same with its attention", rankhouse.sampled_attention(plan, unit)
            ),
            rankhouse.step("samples", "a query of the run", rankhouse.samples_of_queries(unit)),
        ]
    ) -%}
    {%- if plan.by -%}
        {%- set groups = "select distinct " ~ rankhouse.inline(plan.by + carried) ~ "\nfrom rankhouse_run" -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", groups)) -%}
    {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "exposures", "an item's exposure, or its target", rankhouse.item_exposures(plan, unit)
            ),
            rankhouse.step("compared", "an item of a query with both", rankhouse.compared_exposures(unit)),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# An item is in a ranking once; rows without a sample belong to no ranking. #}
{% macro sampled_run_steps(plan, carried) %}
    {%- set sample = rankhouse.bigint(0) if plan.sample is none else rankhouse.own_column("run", plan.sample) -%}
    {%- set rows -%}
        (
        select
        {{ rankhouse.listed(rankhouse.read_columns(plan, "run") + [sample ~ " as sample_id"]) }}
        from {{ rankhouse.as_source(plan.run, "run") }}
        ) as run
        where query_id is not null
        and item_id is not null
        and sample_id is not null
        and score is not null
        and {{ rankhouse.is_number("score") }}
    {%- endset -%}
    {%- set key = plan.by + ["query_id", "sample_id", "item_id"] + carried -%}
    {{
        return(
            rankhouse.single_item_steps(
                "run",
                "run",
                "an item of a ranking",
                key,
                "score",
                rows,
                rankhouse.told_apart(plan, "run", "sample or by"),
            )
        )
    }}
{% endmacro %}

{# What an item at `place` gets, below `before` relevant items. #}
{% macro attention_at(plan, place, before) -%}
    {%- set rank = rankhouse.double(place) -%}
    {%- set persists = rankhouse.power_or_zero(rankhouse.double(plan.p), rank ~ " - 1") -%}
    {%- set seeks_on = rankhouse.double(1) ~ " - " ~ rankhouse.double(plan.satisfaction) -%}
    {%- if plan.attention == "log2" -%} ln({{ rankhouse.double(2) }}) / ln({{ rank }} + 1)
    {%- elif plan.attention == "cascade" -%}
        ({{ persists }}) * ({{ rankhouse.power_or_zero(seeks_on, rankhouse.double(before)) }})
    {%- else -%} {{ persists }}
    {%- endif -%}
{%- endmacro %}

{% macro ideal_places() -%}
    select
        query_id,
        item_id,
        relevance,
        row_number() over (
            partition by query_id order by relevance desc, {{ rankhouse.byte_order("item_id", "desc") }}
        ) as place
    from rankhouse_judgments
    where relevance > 0
{%- endmacro %}

{#
Equally relevant items share the attention of their places; above a place of the ideal all items are relevant. Items whose
places are all below the cutoff deserve nothing, and are left out.
#}
{% macro deserved_exposures(plan) -%}
    {%- set attention, alike = (
        rankhouse.attention_at(plan, "place", "place - 1"),
        "partition by query_id, relevance",
    ) -%}
    {%- if plan.k is none -%}
        select query_id, item_id, avg({{ attention }}) over ({{ alike }}) as target from rankhouse_ideal
    {%- else -%}
        select query_id, item_id, target
        from
            (
                select
                    query_id,
                    item_id,
                    min(place) over ({{ alike }}) as first_place,
                    avg(case when place <= {{ plan.k }} then {{ attention }} else {{ rankhouse.double(0) }} end) over (
                        {{ alike }}
                    ) as target
                from rankhouse_ideal
            ) as shared
        where first_place <= {{ plan.k }}
    {%- endif -%}
{%- endmacro %}

{% macro sampled_places(plan, unit) -%}
    {%- set place = rankhouse.item_place(unit + ["sample_id"]) ~ " as place" -%}
    select {{ rankhouse.listed(unit + ["sample_id", "item_id", place]) }}
    from rankhouse_run
{%- endmacro %}

{% macro sampled_attention(plan, unit) -%}
    {%- set hit = "case when ideal.item_id is null then 0 else 1 end" -%}
    {%- set ranking = rankhouse.inline(rankhouse.columns_of("placed", unit + ["sample_id"])) -%}
    select
        {{ rankhouse.listed(unit + ["item_id"]) }},
        {{ rankhouse.attention_at(plan, "place", "hits_before") }} as attention
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("placed", unit + ["item_id", "place"])) }},
                sum({{ hit }}) over (partition by {{ ranking }} order by placed.place rows unbounded preceding)
                - {{ hit }} as hits_before
            from rankhouse_placed as placed
            left join rankhouse_ideal as ideal on {{ rankhouse.match("placed", "ideal", ["query_id", "item_id"]) }}
        ) as graded
    {% if plan.k is not none %} where place <= {{ plan.k }}{% endif %}
{%- endmacro %}

{% macro samples_of_queries(unit) -%}
    select {{ rankhouse.listed(unit + ["count(distinct sample_id) as n_samples"]) }}
    from rankhouse_run
    group by {{ rankhouse.inline(unit) }}
{%- endmacro %}

{# Of queries with a relevant item; an item that a ranking does not show gets nothing there. #}
{% macro item_exposures(plan, unit) -%}
    {%- set of_groups = rankhouse.select_of("run_groups", plan.by) -%}
    {%- set zero = rankhouse.double(0) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("attended", unit + ["item_id"])) }},
        sum(attended.attention) / {{ rankhouse.double("max(samples.n_samples)") }} as exposure,
        {{ zero }} as target,
        1 as is_shown
    from rankhouse_attended as attended
    join rankhouse_samples as samples on {{ rankhouse.match("attended", "samples", unit) }}
    where attended.query_id in (select deserved.query_id from rankhouse_deserved as deserved)
    group by {{ rankhouse.inline(rankhouse.columns_of("attended", unit + ["item_id"])) }}
    union all
    select
        {{ rankhouse.listed(of_groups + rankhouse.select_of("deserved", ["query_id", "item_id"])) }},
        {{ zero }} as exposure,
        deserved.target as target,
        0 as is_shown
    from rankhouse_deserved as deserved {{ "cross join rankhouse_groups as run_groups" if plan.by }}
{%- endmacro %}

{% macro compared_exposures(unit) -%}
    select
        {{ rankhouse.listed(unit + ["item_id"]) }},
        sum(exposure) as exposure,
        sum(target) as target,
        max(is_shown) as is_shown
    from rankhouse_exposures
    group by {{ rankhouse.inline(unit + ["item_id"]) }}
{%- endmacro %}

{% macro exposure_sums(unit) -%}
    select
        {{ rankhouse.listed(unit) }},
        sum((exposure - target) * (exposure - target)) as ee_l,
        sum(exposure * exposure) as ee_d,
        sum(exposure * target) as ee_r,
        1 - max(is_shown) as is_missing
    from rankhouse_compared
    group by {{ rankhouse.inline(unit) }}
{%- endmacro %}

{% macro exposure_query_values(plan) -%}
    {%- set measures = [] -%}
    {%- for metric in ["ee_l", "ee_d", "ee_r"] -%}
        {%- set row = [rankhouse.literal(metric) ~ " as metric", metric ~ " as value", "is_missing"] -%}
        {%- do measures.append("select " ~ rankhouse.inline(plan.by + row) ~ "\nfrom rankhouse_queries") -%}
    {%- endfor -%}
    {{ measures | join("\nunion all\n") }}
{%- endmacro %}

{% macro exposure_means(plan) -%}
    select
        {{ rankhouse.listed(plan.by + ["metric"]) }},
        avg(value) as value,
        count(value) as n_queries,
        sum(is_missing) as n_missing,
        sum(value) as value_sum,
        {{ rankhouse.standard_error("value") }} as std_error
    from rankhouse_query_values
    group by {{ rankhouse.inline(plan.by + ["metric"]) }}
{%- endmacro %}

{% macro exposure_measures(plan) -%}
    {%- set cutoff = rankhouse.bigint("null" if plan.k is none else plan.k) ~ " as k" -%}
    {%- set measures = [] -%}
    {%- for metric in ["ee_l", "ee_d", "ee_r"] -%}
        {%- set measure = rankhouse.literal(metric if plan.k is none else metric ~ "@" ~ plan.k) ~ " as measure" -%}
        {%- do measures.append(
            "select " ~ rankhouse.inline([measure, rankhouse.literal(metric) ~ " as metric", cutoff])
        ) -%}
    {%- endfor -%}
    {{ measures | join("\nunion all\n") }}
{%- endmacro %}

{% macro expected_exposure_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "run_groups") -%}
    {%- do columns.extend(["asked.measure", "asked.metric", "asked.k", "found.value"]) -%}
    {%- for count in ["n_queries", "n_missing"] -%}
        {%- do columns.append(rankhouse.bigint("coalesce(found." ~ count ~ ", 0)") ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.extend(["found.value_sum", "found.std_error"]) -%}
    {%- do columns.extend(rankhouse.interval_of("found.value", "found.std_error", rankhouse.double(0))) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_asked as asked {{ "cross join rankhouse_groups as run_groups" if plan.by }}
    left join
        rankhouse_found as found
        on asked.metric = found.metric {{ rankhouse.and_match("run_groups", "found", plan.by) }}
{%- endmacro %}
