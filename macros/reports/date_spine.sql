{#
Every period from one date to another, those that both are in included: one row per period, with its first day in the
column `period`, a date. Joined with a table of metrics it shows the days that have no row. `grain`: day, week (from Monday),
month, quarter or year. The dates are texts such as '2026-01-31', at most 100,000 days apart.
#}
{% macro date_spine(start_date, end_date, grain="day") -%}
    {%- do rankhouse.refuse_others("date_spine", kwargs) -%}
    {%- set plan = {
        "start_date": rankhouse.asked_date("start_date", start_date),
        "end_date": rankhouse.asked_date("end_date", end_date),
    } -%}
    {%- do rankhouse.check_arguments("date_spine", {"grain": grain}) -%}
    {%- set n_days = rankhouse.day_number(end_date) - rankhouse.day_number(start_date) -%}
    {%- if n_days < 0 or n_days >= 100000 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_spine(start_date, end_date)) }}
    {%- endif -%}
    {%- do plan.update({"grain": grain}) -%}
    {{ rankhouse.laid_out(rankhouse.date_spine_of(plan)) if execute }}
{%- endmacro %}

{% macro date_spine_of(plan) -%}
    {%- set ends -%}
        select
        {{ rankhouse.as_date(plan.start_date) }} as first_day,
        {{ rankhouse.as_date(plan.end_date) }} as last_day
    {%- endset -%}
    {%- set steps = [rankhouse.step("ends", "the first and the last day", ends)] -%}
    {%- do steps.extend(rankhouse.spine_steps(plan.grain)) -%}
    {{ rankhouse.query_of(steps, "a period", "select period from rankhouse_periods") }}
{%- endmacro %}

{#
The steps that end in rankhouse_periods: the first day of every period between two days, those of rankhouse_ends. No engine
has the same way to make a series; all can count in tens.
#}
{% macro spine_steps(grain) %}
    {%- set digits = [] -%}
    {%- for digit in range(10) -%} {%- do digits.append("select " ~ digit ~ " as digit") -%} {%- endfor -%}
    {%- set places, joins = [], [] -%}
    {%- for place, name in {
        "1": "ones",
        "10": "tens",
        "100": "hundreds",
        "1000": "thousands",
        "10000": "myriads",
    }.items() -%}
        {%- do places.append(place ~ " * " ~ name ~ ".digit") -%}
        {%- do joins.append("cross join rankhouse_digits as " ~ name) -%}
    {%- endfor -%}
    {%- set days -%}
        select
        ends.last_day as last_day,
        {{ rankhouse.plus_days("ends.first_day", "(" ~ places | join(" + ") ~ ")") }} as spine_day
        from rankhouse_ends as ends
        {{ joins | join("\n") }}
    {%- endset -%}
    {%- set periods -%}
        select distinct {{ rankhouse.period_start(grain, "spine_day") }} as period
        from rankhouse_days
        where spine_day <= last_day
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("digits", "a digit", digits | join("\nunion all ")),
                rankhouse.step("days", "a day from the first one on", days),
                rankhouse.step("periods", "a period up to the last day", periods),
            ]
        )
    }}
{% endmacro %}

{# A date that a user gives, as SQL. #}
{% macro asked_date(name, date) %}
    {%- if rankhouse.day_number(date) is none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_date(name, date)) }}
    {%- endif -%}
    {{ return(rankhouse.literal(date | string)) }}
{% endmacro %}

{# The number of a day since the year 0, none of what is no date such as 2026-01-31. #}
{% macro day_number(date) %}
    {%- set text = date | string -%}
    {%- set parts = text.split("-") -%}
    {%- if text | length != 10 or parts | map("length") | list != [4, 2, 2] or text[:4] == "0000" -%}
        {{ return(none) }}
    {%- endif -%}
    {%- for letter in parts | join if letter not in "0123456789" -%} {{ return(none) }}{%- endfor -%}
    {%- set year, month, day = parts[0] | int, parts[1] | int, parts[2] | int -%}
    {%- set is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) -%}
    {%- set lengths = [31, 29 if is_leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] -%}
    {%- if month < 1 or month > 12 or day < 1 or day > lengths[month - 1] -%} {{ return(none) }}{%- endif -%}
    {%- set before = year - 1 -%}
    {{ return(before * 365 + before // 4 - before // 100 + before // 400 + lengths[: month - 1] | sum + day) }}
{% endmacro %}

{% macro says_no_date(name, date) %}
    {{ return(name ~ " is a date such as 2026-01-31, got '" ~ date ~ "'") }}
{% endmacro %}

{% macro says_wrong_spine(start_date, end_date) %}
    {{
        return(
            "a date spine goes from start_date to a later end_date, at most 100000 days, got "
            ~ start_date
            ~ " to "
            ~ end_date
        )
    }}
{% endmacro %}
