{#
Is one system better than another, asked every day? An interval of the mean difference that holds at all looks together:
the chance that any of them, however many there are, leaves out the true difference is at most 1 - confidence. One row per
group, look, measure and pair of systems: the by columns, the column `day`, measure, metric, k, the column `system`, baseline, and of
all queries up to this look n_queries, value, baseline_value, difference, std_dev, ci_low, ci_high, is_different (the
interval leaves out 0), first_different (the first look that it did, NULL for none yet) and n_left_out (queries of a look
without one value on both sides). `query_metrics` is a table of that name with the columns of the systems and of the looks.

    difference +- std_dev * sqrt(2 * (n * r + 1) / (n * n * r) * ln(sqrt(n * r + 1) / alpha))
with n = n_queries, alpha = 1 - confidence, and r such that the interval is the tightest at n = tightest_at. That is the
asymptotic confidence sequence of I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas (2024), "Time-uniform
central limit theory and asymptotic confidence sequences", Annals of Statistics 52; the normal mixture is that of H.
Robbins (1970). It is exact in the limit of many queries, and there is none below `min_queries`. It takes the differences
of all queries and looks for independent of each other.

Without `baseline` each pair of systems stands once, the later name against the earlier one. A value that is NULL, NaN or
infinite does not count, nor a row without a query, a system or a look.
#}
{% macro confidence_sequence(
    query_metrics,
    system="system",
    baseline=none,
    day="day",
    by=[],
    confidence=0.95,
    tightest_at=1000,
    min_queries=30,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("confidence_sequence", kwargs) -%}
    {%- set plan = rankhouse.sides_plan(
        query_metrics,
        rankhouse.comparison_columns(),
        {"system": system, "day": day},
        baseline,
        {"by": by},
        columns,
        rankhouse.result_columns("confidence_sequence"),
    ) -%}
    {%- if day == system -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_names_role("day", day, "system")) }}
    {%- endif -%}
    {%- set arguments = {"confidence": confidence, "tightest_at": tightest_at, "min_queries": min_queries} -%}
    {%- do plan.update(rankhouse.read_arguments("confidence_sequence", arguments)) -%}
    {{ rankhouse.laid_out(rankhouse.confidence_sequence_of(plan)) if execute }}
{%- endmacro %}

{% macro confidence_sequence_of(plan) -%}
    {%- set steps = rankhouse.look_steps(plan) + rankhouse.cumulative_look_steps(plan) -%}
    {%- do steps.extend(rankhouse.look_bound_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "two systems up to a look", rankhouse.confidence_sequence_answer(plan)) }}
{%- endmacro %}

