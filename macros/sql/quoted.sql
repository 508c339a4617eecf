{# A column name as the user wrote it, as an identifier that means nothing else. #}
{% macro quoted(name) %} {{ return(adapter.dispatch("quoted", "rankhouse")(name)) }}{% endmacro %}

{% macro default__quoted(name) %} {{ return('"' ~ name | replace('"', '""') ~ '"') }}{% endmacro %}

{% macro spark__quoted(name) %} {{ return("`" ~ name | replace("`", "``") ~ "`") }}{% endmacro %}

{% macro bigquery__quoted(name) %}
    {{ return("`" ~ name | replace("\\", "\\\\") | replace("`", "\\`") ~ "`") }}
{% endmacro %}

{% macro clickhouse__quoted(name) %}
    {{ return("`" ~ name | replace("\\", "\\\\") | replace("`", "``") ~ "`") }}
{% endmacro %}

{# A plain name is folded to upper case, as Snowflake folds it in `create table`; any other name is exact. #}
{% macro snowflake__quoted(name) %}
    {%- set plain = name | replace("_", "a") -%}
    {%- set is_plain = name == name | lower and name[0] not in "0123456789" and plain.isalnum() and plain.isascii() -%}
    {{ return(rankhouse.default__quoted(name | upper if is_plain else name)) }}
{% endmacro %}
