{#
What a macro over a click log needs to know, the arguments checked. A log has a row per item shown, or with `counts` one per
query, item and position with its impressions and clicks.
#}
{% macro click_plan(macro, log, by, columns, arguments) %}
    {%- set names = [
        "search_id",
        "query_id",
        "item_id",
        "position",
        "clicked",
        "impressions",
        "clicks",
        "examination",
    ] -%}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, names, ["log", "examination"]) -%}
    {%- do rankhouse.check_prior(arguments.prior) -%}
    {%- set plan = rankhouse.read_arguments(macro, dict(arguments, log=log)) -%}
    {%- do plan.update(dict(rankhouse.groups_of(by), columns=columns)) -%}
    {%- do plan.update({"has_prior": arguments.prior[0] + arguments.prior[1] > 0, "cells": "rankhouse_counted"}) -%}
    {%- do plan.update({"examination": arguments.get("examination")}) -%}
    {%- do plan.update({"checks": rankhouse.click_checks(plan)}) -%}
    {%- set figures = ["impressions", "clicks"] if plan.counts else ["search_id", "clicked"] -%}
    {%- set reads = {"log": ["query_id", "item_id", "position"] + figures} -%}
    {%- do reads.update({"examination": ["position", "examination"]}) -%}
    {%- do plan.update(
        rankhouse.require_columns(plan, reads, ["position", "examination"] + figures[1:] + ["impressions"])
    ) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro check_prior(prior) %}
    {%- if prior is string or prior is mapping or prior is not iterable -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_prior(prior)) }}
    {%- endif -%}
    {%- for number in prior -%}
        {%- if not rankhouse.is_finite(number) or number < 0 -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_wrong_prior(prior | join(", "))) }}
        {%- endif -%}
    {%- endfor -%}
    {%- if prior | length != 2 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_prior(prior | join(", "))) }}
    {%- endif -%}
{% endmacro %}

{# clicks / impressions, with those of the prior added to both. #}
{% macro smoothed(plan, clicks, impressions) %}
    {%- if not plan.has_prior -%} {{ return(rankhouse.ratio(clicks, impressions)) }}{%- endif -%}
    {%- set a, b = rankhouse.double(plan.prior[0]), rankhouse.double(plan.prior[1]) -%}
    {{ return(rankhouse.ratio(clicks ~ " + " ~ a, impressions ~ " + " ~ a ~ " + " ~ b)) }}
{% endmacro %}

{# The log by query, item and position: the only step that reads it. Rows that lack one of these values do not count. #}
{% macro counted_clicks_steps(plan) %}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- if not carried and not plan.counts -%}
        {{ return([rankhouse.step("counted", "an item at a position", rankhouse.cells_of_log(plan))]) }}
    {%- endif -%}
    {%- set miscounted = rankhouse.unless_refused(plan.checks, "cells") -%}
    {%- set counted -%}
        select {{ rankhouse.listed(plan.by + ["query_id", "item_id", "position", "impressions", "clicks"]) }}
        from rankhouse_values {{ "where " ~ miscounted | join if plan.counts }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("values", "an item at a position", rankhouse.cells_of_log(plan)),
                rankhouse.step("counted", "the same, once its counts are checked", counted),
            ]
        )
    }}
{% endmacro %}

{% macro cells_of_log(plan) -%}
    {%- set key = plan.by + rankhouse.carried_columns(plan, plan.by) + ["query_id", "item_id", "position"] -%}
    {%- if plan.counts -%} {%- set sums = ["sum(impressions) as impressions", "sum(clicks) as clicks"] -%}
    {%- else -%} {%- set sums = ["count(*) as impressions", "sum(clicked) as clicks"] -%}
    {%- endif -%}
    {%- set figures = ["impressions", "clicks"] if plan.counts else ["clicked"] -%}
    select {{ rankhouse.listed(key + sums) }}
    from ({{ rankhouse.shown_items(plan, ["query_id", "item_id"], figures) }}) as shown
    group by {{ rankhouse.inline(key) }} {{ "having sum(impressions) <> 0 or sum(clicks) <> 0" if plan.counts }}
{%- endmacro %}

{# A row of the log with these of its columns. One without a search was not shown, for every method alike. #}
{% macro shown_items(plan, ids, figures) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "run", "log") + rankhouse.columns_read(plan, "log", ids) -%}
    {%- set read = ids + ["position"] + figures -%}
    {%- if not plan.counts and "search_id" not in ids -%} {%- do read.append("search_id") -%} {%- endif -%}
    {%- set position = rankhouse.renamed("log", "position", plan.columns) -%}
    {%- set is_from_one = plan.first_position == "1" -%}
    {%- do columns.append(position ~ ("" if is_from_one else " + 1 - " ~ plan.first_position) ~ " as position") -%}
    {%- for name in figures -%}
        {%- set value = rankhouse.renamed("log", name, plan.columns) -%}
        {%- set is_click = "case when " ~ rankhouse.label_number(value) ~ " > 0 then 1 else 0 end" -%}
        {%- do columns.append((is_click if name == "clicked" else value) ~ " as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_source(plan.log, "log") }}
    where
        {{
            ([rankhouse.all_are_there(plan, "log", read)] + rankhouse.unless_refused(plan.checks, "log")) | join(
                "\nand "
            )
        }}
{%- endmacro %}
