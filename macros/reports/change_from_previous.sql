{#
What a mean is compared with the period before: one row per group, measure and period of a table of metrics by day. The by
columns, the column `day` (the first day of the period, a date), measure, metric, k, value, n_queries, previous_period,
previous_value, previous_queries, difference, relative_difference, ci_low, ci_high (of the difference), interval, n_repeated.

The previous period is the last one before it that has a value; the first has none, and NULL there. `interval`:
    welch       Student's t distribution with the degrees of freedom of Welch (1947) and Satterthwaite (1946)
    normal      1.96 standard errors for 95 %, as the gates have it; quicker, and too narrow for few queries
Both take the queries of the two periods for independent samples. Over the same queries every day that is too wide: there
`compare` pairs them. With fewer than three queries in one of the two there is no interval. Days of one period are put
together as if their queries had been evaluated at once. The means are plain ones: not those of gmap or of measures with
weights.
#}
{% macro change_from_previous(
    metrics, by=["system"], day="day", grain="day", interval="welch", confidence=0.95, columns={}
) -%}
    {%- do rankhouse.refuse_others("change_from_previous", kwargs) -%}
    {%- set plan = rankhouse.periods_plan(
        metrics,
        by,
        day,
        grain,
        columns,
        rankhouse.change_from_previous_columns(),
        rankhouse.result_columns("change_from_previous"),
    ) -%}
    {%- set arguments = {"interval": interval, "confidence": confidence} -%}
    {%- do plan.update(rankhouse.read_arguments("change_from_previous", arguments)) -%}
    {{ rankhouse.laid_out(rankhouse.change_from_previous_of(plan)) if execute }}
{%- endmacro %}

{# What `columns` may rename. #}
{% macro change_from_previous_columns() %}
    {{ return(rankhouse.moving_average_columns() + ["std_error"]) }}
{% endmacro %}

{% macro change_from_previous_of(plan) -%}
    {%- set line, group = rankhouse.series_columns(plan), rankhouse.carried_series_columns(plan) -%}
    {%- set kept = group + ["period", "metric", "k", "n_repeated", "value", "n_queries", "variance"] -%}
    {%- set before = (
        "case when has_value = 1 then lag({}) over (partition by "
        ~ rankhouse.inline(line + ["has_value"])
        ~ " order by period) end as previous_{}"
    ) -%}
    {%- set previous = [] -%}
    {%- for name, column in {
        "period": "period",
        "value": "value",
        "queries": "n_queries",
        "variance": "variance",
    }.items() -%}
        {%- do previous.append(before.format(column, name)) -%}
    {%- endfor -%}
    {%- set steps = [
        rankhouse.period_rows_step(plan, ["value_sum", "std_error"]),
        rankhouse.period_cells_step(plan, ["value_sum", "std_error"]),
        rankhouse.step(
            "spreads", "the same, with the mean of its period", rankhouse.period_spreads(line, group)
        ),
        rankhouse.step("sums", "a measure of a period", rankhouse.period_sums(group)),
        rankhouse.step(
            "measured", "the same, with the variance of the mean", rankhouse.period_variances(group)
        ),
        rankhouse.step(
            "pairs",
            "the same, with the last period before it that has a value",
            rankhouse.periods_with_previous(kept, previous),
        ),
        rankhouse.step(
            "changes",
            "the same, with the difference",
            rankhouse.period_differences(kept),
            rankhouse.stored(),
        ),
    ] -%}
    {%- if plan.interval == "welch" -%}
        {%- do steps.extend(rankhouse.student_limit_steps("changes", plan.confidence)) -%}
    {%- else -%} {%- do steps.append(rankhouse.normal_limit_step(plan.confidence)) -%}
    {%- endif -%}
    {{ rankhouse.query_of(steps, "a measure of a period", rankhouse.change_from_previous_answer(plan)) }}
{%- endmacro %}

{# A day of one query has no spread of its own; one of several whose spread is not known leaves the period's unknown. #}
{% macro period_spreads(line, group) -%}
    {%- set period = rankhouse.inline(line + ["period"]) -%}
    select
        {{ rankhouse.listed(group + ["period", "metric", "k", "n_repeated"]) }},
        case when value_sum is not null and n_queries > 0 then n_queries end as n_queries,
        case when n_queries > 0 then value_sum end as total,
        case
            when value_sum is null or n_queries <= 0
            then null
            when n_queries = 1
            then 0
            else (n_queries - 1) * n_queries * std_error * std_error
        end as squares,
        {{ rankhouse.ratio("value_sum", "n_queries") }} as day_value,
        {{
            rankhouse.ratio(
                "sum(case when n_queries > 0 then value_sum end)\nover (partition by " ~ period ~ ")",
                "sum(case when value_sum is not null then n_queries end)\nover (partition by " ~ period ~ ")",
            )
        }} as value
    from rankhouse_cells
{%- endmacro %}

{% macro period_sums(group) -%}
    {%- set between = "n_queries * (day_value - value) * (day_value - value)\n" -%}
    select
        {{
            rankhouse.listed(
                group
                + [
                    "period",
                    "min(metric) as metric",
                    "min(k) as k",
                    "max(value) as value",
                    "coalesce(sum(n_queries), 0) as n_queries",
                    "case when count(n_queries) = count(squares)\nthen "
                    ~ rankhouse.sum_of("squares + " ~ between)
                    ~ " end as squares",
                    "sum(n_repeated) as n_repeated",
                ]
            )
        }}
    from rankhouse_spreads
    group by {{ rankhouse.inline(group + ["period"]) }}
{%- endmacro %}

{% macro period_variances(group) -%}
    {%- set has_value = "case when value is null then 0 else 1 end" -%}
    select
        {{ rankhouse.listed(group + ["period", "metric", "k", "n_repeated", "value"]) }},
        {#- Of a type that can be NULL: otherwise ClickHouse has 0 before the first period. -#}
        {{ rankhouse.bigint("n_queries") }} as n_queries,
        {{ has_value }} as has_value,
        case when n_queries >= 3 then {{ rankhouse.ratio("squares", "n_queries * (n_queries - 1)") }} end as variance
    from rankhouse_sums
{%- endmacro %}

{% macro periods_with_previous(kept, previous) -%}
    select {{ rankhouse.listed(kept + previous) }} from rankhouse_measured
{%- endmacro %}

{% macro period_differences(kept) -%}
    select
        {{
            rankhouse.listed(
                kept
                + ["previous_period", "previous_value", "previous_queries", "value - previous_value as difference"]
            )
        }},
        variance + previous_variance as difference_variance,
        {{ rankhouse.welch_degrees() }} as degrees
    from rankhouse_pairs
{%- endmacro %}

{#
Rounding must not take these degrees below 2. Where nothing varies they do not matter, and are those of equal variances.
#}
{% macro welch_degrees() -%}
    {%- set shares = [] -%}
    {%- for prefix, count in {"": "n_queries", "previous_": "previous_queries"}.items() -%}
        {%- set share = rankhouse.ratio(prefix ~ "variance", "variance + previous_variance") -%}
        {%- do shares.append(rankhouse.ratio(share ~ "\n* " ~ share, count ~ " - 1")) -%}
    {%- endfor -%}
    case
        when variance + previous_variance > 0
        then greatest(2e0, {{ rankhouse.ratio("1", shares | join("\n+ ")) }})
        when variance + previous_variance = 0
        then {{ rankhouse.double("n_queries + previous_queries - 2") }}
    end
{%- endmacro %}

{% macro change_from_previous_answer(plan) -%}
    {%- set columns = rankhouse.period_columns(plan, "changes") -%}
    {%- do columns.extend(["changes.value as value", rankhouse.bigint("changes.n_queries") ~ " as n_queries"]) -%}
    {%- do columns.extend(rankhouse.select_of("changes", ["previous_period", "previous_value"])) -%}
    {%- do columns.append(rankhouse.bigint("changes.previous_queries") ~ " as previous_queries") -%}
    {%- do columns.append("changes.difference as difference") -%}
    {%- set relative = rankhouse.ratio("changes.difference", "abs(changes.previous_value)") -%}
    {%- do columns.append(rankhouse.finite("\n" ~ relative ~ "\n") ~ " as relative_difference") -%}
    {%- set limit = "quantiles.quantile" if plan.interval == "welch" else "limits.z_limit" -%}
    {%- set half = limit ~ " * sqrt(changes.difference_variance)" -%}
    {%- do columns.append("changes.difference - " ~ half ~ " as ci_low") -%}
    {%- do columns.append("changes.difference + " ~ half ~ " as ci_high") -%}
    {%- do columns.append(rankhouse.literal(plan.interval) ~ " as " ~ rankhouse.quoted("interval")) -%}
    {%- do columns.append(rankhouse.bigint("changes.n_repeated") ~ " as n_repeated") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_changes as changes
    {%- if plan.interval == "welch" %}
        left join rankhouse_changes_quantiles as quantiles on changes.degrees = quantiles.degrees
    {%- else %} cross join rankhouse_limit as limits
    {%- endif %}
{%- endmacro %}
