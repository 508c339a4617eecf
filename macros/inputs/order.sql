{#
A column whose order is asked for: which value is the newest, which comes before another. Texts sort by the alphabet, where v10
comes before v9. In order are dates, times, numbers, enums, and texts as ISO 8601 writes dates and times, all in one form:
2026-11-28, 2026-11-28T10:00:00 in UTC, 2026-11, 2026-W48, 2026. NaN has no place in an order, and some engines put it last.
#}
{#
What is said of a column that is not in order, an aggregate of type text; NULL where it is. `name`: the user's name of it.
`beside`: a text that its values are compared with. `is_date`: it is cast to a date, so that texts have to be days.
#}
{% macro order_problem(side, column, name, beside=none, is_date=false) -%}
    {%- set text = rankhouse.text(column) -%}
    {%- set is_text = rankhouse.sorts_as_text(column, is_date or beside is not none) -%}
    {%- set pattern = rankhouse.pattern_of_days() if is_date else rankhouse.pattern_of_times() -%}
    {%- set is_wrong = is_text ~ "\nand not " ~ rankhouse.matches(text, pattern) -%}
    {%- set n_wrong = "sum(\ncase\nwhen " ~ is_wrong ~ "\nthen 1\nelse 0\nend\n)" -%}
    {%- set example = "min(\ncase\nwhen " ~ is_wrong ~ "\nthen " ~ text ~ "\nend\n)" -%}
    {%- set form = "case\nwhen " ~ is_text ~ "\nthen " ~ rankhouse.form_of_time(text) ~ "\nend" -%}
    {%- set lowest, highest = "min(\n" ~ form ~ "\n)", "max(\n" ~ form ~ "\n)" -%}
    {%- set n_nan = "sum(\ncase\nwhen " ~ rankhouse.is_nan(column) ~ "\nthen 1\nelse 0\nend\n)" -%}
    case
        when {{ n_wrong }} > 0
        then {{ rankhouse.says_unordered(side, name, n_wrong, example, beside is not none, is_date) }}
        {%- if not is_date %}
            when {{ n_nan }} > 0
            then {{ rankhouse.says_nan_in_order(side, name, n_nan) }}
            when {{ lowest }} <> {{ highest }}
            then {{ rankhouse.says_several_forms(side, name, lowest, highest) }}
        {%- endif %}
        {%- if beside is not none %}
                {%- set other = rankhouse.form_of_written_time(beside) %}
            when
                substring({{ lowest }}, 1, {{ other | length }})
                <> substring({{ rankhouse.literal(other) }}, 1, length({{ lowest }}))
            then {{ rankhouse.says_several_forms(side, name, lowest, rankhouse.literal(other)) }}
        {%- endif %}
    end
{%- endmacro %}

{# A condition that always holds, but stops the engine where the column of a relation is not in order. #}
{% macro in_order(relation, side, column, name, beside=none, is_date=false) -%}
    (
        select {{ rankhouse.unless("found.problem is not null", "found.problem") }}
        from
            (
                select {{ rankhouse.order_problem(side, column, name, beside, is_date) }} as problem from {{ relation }}
            ) as found
    )
{%- endmacro %}

{# The same for the lines of a program that asks the engine itself: what is said, none where the column is in order. #}
{% macro said_of_order(relation, side, name) %}
    {%- set problem = rankhouse.order_problem(side, rankhouse.quoted(name), name) -%}
    {{ return(rankhouse.column_of("select " ~ problem ~ " as problem from " ~ relation)[0]) }}
{% endmacro %}

{# "1 row", "2 rows" #}
{% macro counted_rows(n_rows) %}
    {%- set one, many = rankhouse.literal("1 row"), rankhouse.text(n_rows) ~ " || ' rows'" -%}
    {{ return("case\nwhen " ~ n_rows ~ " = 1\nthen " ~ one ~ "\nelse " ~ many ~ "\nend") }}
{% endmacro %}

{% macro says_nan_in_order(side, name, n_rows) %}
    {%- set parts = [
        rankhouse.literal(side ~ ": NaN in column '" ~ name ~ "' ("),
        rankhouse.counted_rows(n_rows),
        rankhouse.literal(
            ") comes neither before nor after another value; make it NULL, or leave these rows out"
        ),
    ] -%}
    {{ return(parts | join("\n|| ")) }}
{% endmacro %}

{% macro says_unordered(side, name, n_rows, example, is_compared, is_date) %}
    {%- set counted = rankhouse.counted_rows(n_rows) -%}
    {%- if is_date -%}
        {%- set start = side ~ ": '" ~ name ~ "' is a date such as 2026-01-31, got '" -%}
        {{ return([rankhouse.literal(start), example, rankhouse.literal("' in "), counted] | join("\n|| ")) }}
    {%- endif -%}
    {%- set advice = ") sort by the alphabet, where v10 comes before v9; use dates such as 2026-01-31" -%}
    {%- set parts = [
        rankhouse.literal(side ~ ": texts such as '"),
        example,
        rankhouse.literal("' in column '" ~ name ~ "' ("),
        counted,
        rankhouse.literal(advice ~ (" or numbers" if is_compared else ", numbers or an ENUM")),
    ] -%}
    {{ return(parts | join("\n|| ")) }}
{% endmacro %}

{% macro says_several_forms(side, name, form, other) %}
    {%- set parts = [
        rankhouse.literal(
            side ~ ": the dates in column '" ~ name ~ "' are texts of different forms, such as "
        ),
        form,
        rankhouse.literal(" and "),
        other,
        rankhouse.literal(", which do not sort as time does; write all in one form"),
    ] -%}
    {{ return(parts | join("\n|| ")) }}
{% endmacro %}
