{# Dates. Periods are named by their first day, weeks begin on Mondays. #}
{# A date, from a date, a time or a text such as 2026-01-31. #}
{% macro as_date(expression) %} {{ return(adapter.dispatch("as_date", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__as_date(expression) %} {{ return("cast(" ~ expression ~ " as date)") }}{% endmacro %}

{# ClickHouse's plain Date has no dates before 1970. #}
{% macro clickhouse__as_date(expression) %} {{ return("cast(" ~ expression ~ " as Nullable(Date32))") }}{% endmacro %}

{# The first day of the period that a date is in. #}
{% macro period_start(grain, date) %}
    {%- if grain == "day" -%} {{ return(date) }}{%- endif -%}
    {{ return(adapter.dispatch("period_start", "rankhouse")(grain, date)) }}
{% endmacro %}

{% macro default__period_start(grain, date) %}
    {{ return(rankhouse.as_date("date_trunc('" ~ grain ~ "', " ~ date ~ ")")) }}
{% endmacro %}

{# Takes the part for a word; its own weeks begin on Sundays. #}
{% macro bigquery__period_start(grain, date) %}
    {{ return("date_trunc(" ~ date ~ ", " ~ ("isoweek" if grain == "week" else grain) ~ ")") }}
{% endmacro %}

{# A date some days later. #}
{% macro plus_days(date, days) %} {{ return(adapter.dispatch("plus_days", "rankhouse")(date, days)) }}{% endmacro %}

{# A 32-bit integer, the only number that Postgres adds to a date. #}
{% macro default__plus_days(date, days) %} {{ return("(" ~ date ~ " + cast(" ~ days ~ " as integer))") }} {% endmacro %}

{% macro spark__plus_days(date, days) %} {{ return("date_add(" ~ date ~ ", " ~ days ~ ")") }}{% endmacro %}

{% macro clickhouse__plus_days(date, days) %} {{ return("addDays(" ~ date ~ ", " ~ days ~ ")") }}{% endmacro %}

{% macro bigquery__plus_days(date, days) %}
    {{ return("date_add(" ~ date ~ ", interval " ~ days ~ " day)") }}
{% endmacro %}

{% macro snowflake__plus_days(date, days) %} {{ return("dateadd(day, " ~ days ~ ", " ~ date ~ ")") }}{% endmacro %}

{% macro trino__plus_days(date, days) %} {{ return("date_add('day', " ~ days ~ ", " ~ date ~ ")") }}{% endmacro %}
