{#
What gates have in common: the rows that they look at, and the column `reason`, in which a failing row says with its numbers
why.
#}
{#
The steps before a gate: rankhouse_gated, the rows that it looks at; with `latest` those of its newest complete value alone,
the one of rankhouse_newest. `is_by_query` as in newest_value.
#}
{% macro gated_steps(model, latest, complete, is_by_query=false) %}
    {%- set complete = rankhouse.complete_of(latest, complete) -%}
    {%- set rows = "select listed.*\nfrom (select * from " ~ model ~ ") as listed" -%}
    {%- if latest is none -%} {{ return([rankhouse.step("gated", "a row of the table", rows)]) }}{%- endif -%}
    {%- set where = "\nwhere listed." ~ rankhouse.quoted(latest) ~ " = (select newest from rankhouse_newest)" -%}
    {%- set newest = rankhouse.newest_value(model, latest, complete, is_by_query) -%}
    {{
        return(
            [
                rankhouse.step("newest", "the newest complete value of " ~ latest, newest),
                rankhouse.step("gated", "a row of the table with that value", rows ~ where),
            ]
        )
    }}
{% endmacro %}

{# The query of a gate, whose steps are those before it. #}
{% macro gate_of(steps, row, sql) -%}
    {{ rankhouse.laid_out(rankhouse.query_of(steps, row, sql)) if execute }}
{%- endmacro %}

{# " where day is 2026-01-07", as SQL for a reason; nothing without `latest`. #}
{% macro says_newest(latest) %}
    {%- if latest is none -%} {{ return("''") }}{%- endif -%}
    {%- set newest = rankhouse.text("(select newest from rankhouse_newest)") -%}
    {%- set where = rankhouse.reason_of([" where " ~ latest ~ " is ", [newest]]) -%}
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
        {%- set value = "coalesce(" ~ rankhouse.text(relation ~ "." ~ rankhouse.quoted(name)) ~ ", 'NULL')" -%}
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
