{#
One row for each key with its highest value, of rows that have neither NULL nor NaN there. `carried`: columns that the key
decides. `rows` follows `from`.
#}
{% macro highest_of(key, carried, value, rows) %}
    {{ return(adapter.dispatch("highest_of", "rankhouse")(key, carried, value, rows)) }}
{% endmacro %}

{% macro default__highest_of(key, carried, value, rows) -%}
    select {{ rankhouse.inline(key + carried + ["max(" ~ value ~ ") as " ~ value]) }}
    from {{ rows }}
    group by {{ rankhouse.inline(key + carried) }}
{%- endmacro %}

{# As many groups as rows do not fit into a hash table of Postgres's default size: a sort is the faster way. #}
{% macro postgres__highest_of(key, carried, value, rows) -%}
    select distinct on ({{ rankhouse.inline(key) }}) {{ rankhouse.inline(key + carried + [value]) }}
    from {{ rows }}
    order by {{ rankhouse.inline(key + [value ~ " desc"]) }}
{%- endmacro %}

{% macro redshift__highest_of(key, carried, value, rows) %}
    {{ return(rankhouse.default__highest_of(key, carried, value, rows)) }}
{% endmacro %}