{# The keys of a look of a group, and what tells two systems apart there. #}
{% macro look_keys(plan) %}
    {{ return(plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure", "day"]) }}
{% endmacro %}

{% macro look_pair() %} {{ return(["metric", "k", "system_name", "baseline"]) }}{% endmacro %}

{# "over (partition by ...", the looks of two systems, left open for an order. #}
{% macro look_window(plan) %}
    {{ return("over (partition by " ~ rankhouse.inline(plan.by + ["measure", "system_name", "baseline"])) }}
{% endmacro %}

{% macro looks_so_far(plan) %}
    {{ return(rankhouse.look_window(plan) ~ " order by day rows between unbounded preceding and current row)") }}
{% endmacro %}

{# That the looks are in order. #}
{% macro order_of_looks(plan) %}
    {{
        return(
            rankhouse.in_order(
                rankhouse.as_source(plan.query_metrics, "query_metrics"),
                "query_metrics",
                rankhouse.side_column(plan, "day"),
                rankhouse.name_of_column(plan, "query_metrics", "day"),
            )
        )
    }}
{% endmacro %}

{# From the values to rankhouse_looks: two systems at a look, with the sums of its queries. #}
{% macro look_steps(plan) %}
    {%- set group, pair = rankhouse.look_keys(plan), rankhouse.look_pair() -%}
    {%- set value = rankhouse.double(rankhouse.side_column(plan, "value")) -%}
    {%- set named = rankhouse.columns_read(plan, "query_metrics", ["query_id", "measure", "metric", "k", "day"]) -%}
    {%- set system = rankhouse.side_column(plan, "system") -%}
    {%- do named.append(system ~ " as system_name") -%}
    {%- set values -%}
        select {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "query_metrics") + named + [value ~ " as value"]) }}
        from {{ rankhouse.as_source(plan.query_metrics, "query_metrics") }}
        where
            {{ rankhouse.side_column(plan, "query_id") }} is not null
            and {{ system }} is not null
            and {{ rankhouse.side_column(plan, "day") }} is not null
            and {{ rankhouse.is_moderate(value) }}
            and {{ rankhouse.order_of_looks(plan) }}
    {%- endset -%}
    {%- set cell = group + ["metric", "k", "query_id"] -%}
    {%- set cells -%}
        select
        {{ rankhouse.listed(cell + ["system_name"] + ["case when count(*) = 1 then max(value) end as value"]) }}
        from rankhouse_values
        group by {{ rankhouse.inline(cell + ["system_name"]) }}
    {%- endset -%}
    {%- set paired = rankhouse.select_of("cells", cell) + rankhouse.select_of("sides", ["system_name", "baseline"]) -%}
    {%- do paired.append(rankhouse.side_aggregate("max", "cells.value", 0) ~ " as value") -%}
    {%- do paired.append(rankhouse.side_aggregate("max", "cells.value", 1) ~ " as baseline_value") -%}
    {%- set pairs -%}
        select {{ rankhouse.listed(paired) }}
        from rankhouse_cells as cells
        join rankhouse_sides as sides on cells.system_name = sides.side
        group by {{ rankhouse.inline(rankhouse.columns_of("cells", cell) + ["sides.system_name", "sides.baseline"]) }}
    {%- endset -%}
    {%- set difference = rankhouse.difference("value", "baseline_value") ~ " as difference" -%}
    {%- set differences -%}
        select {{ rankhouse.listed(group + pair + ["value", "baseline_value", difference]) }} from rankhouse_pairs
    {%- endset -%}
    {%- set counted = "case when difference is not null then {} end" -%}
    {%- set looks -%}
        select
        {{
            rankhouse.listed(
                group
                + pair
                + [
                    "count(difference) as n_queries",
                    "count(*) - count(difference) as n_left_out",
                    rankhouse.sum_of(counted.format("value")) ~ " as total",
                    rankhouse.sum_of(counted.format("baseline_value")) ~ " as baseline_total",
                    rankhouse.mean_of("difference") ~ " as difference",
                    rankhouse.population_variance("difference") ~ " as variance",
                ]
            )
        }}
        from rankhouse_differences
        group by {{ rankhouse.inline(group + pair) }}
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("values", "a value that counts", values),
        rankhouse.step("cells", "a query of a system at a look", cells),
    ] -%}
    {%- do steps.extend(rankhouse.side_steps(plan, "cells")) -%}
    {%- do steps.append(rankhouse.step("pairs", "a query of two systems at a look", pairs)) -%}
    {%- do steps.append(rankhouse.step("differences", "the same, with the difference", differences)) -%}
    {{ return(steps + [rankhouse.step("looks", "two systems at a look by itself", looks)]) }}
{% endmacro %}

{# rankhouse_measured: two systems with all their looks so far. Squares around a number near the mean lose no digits. #}
{% macro cumulative_look_steps(plan) %}
    {%- set group, pair = rankhouse.look_keys(plan), rankhouse.look_pair() -%}
    {%- set stream, along = rankhouse.look_window(plan), rankhouse.looks_so_far(plan) -%}
    {%- set centred -%}
        select
        {{ rankhouse.listed(group + pair + ["n_queries", "n_left_out", "total", "baseline_total", "variance"]) }},
        avg(difference) {{ stream }}) as centre,
        difference - avg(difference) {{ stream }}) as deviation
        from rankhouse_looks
    {%- endset -%}
    {%- set summed -%}
        select
        {{ rankhouse.listed(group + pair + ["centre"]) }},
        sum(n_queries) {{ along }} as n_queries,
        sum(n_left_out) {{ along }} as n_left_out,
        sum(total) {{ along }} as total,
        sum(baseline_total) {{ along }} as baseline_total,
        sum(n_queries * deviation) {{ along }} as deviations,
        sum(n_queries * (variance + deviation * deviation)) {{ along }} as squares
        from rankhouse_centred
    {%- endset -%}
    {%- set mean = rankhouse.ratio("deviations", "n_queries") -%}
    {%- set measured -%}
        select
        {{ rankhouse.listed(group + pair + ["n_queries", "n_left_out"]) }},
        {{ rankhouse.ratio("total", "n_queries") }} as value,
        {{ rankhouse.ratio("baseline_total", "n_queries") }} as baseline_value,
        centre + {{ mean }} as difference,
        {{ rankhouse.ratio("squares - deviations * " ~ mean, "n_queries - 1") }} as variance
        from rankhouse_summed
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("centred", "the same around the mean of all looks", centred),
                rankhouse.step("summed", "two systems up to a look", summed),
                rankhouse.step("measured", "the same, with the means", measured),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_told: the same with their interval, and since when it excludes 0. #}
{% macro look_bound_steps(plan) %}
    {%- set group, pair = rankhouse.look_keys(plan), rankhouse.look_pair() -%}
    {%- set along = rankhouse.looks_so_far(plan) -%}
    {%- set reach = rankhouse.ratio("measured.n_queries * tightest.at_best", plan.tightest_at) -%}
    {%- set kept = group + pair + ["n_queries", "n_left_out", "value", "baseline_value", "difference"] -%}
    {%- set spread -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("measured", kept)) }},
        case
            when measured.variance <= 1e-24 * measured.difference * measured.difference
            then 0
            else sqrt(measured.variance)
        end as std_dev,
        case when measured.n_queries >= {{ plan.min_queries }} then {{ reach }} end as reach,
        tightest.level_term as level_term
        from rankhouse_measured as measured
        cross join rankhouse_tightest as tightest
    {%- endset -%}
    {%- set half = "std_dev * sqrt((reach + 1) / nullif(reach, 0) * (ln(reach + 1) + level_term) / nullif(n_queries, 0))" -%}
    {%- set bounded -%}
        select
        {{ rankhouse.listed(kept + ["std_dev"]) }},
        difference - {{ half }} as ci_low,
        difference + {{ half }} as ci_high
        from rankhouse_spread
    {%- endset -%}
    {%- set told -%}
        select
        {{ rankhouse.listed(kept + ["std_dev", "ci_low", "ci_high"]) }},
        case when ci_low > 0 or ci_high < 0 then true else false end as is_different,
        min(case when ci_low > 0 or ci_high < 0 then day end)
        {{ along }} as first_different
        from rankhouse_bounded
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("tightest", "the width of an interval", rankhouse.tightest_interval(plan.confidence)),
                rankhouse.step("spread", "two systems up to a look, with what their interval follows from", spread),
                rankhouse.step("bounded", "the same, with their interval", bounded),
                rankhouse.step("told", "the same, with what it tells", told),
            ]
        )
    }}
{% endmacro %}

