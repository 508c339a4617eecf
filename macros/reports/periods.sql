{#
What macros over a table of metrics by period share: one row per group, measure and day, with the columns that add up. A row
without a day or a measure is left out. Several rows of a measure on a day, because `by` lacks a column that tells them apart,
are refused.
#}
{# What they need to know, the arguments checked. `read`: what `columns` may rename; `results`: as in sides_plan. #}
{% macro periods_plan(metrics, by, day, grain, columns, read, results) %}
    {%- do rankhouse.check_arguments("periods", {"metrics": metrics, "by": by, "day": day, "grain": grain}) -%}
    {%- do rankhouse.names_beside("day", [day], results) -%}
    {%- do rankhouse.names_beside("by", by, results) -%}
    {%- if day in by -%} {{ exceptions.raise_compiler_error(rankhouse.says_names_role("by", day, "day")) }}{%- endif -%}
    {%- do rankhouse.known_columns(columns, read, ["metrics"]) -%}
    {%- set named = {} -%}
    {%- do named.update(columns) -%}
    {%- do named.update({"metrics.day": day}) -%}
    {%- set plan = {"metrics": metrics, "columns": named, "grain": grain} -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- set typed = ["value_sum", "n_queries", "std_error", rankhouse.date_check("metrics", "day")] -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"metrics": ["day"] + read}, typed, [], ["day"])) -%}
    {{ return(plan) }}
{% endmacro %}

{# The user's grouping columns and the measure, which tell a line over time from others. #}
{% macro series_columns(plan) %} {{ return(plan.by + ["measure"]) }}{% endmacro %}

{# The same with the columns that are carried beside keys. #}
{% macro carried_series_columns(plan) %}
    {{ return(plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure"]) }}
{% endmacro %}

{% macro period_column(plan, name) %} {{ return(rankhouse.renamed("metrics", name, plan.columns)) }}{% endmacro %}

{#
rankhouse_rows: a row of the table, its figures as 64-bit numbers, NULL where they are none. `figures`: value_sum, and std_error
where it is read.
#}
{% macro period_rows_step(plan, figures) %}
    {%- set columns = rankhouse.keys_of_side(plan, "run", "metrics") -%}
    {%- do columns.extend(rankhouse.columns_read(plan, "metrics", ["measure", "metric", "k", "day"])) -%}
    {%- set n_queries = rankhouse.period_column(plan, "n_queries") -%}
    {%- set is_counted = rankhouse.is_number_of_queries(rankhouse.double(n_queries)) -%}
    {%- do columns.append(
        "case\nwhen " ~ is_counted ~ "\nthen " ~ rankhouse.bigint(n_queries) ~ "\nend as n_queries"
    ) -%}
    {%- for figure in figures -%}
        {%- set number = rankhouse.double(rankhouse.period_column(plan, figure)) -%}
        {%- set is_usable = is_counted ~ "\nand " ~ rankhouse.is_moderate(number) -%}
        {%- do columns.append("case\nwhen " ~ is_usable ~ "\nthen " ~ number ~ "\nend as " ~ figure) -%}
    {%- endfor -%}
    {%- set sql -%}
        select {{ rankhouse.listed(columns) }}
        from {{ rankhouse.as_source(plan.metrics, "metrics") }}
        where
            {{ rankhouse.period_column(plan, "day") }} is not null
            and {{ rankhouse.period_column(plan, "measure") }} is not null
            and {{ rankhouse.days_of_periods(plan) }}
            and {{ rankhouse.plain_means(plan) }}
    {%- endset -%}
    {{ return(rankhouse.step("rows", "a row of the table", sql)) }}
{% endmacro %}

{# That texts in the column of the days are days. #}
{% macro days_of_periods(plan) %}
    {{
        return(
            rankhouse.in_order(
                rankhouse.as_source(plan.metrics, "metrics"),
                "metrics",
                rankhouse.period_column(plan, "day"),
                rankhouse.name_of_column(plan, "metrics", "day"),
                is_date=true,
            )
        )
    }}
{% endmacro %}

{# That means add up, as those of gmap and of measures with weights do not. #}
{% macro plain_means(plan) %}
    {%- set measure = rankhouse.text(rankhouse.period_column(plan, "measure")) -%}
    {%- set metric = rankhouse.text(rankhouse.period_column(plan, "metric")) -%}
    {%- set is_other = metric ~ " = 'gmap' or " ~ measure ~ " like '%weights=%'" -%}
    {%- set said = [
        rankhouse.literal("metrics: "),
        measure,
        rankhouse.literal(
            " is not a plain mean over queries, as value_sum / n_queries assumes; leave it out"
        ),
    ] -%}
    {{ return(rankhouse.unless(is_other, "\n" ~ said | join("\n|| ") ~ "\n")) }}
{% endmacro %}

{# Whether a mean can be of so many queries: of none, or from one on, and so few that sums of such numbers are exact. #}
{% macro is_number_of_queries(number) %}
    {{ return("((" ~ number ~ " = 0 or " ~ number ~ " >= 1) and " ~ rankhouse.is_within(number, "1e12") ~ ")") }}
{% endmacro %}

{# rankhouse_cells: the only row of a day, with its period. #}
{% macro period_cells_step(plan, figures) %}
    {%- set group = rankhouse.carried_series_columns(plan) -%}
    {%- set columns = group + [
        rankhouse.period_start(plan.grain, rankhouse.as_date("day")) ~ " as period",
        "min(metric) as metric",
        "min(k) as k",
        "count(*) - 1 as n_repeated",
    ] -%}
    {%- for figure in ["n_queries"] + figures -%}
        {%- do columns.append("max({0}) as {0}".format(figure)) -%}
    {%- endfor -%}
    {%- set sql -%}
        select {{ rankhouse.listed(columns) }}
        from rankhouse_rows
        group by {{ rankhouse.inline(group + ["day"]) }}
        having {{ rankhouse.unless("count(*) > 1", rankhouse.says_several_rows()) }}
    {%- endset -%}
    {{ return(rankhouse.step("cells", "a measure of a day", sql)) }}
{% endmacro %}

{% macro says_several_rows() %}
    {%- set parts = [
        rankhouse.literal("metrics: a day has several rows of one measure, e.g. "),
        rankhouse.text("measure"),
        rankhouse.literal(" on "),
        rankhouse.text("day"),
        rankhouse.literal(" ("),
        rankhouse.text("count(*)"),
        rankhouse.literal(" rows); add the column that distinguishes them to by"),
    ] -%}
    {{ return("\n" ~ parts | join("\n|| ") ~ "\n") }}
{% endmacro %}

{# The user's grouping columns, the period under the name of the user's column, measure, metric and k. #}
{% macro period_columns(plan, relation) %}
    {%- set columns = rankhouse.named_groups(plan, relation, none, relation) -%}
    {%- do columns.append(relation ~ ".period as " ~ rankhouse.name_alone(rankhouse.period_column(plan, "day"))) -%}
    {%- do columns.extend(rankhouse.select_of(relation, ["measure", "metric", "k"])) -%}
    {{ return(columns) }}
{% endmacro %}
