{#
What groups of items get of the exposure, beside what their relevant items deserve: one row per `by` group and feature.
Exposure and target are those of expected_exposure, an item's parts going to its features by their shares; items without a
feature stand under NULL.
    exposure, target                the group's in a query, the mean over queries
    exposure_share, target_share    its part of what all items get, and of what all deserve, over all queries
    ratio                           exposure_share / target_share: 1 is what the group deserves; NULL where it deserves nothing
The interval of the ratio is by linearisation: queries are a sample, and each counts in all four sums.
#}
{% macro group_exposure(
    run,
    judgments,
    features,
    sample=none,
    attention="rbp",
    p=0.5,
    satisfaction=0.5,
    k=none,
    by=[],
    columns={}
) -%}
    {%- do rankhouse.check_groups("group_exposure", {"by": by}) -%}
    {%- do rankhouse.known_columns(
        columns,
        ["query_id", "item_id", "score", "relevance", "rank", "feature", "weight"],
        ["run", "judgments", "features"],
    ) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "features": features,
        "sample": sample,
        "attention": attention,
        "p": p,
        "satisfaction": satisfaction,
        "k": k,
    } -%}
    {%- set plan = rankhouse.read_arguments("group_exposure", arguments) -%}
    {%- do plan.update(dict(rankhouse.groups_of(by), columns=columns, checked=false, read_as={})) -%}
    {%- do rankhouse.require_exposed_columns(plan) -%}
    {{ rankhouse.laid_out(rankhouse.group_exposure_of(plan)) if execute }}
{%- endmacro %}

{% macro group_exposure_of(plan) -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set steps = rankhouse.compared_exposure_steps(plan) -%}
    {%- set checks = rankhouse.feature_weight_checks(plan) if rankhouse.has_feature_weights(plan) else [] -%}
    {%- set refused = rankhouse.unless_refused(checks, "shares") -%}
    {%- set shown = "select distinct " ~ rankhouse.inline(plan.by + ["feature"]) ~ "\nfrom rankhouse_shared" -%}
    {%- do steps.extend(
        [
            rankhouse.features_step(plan, checks),
            rankhouse.step(
                "grouped_items",
                "an item and its share in a feature",
                rankhouse.feature_shares(refused[0] if refused else none),
            ),
            rankhouse.step(
                "shared", "an item of a query, its part in a feature", rankhouse.shared_exposures(unit)
            ),
            rankhouse.step("shown_features", "a feature of a group", shown),
            rankhouse.step("queries", "a query with what all items get", rankhouse.exposures_of_all(unit)),
            rankhouse.step("grouped", "a feature in a query", rankhouse.exposures_by_feature(plan, unit)),
            rankhouse.step(
                "summed", "the same with the sums over queries", rankhouse.exposures_summed(plan)
            ),
            rankhouse.step(
                "influences", "the same with its part in the ratio", rankhouse.ratio_influences(plan)
            ),
            rankhouse.step("found", "a feature of a group", rankhouse.exposure_ratios(plan)),
        ]
    ) -%}
    {{ rankhouse.query_of(steps, "a feature of a group", rankhouse.group_exposure_answer(plan)) }}
{%- endmacro %}

{% macro shared_exposures(unit) -%}
    {%- set share = "coalesce(grouped.feature_share, " ~ rankhouse.double(1) ~ ")" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("compared", unit)) }},
        grouped.feature as feature,
        compared.exposure * {{ share }} as exposure,
        compared.target * {{ share }} as target
    from rankhouse_compared as compared
    left join
        rankhouse_grouped_items as grouped on compared.item_id = grouped.item_id
        {{ rankhouse.ids_are_same("where", "compared", "grouped", ["item_id"]) }}
{%- endmacro %}

{% macro exposures_of_all(unit) -%}
    select
        {{ rankhouse.listed(unit) }}, sum(exposure) as exposure, sum(target) as target, 1 - max(is_shown) as is_missing
    from rankhouse_compared
    group by {{ rankhouse.inline(unit) }}
{%- endmacro %}

