{#
What checks find, as a query: one row for each that finds something; place is the number of the check. `sources`: what is
looked at, by the names that checks have of it, each read once; `steps`: those that sources need.
#}
{% macro found_problems(checks, sources, steps=[]) -%}
    {%- set counts, constants, cases = {}, [], {"n_rows": [], "example": [], "message": []} -%}
    {%- for name, relation in sources.items() -%} {%- do counts.update({name: []}) -%} {%- endfor -%}
    {%- for check in checks -%}
        {%- set place = loop.index -%}
        {%- if check.rows is not none -%} {%- do counts.update({"rows_" ~ place: []}) -%} {%- endif -%}
        {%- do counts[check.source if check.rows is none else "rows_" ~ place].extend(
            rankhouse.counts_of_check(check, place)
        ) -%}
        {%- do constants.append(rankhouse.constants_of_check(check, place)) -%}
        {%- set message = rankhouse.message_of(check, "n_" ~ place, "example_" ~ place) -%}
        {%- set found = {"n_rows": "n_" ~ place, "example": "example_" ~ place, "message": "\n" ~ message} -%}
        {%- for column, value in found.items() -%}
            {%- do cases[column].append("when " ~ place ~ " then " ~ value) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set found_steps, tables = [], ["rankhouse_checks as checks"] -%}
    {%- for name, figures in counts.items() if figures -%}
        {%- if name in sources -%} {%- set relation = rankhouse.as_source(sources[name], name) -%}
        {%- else -%} {%- set relation = "(\n" ~ checks[name.split("_")[1] | int - 1].rows ~ "\n) as concerned" -%}
        {%- endif -%}
        {%- set sql = "select\n" ~ rankhouse.listed(figures) ~ "\nfrom " ~ relation -%}
        {%- do found_steps.append(rankhouse.step("found_" ~ name, "what is found in it, in one row", sql)) -%}
        {%- do tables.append("cross join rankhouse_found_" ~ name ~ " as found_" ~ name) -%}
    {%- endfor -%}
    {%- set columns = ["place", "side", "problem", "column_name", "refused"] -%}
    {%- for column, each in cases.items() -%}
        {%- do columns.append("case place\n" ~ each | join("\n") ~ "\nend as " ~ column) -%}
    {%- endfor -%}
    {%- set problems = "select\n" ~ rankhouse.listed(columns) ~ "\nfrom " ~ tables | join("\n") -%}
    {{
        return(
            steps
            + [rankhouse.step("checks", "a check", constants | join("\nunion all\n"))]
            + found_steps
            + [rankhouse.step("problems", "a check with what it finds", problems)]
        )
    }}
{%- endmacro %}

{% macro constants_of_check(check, place) %}
    {%- set constants = [place ~ " as place"] -%}
    {%- set texts = {
        "side": check.side,
        "problem": check.problem,
        "column_name": check.column or "",
        "refused": check.refused,
    } -%}
    {%- for name, text in texts.items() -%}
        {%- do constants.append(rankhouse.literal(text) ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return("select " ~ rankhouse.inline(constants)) }}
{% endmacro %}

{# How many rows a check finds, and the least example. #}
{% macro counts_of_check(check, place) %}
    {%- set n, example = " as n_" ~ place, " as example_" ~ place -%}
    {%- if check.rows is not none -%}
        {{ return(["count(*)" ~ n, "min(\n" ~ rankhouse.shown_example(check.example) ~ "\n)" ~ example]) }}
    {%- elif check.figure is not none -%} {{ return([check.figure ~ n, rankhouse.text("null") ~ example]) }}
    {%- endif -%}
    {%- set found = "case\nwhen " ~ check.when ~ "\nthen " -%}
    {{
        return(
            [
                "count(\n" ~ found ~ "1\nend\n)" ~ n,
                "min(\n" ~ found ~ rankhouse.shown_example(check.example) ~ "\nend\n)" ~ example,
            ]
        )
    }}
{% endmacro %}
