{#
A hash of several columns, a number; none where an engine has no such function, and every partition that is looked at
counts as changed.
#}
{% macro row_hash(columns) %} {{ return(adapter.dispatch("row_hash", "rankhouse")(columns)) }}{% endmacro %}

{% macro default__row_hash(columns) %} {{ return(none) }}{% endmacro %}

{% macro duckdb__row_hash(columns) %} {{ return("hash(" ~ columns | join(", ") ~ ")") }}{% endmacro %}

{# A row as text tells NULL from an empty text. #}
{% macro postgres__row_hash(columns) %}
    {{ return("hashtextextended(cast(row(" ~ columns | join(", ") ~ ") as text), 0)") }}
{% endmacro %}

{# NULLs are hashed as nothing, so which of the columns are NULL is one more of them. #}
{% macro spark__row_hash(columns) %}
    {%- set hashed = columns | list -%}
    {%- for column in columns -%} {%- do hashed.append(column ~ " is null") -%} {%- endfor -%}
    {{ return("xxhash64(" ~ hashed | join(", ") ~ ")") }}
{% endmacro %}

{# A row as JSON tells NULL from a text. #}
{% macro bigquery__row_hash(columns) %}
    {{ return("farm_fingerprint(to_json_string(struct(" ~ columns | join(", ") ~ ")))") }}
{% endmacro %}

{# The sum of such hashes over rows, as text: a hugeint of DuckDB, a numeric of Postgres. #}
{% macro sum_of_hashes(hash) %} {{ return(adapter.dispatch("sum_of_hashes", "rankhouse")(hash)) }}{% endmacro %}

{% macro default__sum_of_hashes(hash) %} {{ return(rankhouse.text("sum(" ~ hash ~ ")")) }}{% endmacro %}

{# A sum of its integers can overflow. #}
{% macro bigquery__sum_of_hashes(hash) %}
    {{ return(rankhouse.text("sum(cast(" ~ hash ~ " as bignumeric))")) }}
{% endmacro %}

{#
The sums of both halves, as signed 32-bit numbers, which no day's rows overflow: a sum of decimals takes longer than all the
rest of this check.
#}
{% macro spark__sum_of_hashes(hash) %}
    {%- set sums = [] -%}
    {%- for half in ["shiftright(" ~ hash ~ ", 32)", "shiftright(shiftleft(" ~ hash ~ ", 32), 32)"] -%}
        {%- do sums.append(rankhouse.text("sum(" ~ half ~ ")")) -%}
    {%- endfor -%}
    {{ return(sums | join(" || ':' || ")) }}
{% endmacro %}
