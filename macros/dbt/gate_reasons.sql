{#
What gates have in common: the rows that they look at, and the column `reason`, in which a failing row says with its numbers
why.
#}
{#
The steps before a gate: rankhouse_gated, the rows that it looks at, with `evaluation` those of it; with `latest` those of its
newest complete value alone, the one of rankhouse_newest. `is_by_query` as in newest_value.
#}
{% macro gated_steps(model, latest, complete, is_by_query=false, evaluation=none) %}
    {%- set maturity = rankhouse.complete_of(latest, complete, evaluation, model) -%}
    {%- set found, steps = rankhouse.rows_of_one(model, evaluation), [] -%}
    {%- set rows = "select listed.*\nfrom (select * from " ~ found.rows ~ ") as listed" -%}
    {%- if latest is not none -%}
        {%- set newest = rankhouse.newest_value(found.rows, latest, maturity, is_by_query, is_mixed=found.is_mixed) -%}
        {%- do steps.append(rankhouse.newest_step(latest, maturity, newest)) -%}
        {%- set rows = (
            rows ~ "\nwhere listed." ~ rankhouse.quoted(latest) ~ " = (select newest from rankhouse_newest)"
        ) -%}
    {%- endif -%}
    {%- set row = "a row of the table" ~ (" with that value" if latest is not none else "") -%}
    {{ return(steps + [rankhouse.step("gated", row, rows)]) }}
{% endmacro %}

{# rankhouse_newest: the newest complete value of a column, and what is to be said where no rule tells that it is complete. #}
{% macro newest_step(column, maturity, newest) %}
    {%- set told = rankhouse.literal("" if maturity.is_stated else ", complete or not") -%}
    {%- set sql = "select latest.newest as newest, " ~ told ~ " as told\nfrom (\n" ~ newest ~ "\n) as latest" -%}
    {{ return(rankhouse.step("newest", "the newest complete value of " ~ column, sql)) }}
{% endmacro %}

{# The query of a gate, whose steps are those before it. #}
{% macro gate_of(steps, row, sql) -%}
    {{ rankhouse.laid_out(rankhouse.query_of(steps, row, sql)) if execute }}
{%- endmacro %}

{# " where day is 2026-01-07", as SQL for a reason; nothing without `latest`. #}
{% macro says_newest(latest) %}
    {%- if latest is none -%} {{ return("''") }}{%- endif -%}
    {%- set newest = rankhouse.text("(select newest from rankhouse_newest)") -%}
    {%- set told = "(select told from rankhouse_newest)" -%}
    {%- set where = rankhouse.reason_of([" where " ~ latest ~ " is ", [newest], [told]]) -%}
    {{ return("coalesce(" ~ where ~ ", " ~ rankhouse.literal(", as no value of " ~ latest ~ " is complete") ~ ")") }}
{% endmacro %}

{#
What a relation of these steps has in a column, as SQL for a reason: "the table has bm25, dense"; of many the first ten.
#}
{% macro says_what_is_there(relation, column, condition="1 = 1", what="the table") -%}
    {%- set name = rankhouse.quoted(column) -%}
    (
        select
            coalesce(
                {{ rankhouse.reason_of([what ~ " has ", [rankhouse.joined_texts("found")]]) }},
                {{ rankhouse.literal(what ~ " has none") }}
            )
        from
            (
                select distinct {{ rankhouse.text(name) }} as found
                from {{ relation }}
                where {{ name }} is not null and {{ condition }}
                order by found
                limit 10
            ) as known
    )
{%- endmacro %}

{# Why a gate found no row of its measure; none: no row at all. #}
{% macro says_no_rows(latest, measure=none) %}
    {%- set said = [" has no row", [rankhouse.says_newest(latest)], ": "] -%}
    {%- if measure is none -%} {{ return(rankhouse.reason_of(["the table has no row", said[1]])) }}{%- endif -%}
    {%- set there = rankhouse.says_what_is_there("rankhouse_gated", "measure") -%}
    {{ return(rankhouse.reason_of([measure] + said + [[there]])) }}
{% endmacro %}

{# A number in a reason, with six decimals at most. #}
{% macro shown_figure(expression) %}
    {{ return(rankhouse.text("round(1e6 * " ~ rankhouse.double(expression) ~ ") / 1e6")) }}
{% endmacro %}

{# Which row a reason is about: "query_id q1, item_id a", as parts of reason_of. #}
{% macro told_row(relation, names) %}
    {%- set parts = [] -%}
    {%- for name in names -%}
        {%- set column = (relation ~ "." if relation else "") ~ rankhouse.quoted(name) -%}
        {%- set value = "coalesce(" ~ rankhouse.text(column) ~ ", 'NULL')" -%}
        {%- do parts.extend([(", " if parts else "") ~ name ~ " ", [value]]) -%}
    {%- endfor -%}
    {{ return(parts) }}
{% endmacro %}

{# Texts and expressions of a reason, one after the other; an expression is a list of itself. #}
{% macro reason_of(parts) %}
    {%- set texts = [] -%}
    {%- for part in parts -%}
        {%- do texts.append(rankhouse.literal(part) if part is string else part[0]) -%}
    {%- endfor -%}
    {{ return(texts | join("\n|| ")) }}
{% endmacro %}
