{# One row for each key with its highest value, of rows that have neither NULL nor NaN there. `rows` follows `from`. #}
{% macro highest_of(key, value, rows) %}
    {{ return(adapter.dispatch("highest_of", "rankhouse")(key, value, rows)) }}
{% endmacro %}

{% macro default__highest_of(key, value, rows) -%}
    select {{ key }}, max({{ value }}) as {{ value }} from {{ rows }} group by {{ key }}
{%- endmacro %}

{# As many groups as rows do not fit into a hash table of Postgres's default size: a sort is the faster way. #}
{% macro postgres__highest_of(key, value, rows) -%}
    select distinct on ({{ key }}) {{ key }}, {{ value }} from {{ rows }} order by {{ key }}, {{ value }} desc
{%- endmacro %}

{% macro redshift__highest_of(key, value, rows) %}
    {{ return(rankhouse.default__highest_of(key, value, rows)) }}
{% endmacro %}