{#
level_term is -2 * ln(alpha), and at_best what n * r is where an interval is the tightest: the x with x = ln(1 + x) +
level_term, by Newton's method from slightly above.
#}
{% macro tightest_interval(confidence) -%}
    {%- set level = "select -2 * ln(1 - " ~ rankhouse.double(confidence) ~ ") as level_term" -%}
    {%- set sql = namespace(
        text="select level_term, level_term + sqrt(2 * level_term) as at_best\nfrom ("
        ~ level
        ~ ") as levels"
    ) -%}
    {%- set next = "(1 + at_best) * (ln(1 + at_best) + level_term) / nullif(at_best, 0) - 1" -%}
    {%- for _ in range(4) -%}
        {%- set sql.text = (
            "select level_term, " ~ next ~ " as at_best\nfrom (" ~ sql.text ~ ") as guess_" ~ loop.index
        ) -%}
    {%- endfor -%}
    {{ sql.text }}
{%- endmacro %}

{% macro confidence_sequence_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "told", none, "told") -%}
    {%- do columns.append(rankhouse.named_role(plan, "told.day", "day")) -%}
    {%- do columns.extend(rankhouse.columns_of("told", ["measure", "metric", "k"])) -%}
    {%- do columns.extend([rankhouse.named_role(plan, "told.system_name", "system"), "told.baseline"]) -%}
    {%- do columns.append(rankhouse.bigint("told.n_queries") ~ " as n_queries") -%}
    {%- set figures = "value baseline_value difference std_dev ci_low ci_high is_different first_different" -%}
    {%- do columns.extend(rankhouse.columns_of("told", figures.split())) -%}
    {%- do columns.append(rankhouse.bigint("told.n_left_out") ~ " as n_left_out") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_told as told
{%- endmacro %}
