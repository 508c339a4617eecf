{#
A group of rows, by any number of the user's columns, is one key: made from the columns in the first step, compared by
every join, and named again in the last step. A column that is NULL is a value like any other, and two groups are
compared by what the engine can hash: `a = b or (a is null and b is null)` is a filter to most of them, and a join by a
filter grows with the square of the rows.
#}
{# The key of a group, from its quoted columns. #}
{% macro group_key(columns) %} {{ return(adapter.dispatch("group_key", "rankhouse")(columns)) }}{% endmacro %}

{#
As text, never NULL: '=' before a value and '-' for NULL; of several columns each with its length before it, so that no
two groups have the same.
#}
{% macro default__group_key(columns) %}
    {%- if columns | length == 1 -%}
        {{ return("coalesce('=' || " ~ rankhouse.text(columns[0]) ~ ", '-')") }}
    {%- endif -%}
    {%- set parts = [] -%}
    {%- for column in columns -%}
        {%- set text = rankhouse.text(column) -%}
        {%- set length = rankhouse.text("length(" ~ text ~ ")") -%}
        {%- do parts.append("coalesce(" ~ length ~ " || ':' || " ~ text ~ ", '-')") -%}
    {%- endfor -%}
    {{ return(parts | join(" || ")) }}
{% endmacro %}

{# Compared by its bytes, which sorts several times as fast as by a language's rules. #}
{% macro postgres__group_key(columns) %}
    {{ return("(" ~ rankhouse.default__group_key(columns) ~ ') collate "C"') }}
{% endmacro %}

{% macro redshift__group_key(columns) %} {{ return(rankhouse.default__group_key(columns)) }}{% endmacro %}

{#
A column is its own key where the engine hashes a NULL-safe comparison; several are one struct, with names, since DuckDB
1.5.0 to 1.5.5 confuse those without.
#}
{% macro duckdb__group_key(columns) %}
    {%- set fields = [] -%}
    {%- for column in columns -%} {%- do fields.append("'part_" ~ loop.index ~ "': " ~ column) -%} {%- endfor -%}
    {{ return(columns[0] if columns | length == 1 else "{" ~ fields | join(", ") ~ "}") }}
{% endmacro %}

{% macro spark__group_key(columns) %}
    {%- set fields = [] -%}
    {%- for column in columns -%} {%- do fields.append("'part_" ~ loop.index ~ "', " ~ column) -%} {%- endfor -%}
    {{ return(columns[0] if columns | length == 1 else "named_struct(" ~ fields | join(", ") ~ ")") }}
{% endmacro %}

{# Whether two keys are of one group. #}
{% macro same_group(left, right) %} {{ return(adapter.dispatch("same_group", "rankhouse")(left, right)) }}{% endmacro %}

{% macro default__same_group(left, right) %} {{ return(left ~ " = " ~ right) }}{% endmacro %}

{% macro duckdb__same_group(left, right) %} {{ return(left ~ " is not distinct from " ~ right) }}{% endmacro %}

{% macro spark__same_group(left, right) %} {{ return(left ~ " <=> " ~ right) }}{% endmacro %}

{#
The value of one of the columns that a key is made from, none where it cannot be read from the key: there the columns are
carried beside it, see `carried_columns`.
#}
{% macro group_value(key, position, n_columns) %}
    {{ return(adapter.dispatch("group_value", "rankhouse")(key, position, n_columns)) }}
{% endmacro %}

{% macro default__group_value(key, position, n_columns) %} {{ return(none) }}{% endmacro %}

{% macro duckdb__group_value(key, position, n_columns) %}
    {{ return(key if n_columns == 1 else key ~ "['part_" ~ position ~ "']") }}
{% endmacro %}

{% macro spark__group_value(key, position, n_columns) %}
    {{ return(key if n_columns == 1 else key ~ ".part_" ~ position) }}
{% endmacro %}

{# The key of rows that have none of the group's columns: that of no other group. #}
{% macro no_group() %} {{ return(adapter.dispatch("no_group", "rankhouse")()) }}{% endmacro %}

{% macro default__no_group() %} {{ return(rankhouse.text("''") | trim) }}{% endmacro %}

{% macro duckdb__no_group() %} {{ return("null") }}{% endmacro %}

{% macro spark__no_group() %} {{ return("null") }}{% endmacro %}

{# The further condition that two relations are of one group by these columns, quoted; nothing without columns. #}
{% macro and_same_groups(left, right, columns) %}
    {{ return(adapter.dispatch("and_same_groups", "rankhouse")(left, right, columns)) }}
{% endmacro %}

{% macro default__and_same_groups(left, right, columns) %}
    {%- if not columns -%} {{ return("") }}{%- endif -%}
    {{
        return(
            "and "
            ~ rankhouse.same_group(
                rankhouse.group_key(rankhouse.columns_of(left, columns)),
                rankhouse.group_key(rankhouse.columns_of(right, columns)),
            )
        )
    }}
{% endmacro %}

{# A join compares any number of columns there, NULL or not. #}
{% macro duckdb__and_same_groups(left, right, columns) %}
    {%- set conditions = [] -%}
    {%- for column in columns -%}
        {%- do conditions.append("and " ~ rankhouse.same_group(left ~ "." ~ column, right ~ "." ~ column)) -%}
    {%- endfor -%}
    {{ return(conditions | join("\n")) }}
{% endmacro %}
