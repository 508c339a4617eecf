{#
The first statement of scripts whose macros need only DuckDB: it refuses versions in which no test runs them, and 2.0.0,
which shuts the database at some queries.
#}
{% macro oldest_version() %}
    {%- set said = rankhouse.literal(rankhouse.says_older_version("<found>")) -%}
    {#- A table that goes again, because a client would show the row of a plain select. -#}
    {%- set sql -%}
        create or replace temp table rankhouse_version as
        select
        case
            when regexp_matches(version(), '^v(0[.][1-9]|1[.][0-3][.]|1[.]4[.][0-2]$|2[.]0[.]0$)')
            then error({{ said | replace("<found>", "' || version() || '") }})
            else {{ rankhouse.literal("rankhouse " ~ rankhouse.version()) }}
        end as macros
    {%- endset -%}
    {{ return(rankhouse.indented(sql) ~ ";\ndrop table rankhouse_version") }}
{% endmacro %}

{% macro says_older_version(found) %}
    {{ return("these macros need DuckDB 1.4.3 or newer (but not 2.0.0), and this is " ~ found ~ ": update DuckDB") }}
{% endmacro %}
