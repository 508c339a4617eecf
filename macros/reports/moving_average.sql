{#
A moving average over a table of metrics by day: one row per group, measure and period, from the group's first to its last,
those without a row in the table included. The by columns, the column `day` (the first day of the period, a date), measure,
metric, k, value and n_queries (of the period itself), moving_average, window_queries, window_periods, n_repeated.

    moving_average = sum(value_sum) / sum(n_queries)
over the period and the `periods` - 1 before it: every query counts alike, as in a mean over all of them. window_queries and
window_periods say how many queries and periods with queries it is of; NULL where there are none. The means are plain ones:
not those of gmap or of measures with weights.
#}
{% macro moving_average(metrics, periods=7, by=["system"], day="day", grain="day", columns={}) -%}
    {%- do rankhouse.refuse_others("moving_average", kwargs) -%}
    {%- set plan = rankhouse.periods_plan(
        metrics,
        by,
        day,
        grain,
        columns,
        rankhouse.moving_average_columns(),
        rankhouse.result_columns("moving_average"),
    ) -%}
    {%- do rankhouse.check_arguments("moving_average", {"periods": periods}) -%}
    {%- do plan.update({"preceding": (periods | int - 1) | string}) -%}
    {{ rankhouse.laid_out(rankhouse.moving_average_of(plan)) if execute }}
{%- endmacro %}

{# What `columns` may rename. #}
{% macro moving_average_columns() %} {{ return(["measure", "metric", "k", "value_sum", "n_queries"]) }}{% endmacro %}

{% macro moving_average_of(plan) -%}
    {%- set line, group = rankhouse.series_columns(plan), rankhouse.carried_series_columns(plan) -%}
    {%- set sums -%}
        select
        {{
            rankhouse.listed(
                group
                + [
                    "period",
                    "min(metric) as metric",
                    "min(k) as k",
                    "coalesce(" ~ rankhouse.sum_of("value_sum") ~ ", 0) as total",
                    "coalesce(sum(case when value_sum is not null then n_queries end), 0) as n_queries",
                    "sum(n_repeated) as n_repeated",
                ]
            )
        }}
        from rankhouse_cells
        group by {{ rankhouse.inline(group + ["period"]) }}
    {%- endset -%}
    {%- set ends -%} select min(period) as first_day, max(period) as last_day from rankhouse_sums {%- endset -%}
    {%- set lines -%}
        select
        {{ rankhouse.listed(group + ["min(metric) as metric", "min(k) as k"]) }},
        min(period) as first_period,
        max(period) as last_period
        from rankhouse_sums
        group by {{ rankhouse.inline(group) }}
    {%- endset -%}
    {%- set figures = ["total", "n_queries", "n_repeated"] -%}
    {%- set filled_columns = rankhouse.select_of("lines", group + ["metric", "k"]) + ["periods.period as period"] -%}
    {%- for figure in figures -%}
        {%- do filled_columns.append("coalesce(sums." ~ figure ~ ", 0) as " ~ figure) -%}
    {%- endfor -%}
    {%- set filled -%}
        select {{ rankhouse.listed(filled_columns) }}
        from rankhouse_lines as lines
        cross join rankhouse_periods as periods
        left join
            rankhouse_sums as sums
            on {{ rankhouse.match("lines", "sums", line) }}
            and periods.period = sums.period
        where periods.period between lines.first_period and lines.last_period
    {%- endset -%}
    {%- set along = (
        " over (partition by "
        ~ rankhouse.inline(line)
        ~ " order by period rows between "
        ~ plan.preceding
        ~ " preceding and current row)"
    ) -%}
    {%- set windows -%}
        select
        {{ rankhouse.listed(group + ["period", "metric", "k"] + figures) }},
        sum(total){{ along }} as window_total,
        sum(n_queries){{ along }} as window_queries,
        sum(case when n_queries > 0 then 1 else 0 end){{ along }} as window_periods
        from rankhouse_filled
    {%- endset -%}
    {%- set steps = [
        rankhouse.period_rows_step(plan, ["value_sum"]),
        rankhouse.period_cells_step(plan, ["value_sum"]),
        rankhouse.step("sums", "a measure of a period", sums),
        rankhouse.step("lines", "a measure in a group, with its first and last period", lines),
        rankhouse.step("ends", "the first and the last period of all", ends),
    ] -%}
    {%- do steps.extend(rankhouse.spine_steps(plan.grain)) -%}
    {%- do steps.append(rankhouse.step("filled", "a measure of a period, also without queries", filled)) -%}
    {%- do steps.append(rankhouse.step("windows", "the same, with the periods before it", windows)) -%}
    {{ rankhouse.query_of(steps, "a measure of a period", rankhouse.moving_average_answer(plan)) }}
{%- endmacro %}

{% macro moving_average_answer(plan) -%}
    {%- set columns = rankhouse.period_columns(plan, "windows") -%}
    {%- do columns.append(rankhouse.ratio("windows.total", "windows.n_queries") ~ " as value") -%}
    {%- do columns.append(rankhouse.bigint("windows.n_queries") ~ " as n_queries") -%}
    {%- set average = rankhouse.ratio("windows.window_total", "windows.window_queries") -%}
    {%- do columns.append(average ~ " as moving_average") -%}
    {%- for count in ["window_queries", "window_periods", "n_repeated"] -%}
        {%- do columns.append(rankhouse.bigint("windows." ~ count) ~ " as " ~ count) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_windows as windows
{%- endmacro %}