{# For every query, even where the feature gets and deserves nothing. #}
{% macro exposures_by_feature(plan, unit) -%}
    {%- set sums = ["exposure", "target", "all_exposure", "all_target", "is_missing", "n_items"] -%}
    {%- set summed = [] -%}
    {%- for name in sums -%} {%- do summed.append("sum(" ~ name ~ ") as " ~ name) -%} {%- endfor -%}
    {%- set zero = rankhouse.double(0) -%}
    select {{ rankhouse.listed(unit + ["feature"] + summed) }}
    from
        (
            select
                {{ rankhouse.listed(unit + ["feature"]) }},
                exposure,
                target,
                {{ zero }} as all_exposure,
                {{ zero }} as all_target,
                0 as is_missing,
                1 as n_items
            from rankhouse_shared
            union all
            select
                {{ rankhouse.listed(rankhouse.select_of("queries", unit)) }},
                shown.feature as feature,
                {{ zero }} as exposure,
                {{ zero }} as target,
                queries.exposure as all_exposure,
                queries.target as all_target,
                queries.is_missing as is_missing,
                0 as n_items
            from rankhouse_queries as queries
            {% if plan.by -%}
                join rankhouse_shown_features as shown on {{ rankhouse.match("queries", "shown", plan.by) }}
            {%- else -%} cross join rankhouse_shown_features as shown
            {%- endif %}
        ) as listed
    group by {{ rankhouse.inline(unit + ["feature"]) }}
{%- endmacro %}

{% macro exposures_summed(plan) -%}
    {%- set over = " over (partition by " ~ rankhouse.inline(plan.by + ["feature"]) ~ ")" -%}
    {%- set sums = [] -%}
    {%- for name in ["exposure", "target", "all_exposure", "all_target"] -%}
        {%- do sums.append("sum(" ~ name ~ ")" ~ over ~ " as total_" ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(["grouped.*"] + sums) }}
    from rankhouse_grouped as grouped
{%- endmacro %}

{# How the ratio changes with the weight of a query. #}
{% macro ratio_influences(plan) -%}
    {%- set figures = ["total_exposure", "total_target", "total_all_exposure", "total_all_target"] -%}
    select
        {{ rankhouse.listed(plan.by + ["feature"] + figures + ["is_missing", "n_items", "ratio"]) }},
        exposure * total_all_target / nullif(total_target * total_all_exposure, 0)
        + ratio
        * (
            all_target / nullif(total_all_target, 0)
            - target / nullif(total_target, 0)
            - all_exposure / nullif(total_all_exposure, 0)
        ) as influence
    from
        (
            select summed.*, total_exposure * total_all_target / nullif(total_target * total_all_exposure, 0) as ratio
            from rankhouse_summed as summed
        ) as rated
{%- endmacro %}

{% macro exposure_ratios(plan) -%}
    {%- set n = rankhouse.double("count(*)") -%}
    select
        {{ rankhouse.listed(plan.by + ["feature"]) }},
        max(total_exposure) / {{ n }} as exposure,
        max(total_target) / {{ n }} as target,
        max(total_exposure) / nullif(max(total_all_exposure), 0) as exposure_share,
        max(total_target) / nullif(max(total_all_target), 0) as target_share,
        max(ratio) as ratio,
        sqrt(sum(influence * influence) * {{ n }} / nullif(count(*) - 1, 0)) as std_error,
        count(*) as n_queries,
        sum(is_missing) as n_missing,
        sum(n_items) as n_items
    from rankhouse_influences
    group by {{ rankhouse.inline(plan.by + ["feature"]) }}
{%- endmacro %}

{% macro group_exposure_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "run_groups") -%}
    {%- for name in ["feature", "exposure", "target", "exposure_share", "target_share", "ratio", "std_error"] -%}
        {%- do columns.append("found." ~ name) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.interval_of("found.ratio", "found.std_error", rankhouse.double(0))) -%}
    {%- for name in ["n_queries", "n_missing", "n_items"] -%}
        {%- do columns.append(rankhouse.bigint("found." ~ name) ~ " as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_found as found
    {%- if plan.by %}
        join rankhouse_groups as run_groups on {{ rankhouse.match("run_groups", "found", plan.by) }}
    {%- endif %}
{%- endmacro %}
