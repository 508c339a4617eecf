{#
Where a change of a mean comes from: the difference of the means of two sides, two values of the column `system`, split by
segments. One row per group, measure, pair of sides and segment: the by columns, the columns of the segments, measure,
metric, k, the column of the sides, baseline, n_queries, baseline_n_queries, share, baseline_share, value, baseline_value, within_effect,
mix_effect, contribution. `query_metrics` is a table of that name, with the columns of the sides and of the segments.

    within_effect   (share + baseline_share) / 2 * (value - baseline_value): the segment's own mean changed
    mix_effect      (share - baseline_share) * ((value + baseline_value) / 2 - (mean + baseline_mean) / 2): the segment
                    weighs more or less, and is better or worse than all
    contribution    their sum; over all segments the contributions add up to mean - baseline_mean
A segment of one side alone has no change within: the mean that it has stands for both, and all is mix.

Without `baseline` each pair of sides stands once, the later name against the earlier one. A value that is NULL, NaN or
infinite does not count, nor a row without a side. E. M. Kitagawa (1955), "Components of a difference between two rates",
Journal of the American Statistical Association 50.
#}
{% macro change_by_segment(query_metrics, segments, system="system", baseline=none, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("change_by_segment", kwargs) -%}
    {%- set plan = rankhouse.sides_plan(
        query_metrics,
        rankhouse.change_by_segment_columns(),
        {"system": system},
        baseline,
        {"by": by, "segments": segments},
        columns,
        rankhouse.result_columns("change_by_segment"),
    ) -%}
    {{ rankhouse.laid_out(rankhouse.change_by_segment_of(plan)) if execute }}
{%- endmacro %}

{# What `columns` may rename. #}
{% macro change_by_segment_columns() %} {{ return(["measure", "metric", "k", "value"]) }}{% endmacro %}

{% macro change_by_segment_of(plan) -%}
    {%- set group = plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure"] -%}
    {%- set whole = plan.run_by + ["measure", "system_name", "baseline"] -%}
    {%- set kept = group + ["metric", "k", "system_name", "baseline", "n_queries", "baseline_n_queries"] -%}
    {%- set steps = [
        rankhouse.step("values", "a value that counts", rankhouse.values_of_segments(plan)),
        rankhouse.step("cells", "a segment of a side", rankhouse.sides_of_segments(group)),
    ] -%}
    {%- do steps.extend(rankhouse.side_steps(plan, "cells")) -%}
    {%- do steps.extend(
        [
            rankhouse.step("pairs", "a segment of two sides", rankhouse.pairs_of_segments(group)),
            rankhouse.step(
                "means",
                "the same, with its means and those of all segments",
                rankhouse.means_of_segments(kept, whole),
            ),
            rankhouse.step(
                "effects", "the same, with what it adds to the change", rankhouse.effects_of_segments(kept)
            ),
        ]
    ) -%}
    {{ rankhouse.query_of(steps, "a segment of two sides", rankhouse.change_by_segment_answer(plan)) }}
{%- endmacro %}

{% macro values_of_segments(plan) -%}
    {%- set value = rankhouse.double(rankhouse.side_column(plan, "value")) -%}
    {%- set system = rankhouse.side_column(plan, "system") -%}
    select
        {{
            rankhouse.listed(
                rankhouse.keys_of_side(plan, "run", "query_metrics")
                + rankhouse.keys_of_side(plan, "judgments", "query_metrics")
                + rankhouse.columns_read(plan, "query_metrics", ["measure", "metric", "k"])
                + [system ~ " as system_name", value ~ " as value"]
            )
        }}
    from {{ rankhouse.as_source(plan.query_metrics, "query_metrics") }}
    where {{ system }} is not null and {{ rankhouse.is_moderate(value) }}
{%- endmacro %}

{% macro sides_of_segments(group) -%}
    select
        {{
            rankhouse.listed(
                group
                + ["system_name", "min(metric) as metric", "min(k) as k", "count(*) as n_queries"]
                + [rankhouse.sum_of("value") ~ " as total"]
            )
        }}
    from rankhouse_values
    group by {{ rankhouse.inline(group + ["system_name"]) }}
{%- endmacro %}

{% macro pairs_of_segments(group) -%}
    {%- set columns = rankhouse.select_of("cells", group) + rankhouse.select_of(
        "sides", ["system_name", "baseline"]
    ) -%}
    {%- do columns.extend(["min(cells.metric) as metric", "min(cells.k) as k"]) -%}
    {%- for prefix in ["", "baseline_"] -%}
        {%- set is_baseline = loop.index0 -%}
        {%- set count, total = (
            rankhouse.side_aggregate("max", "cells.n_queries", is_baseline),
            rankhouse.side_aggregate("max", "cells.total", is_baseline),
        ) -%}
        {%- do columns.append("coalesce(" ~ count ~ ", 0) as " ~ prefix ~ "n_queries") -%}
        {%- do columns.append("coalesce(" ~ total ~ ", 0) as " ~ prefix ~ "total") -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_cells as cells
    join rankhouse_sides as sides on cells.system_name = sides.side
    group by {{ rankhouse.inline(rankhouse.columns_of("cells", group) + ["sides.system_name", "sides.baseline"]) }}
{%- endmacro %}

{% macro means_of_segments(kept, whole) -%}
    {%- set over = " over (partition by " ~ rankhouse.inline(whole) ~ ")" -%}
    {%- set columns = kept | list -%}
    {%- for prefix in ["", "baseline_"] -%}
        {%- set count, total = prefix ~ "n_queries", prefix ~ "total" -%}
        {%- do columns.append(rankhouse.ratio(total, count) ~ " as " ~ prefix ~ "value") -%}
        {%- do columns.append(rankhouse.ratio(count, "sum(" ~ count ~ ")" ~ over) ~ " as " ~ prefix ~ "share") -%}
        {%- do columns.append(
            rankhouse.ratio("sum(" ~ total ~ ")" ~ over ~ "\n", "sum(" ~ count ~ ")" ~ over)
            ~ " as "
            ~ prefix
            ~ "mean_value"
        ) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_pairs
{%- endmacro %}

{% macro effects_of_segments(kept) -%}
    {%- set middle = "(coalesce(value, baseline_value) + coalesce(baseline_value, value))" -%}
    select
        {{ rankhouse.listed(kept + ["share", "baseline_share", "value", "baseline_value"]) }},
        coalesce((share + baseline_share) / 2 * (value - baseline_value), 0) as within_effect,
        (share - baseline_share) * ({{ middle }} - mean_value - baseline_mean_value) / 2 as mix_effect
    from rankhouse_means
    where mean_value is not null and baseline_mean_value is not null
{%- endmacro %}

{% macro change_by_segment_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "effects", none, "effects") -%}
    {%- do columns.extend(rankhouse.columns_of("effects", ["measure", "metric", "k"])) -%}
    {%- do columns.extend([rankhouse.named_role(plan, "effects.system_name", "system"), "effects.baseline"]) -%}
    {%- for count in ["n_queries", "baseline_n_queries"] -%}
        {%- do columns.append(rankhouse.bigint("effects." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- set figures = ["share", "baseline_share", "value", "baseline_value", "within_effect", "mix_effect"] -%}
    {%- do columns.extend(rankhouse.columns_of("effects", figures)) -%}
    {%- do columns.append("effects.within_effect + effects.mix_effect as contribution") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_effects as effects
{%- endmacro %}
