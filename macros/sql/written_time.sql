{# Dates and times as texts: how ISO 8601 writes them, and which of them sort as time does. #}
{% macro pattern_of_times() %}
    {%- set month, day = "(0[1-9]|1[0-2])", "(0[1-9]|[12][0-9]|3[01])" -%}
    {%- set week, zone = "W(0[1-9]|[1-4][0-9]|5[0-3])(-?[1-7])?", "(Z|[+]00(:?00)?)?" -%}
    {%- set time = "[T ][0-2][0-9](:?[0-5][0-9](:?[0-6][0-9]([.,][0-9]+)?)?)?" ~ zone -%}
    {{ return("^[0-9]{4}(-?" ~ month ~ "(-?" ~ day ~ "(" ~ time ~ ")?)?|-?" ~ week ~ "|-?[0-9]{3})?$") }}
{% endmacro %}

{# What can be cast to a date. #}
{% macro pattern_of_days() %}
    {{ return("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ].*)?$") }}
{% endmacro %}

{# 0000-00-00 of 2026-11-28: texts of one form sort by their digits. #}
{% macro form_of_time(text) %} {{ return("translate(" ~ text ~ ", '0123456789', '0000000000')") }}{% endmacro %}

{# The same of a text that is known. #}
{% macro form_of_written_time(text) %}
    {%- set letters = [] -%}
    {%- for letter in text -%} {%- do letters.append("0" if letter in "0123456789" else letter) -%} {%- endfor -%}
    {{ return(letters | join) }}
{% endmacro %}

{# Whether a text matches a regular expression without backslashes, which engines read differently. #}
{% macro matches(text, pattern) %}
    {{ return(adapter.dispatch("matches", "rankhouse")(text, rankhouse.literal(pattern))) }}
{% endmacro %}

{% macro default__matches(text, pattern) %} {{ return("regexp_like(" ~ text ~ ", " ~ pattern ~ ")") }}{% endmacro %}

{% macro duckdb__matches(text, pattern) %}
    {{ return("regexp_matches(\n" ~ text ~ ",\n" ~ pattern ~ "\n)") }}
{% endmacro %}

{% macro postgres__matches(text, pattern) %} {{ return(text ~ " ~ " ~ pattern) }}{% endmacro %}

{% macro redshift__matches(text, pattern) %} {{ return(text ~ " ~ " ~ pattern) }}{% endmacro %}

{% macro spark__matches(text, pattern) %} {{ return(text ~ " rlike " ~ pattern) }}{% endmacro %}

{% macro bigquery__matches(text, pattern) %}
    {{ return("regexp_contains(" ~ text ~ ", " ~ pattern ~ ")") }}
{% endmacro %}

{% macro clickhouse__matches(text, pattern) %} {{ return("match(" ~ text ~ ", " ~ pattern ~ ")") }}{% endmacro %}

{#
Whether a value is text, which sorts by the alphabet; an enum sorts by the places of its values. `beside_text`: whether it is
compared with a text. It is asked when the query runs, because a table may be any query.
#}
{% macro sorts_as_text(column, beside_text=false) %}
    {{ return(adapter.dispatch("sorts_as_text", "rankhouse")(column, beside_text)) }}
{% endmacro %}

{# Where nothing tells the type of a value. #}
{% macro default__sorts_as_text(column, beside_text) %} {{ return("1 = 0") }}{% endmacro %}

{# A comparison of an enum with a text is one of texts there. #}
{% macro duckdb__sorts_as_text(column, beside_text) %}
    {{ return(rankhouse.is_text(column) if beside_text else "typeof(" ~ column ~ ")[:4] = 'VARC'") }}
{% endmacro %}

{% macro postgres__sorts_as_text(column, beside_text) %}
    {{ return("cast(pg_typeof(" ~ column ~ ") as text) in ('text', 'character varying', 'character', 'name')") }}
{% endmacro %}

{# That function is the leader's alone. #}
{% macro redshift__sorts_as_text(column, beside_text) %} {{ return("1 = 0") }}{% endmacro %}

{% macro spark__sorts_as_text(column, beside_text) %} {{ return("typeof(" ~ column ~ ") = 'string'") }}{% endmacro %}

{# A text is written with quotes there. #}
{% macro bigquery__sorts_as_text(column, beside_text) %}
    {{ return("substring(format('%T', " ~ column ~ "), 1, 1) in ('\"', " ~ rankhouse.literal("'") ~ ")") }}
{% endmacro %}

{% macro snowflake__sorts_as_text(column, beside_text) %}
    {{ return("typeof(to_variant(" ~ column ~ ")) = 'VARCHAR'") }}
{% endmacro %}

{% macro trino__sorts_as_text(column, beside_text) %}
    {{ return("substring(typeof(" ~ column ~ "), 1, 4) in ('varc', 'char')") }}
{% endmacro %}

{% macro clickhouse__sorts_as_text(column, beside_text) %}
    {{ return("replaceRegexpAll(toTypeName(" ~ column ~ "), 'Nullable|LowCardinality|[()]', '') = 'String'") }}
{% endmacro %}
