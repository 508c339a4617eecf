{#
A check of data: what must not be in an input, and what is said of it. The lists of checks are in this folder, one file per
family of macros. checks_of counts what they find; the queries refuse by the same conditions and words.

    side, column   the input and our name of its column; none, where it is of no single one
    problem        in few words, for tables
    said           what the row has, after "log: 3 rows have"
    advice         what to do
    refused        everywhere (Python, dbt and DuckDB's table macros), python, or counted: input_problems shows it
    source         what is looked at: the side, or a step that is made of it
    when           a condition on a row of the source
    figure         in place of it an aggregate of the source: how many rows are concerned, 0 for none
    rows           in place of both a query, whose rows are concerned
    example        {name: expression}, by which a row is found
    may_occur      a quicker query that has a row wherever `rows` has one, to look whether it is worth while
    kinds          in place of all three the kinds of types that the column may have: number, boolean, text. Python looks at
                   them, because SQL that runs on every engine cannot; an engine stops by itself at what it cannot compute
    of             what is counted: ["row has", "rows have"]; none: `said` is the whole sentence
#}
{% macro check(
    side,
    column,
    problem,
    said,
    advice="",
    refused="everywhere",
    source=none,
    when=none,
    figure=none,
    rows=none,
    may_occur=none,
    kinds=[],
    example={},
    of=["row has", "rows have"]
) %}
    {{
        return(
            {
                "side": side,
                "column": column,
                "problem": problem,
                "said": said,
                "advice": advice,
                "refused": refused,
                "source": source or side,
                "when": when,
                "figure": figure,
                "rows": rows,
                "may_occur": may_occur,
                "kinds": kinds,
                "example": example,
                "of": of,
            }
        )
    }}
{% endmacro %}

{# The user's name of our column. #}
{% macro name_of_column(plan, side, column) %}
    {{ return(plan.columns.get(side ~ "." ~ column, plan.columns.get(column, column))) }}
{% endmacro %}

{# "in column 'doc'", for a message. #}
{% macro in_column(plan, side, column) %}
    {{ return("in column '" ~ rankhouse.name_of_column(plan, side, column) ~ "'") }}
{% endmacro %}

{#
By what a row of an input is found: the columns of its group, and some of ours.
#}
{% macro example_of(plan, side, columns, by=[]) %}
    {%- set example = {} -%}
    {%- for name in by if not rankhouse.holds_all_columns(name) -%}
        {%- do example.update({name: rankhouse.own_column(side, name)}) -%}
    {%- endfor -%}
    {%- for column in columns -%}
        {%- do example.update(
            {rankhouse.name_of_column(plan, side, column): rankhouse.renamed(side, column, plan.columns)}
        ) -%}
    {%- endfor -%}
    {{ return(example) }}
{% endmacro %}

{# The same as text: "search_id 2, item_id 'a'"; a query that stops has its texts without quotes, to be read more easily. #}
{% macro shown_example(example, is_quoted=true) %}
    {%- set parts = [] -%}
    {%- for name, value in example.items() -%}
        {%- set text = rankhouse.shown_value(value) if is_quoted else rankhouse.text(value) -%}
        {%- set before = rankhouse.literal((", " if parts else "") ~ name ~ " ") -%}
        {%- do parts.append(before ~ " || coalesce(" ~ text ~ ", 'NULL')") -%}
    {%- endfor -%}
    {{ return(parts | join("\n|| ") if parts else rankhouse.text("null")) }}
{% endmacro %}

{# A value as text, and text in quotes where an expression knows that it is text. #}
{% macro shown_value(value) %} {{ return(adapter.dispatch("shown_value", "rankhouse")(value)) }}{% endmacro %}

{% macro default__shown_value(value) %} {{ return(rankhouse.text(value)) }}{% endmacro %}

{% macro duckdb__shown_value(value) %}
    {%- set text = rankhouse.text(value) -%}
    {%- set shown = "\nthen '''' || " ~ text ~ " || ''''\nelse " ~ text -%}
    {{ return("\ncase\nwhen " ~ rankhouse.is_text(value) ~ shown ~ "\nend\n") }}
{% endmacro %}

{# A count as people read it. #}
{% macro shown_count(count) %} {{ return(adapter.dispatch("shown_count", "rankhouse")(count)) }}{% endmacro %}

{% macro default__shown_count(count) %} {{ return(rankhouse.text(count)) }}{% endmacro %}

{% macro duckdb__shown_count(count) %} {{ return("format('{:,}', " ~ count ~ ")") }}{% endmacro %}

{# What is said of `n_rows`, an expression, with an example, which may be NULL. #}
{% macro message_of(check, n_rows, example) %}
    {%- set advice = rankhouse.literal("; " ~ check.advice) if check.advice -%}
    {%- set shown = "coalesce(', e.g. ' || " ~ example ~ ", '')" if check.example -%}
    {%- if check.of is none -%} {%- set parts = [rankhouse.literal(check.said), shown, advice] -%}
    {%- else -%}
        {%- set one = rankhouse.literal(check.side ~ ": 1 " ~ check.of[0]) -%}
        {%- set many = rankhouse.literal(check.side ~ ": ") ~ " || " ~ rankhouse.shown_count(n_rows) -%}
        {%- set many = many ~ " || " ~ rankhouse.literal(" " ~ check.of[1]) -%}
        {%- set subject = "case when " ~ n_rows ~ " = 1 then " ~ one ~ " else " ~ many ~ " end" -%}
        {%- set parts = [subject, rankhouse.literal(" " ~ check.said), shown, advice] -%}
    {%- endif -%}
    {{ return(parts | select | join("\n|| ")) }}
{% endmacro %}

{# The same of the one row at which a query stops, or of all of them. It is never NULL. #}
{% macro message_of_row(check, example) %}
    {%- set said = check.said if check.of is none else check.side ~ ": one " ~ check.of[0] ~ " " ~ check.said -%}
    {%- set advice = "; " ~ check.advice if check.advice else "" -%}
    {%- if not example -%} {{ return(rankhouse.literal(said ~ advice)) }}{%- endif -%}
    {%- set shown = rankhouse.shown_example(example, is_quoted=false) -%}
    {%- set parts = [rankhouse.literal(said ~ ", e.g. "), shown, rankhouse.literal(advice) if advice] -%}
    {{ return(parts | select | join("\n|| ")) }}
{% endmacro %}

{#
Conditions that always hold, for the step that reads these rows: where one of the checks of this source finds something,
the engine stops. Only those count that are refused everywhere.
#}
{% macro unless_refused(checks, source) %}
    {%- set cases = [] -%}
    {%- for check in checks if check.source == source and check.refused == "everywhere" and check.when is not none -%}
        {%- set message = rankhouse.message_of_row(check, check.example) -%}
        {%- do cases.append("when " ~ check.when ~ "\nthen " ~ rankhouse.stopped("\n" ~ message ~ "\n") ~ " = ''") -%}
    {%- endfor -%}
    {{ return(["case\n" ~ cases | join("\n") ~ "\nelse true\nend"] if cases else []) }}
{% endmacro %}

{# The check of this problem, for a step that refuses it by a condition of its own. #}
{% macro check_named(checks, side, problem) %}
    {%- for check in checks if check.side == side and check.problem == problem -%} {{ return(check) }}{%- endfor -%}
{% endmacro %}

{# A condition that always holds: where another one does, the engine says what the check says. #}
{% macro unless_found(check, condition, example) %}
    {{ return(rankhouse.unless(condition, "\n" ~ rankhouse.message_of_row(check, example) ~ "\n")) }}
{% endmacro %}

{# "a score", "an examination". #}
{% macro with_article(name) %} {{ return(("an " if name[0] in "aeiou" else "a ") ~ name) }}{% endmacro %}
