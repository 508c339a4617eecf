{#
A hash of several columns as a number whose sum over rows does not overflow; none where an engine has no such function,
and every partition that is looked at counts as changed.
#}
{% macro row_hash(columns) %} {{ return(adapter.dispatch("row_hash", "rankhouse")(columns)) }}{% endmacro %}

{% macro default__row_hash(columns) %} {{ return(none) }}{% endmacro %}

{# Its sum is a hugeint. #}
{% macro duckdb__row_hash(columns) %} {{ return("hash(" ~ columns | join(", ") ~ ")") }}{% endmacro %}

{# A row as text tells NULL from an empty text; a sum of bigints is numeric. #}
{% macro postgres__row_hash(columns) %}
    {{ return("hashtextextended(cast(row(" ~ columns | join(", ") ~ ") as text), 0)") }}
{% endmacro %}

{# NULLs are hashed as nothing, so which of the columns are NULL is one more of them. #}
{% macro spark__row_hash(columns) %}
    {%- set hashed = columns | list -%}
    {%- for column in columns -%} {%- do hashed.append(column ~ " is null") -%} {%- endfor -%}
    {{ return("cast(xxhash64(" ~ hashed | join(", ") ~ ") as decimal(38, 0))") }}
{% endmacro %}
