{#
A column that is ordered by number must not be text, where '9' would be above '10'. Text stops the engine, mostly by adding a
number to it. `name`: what the column is, for the error; `said`: that error around the column's type, where it is known.
#}
{% macro not_text(column, name, said=none) %}
    {{ return(adapter.dispatch("not_text", "rankhouse")(column, name, said)) }}
{% endmacro %}

{% macro default__not_text(column, name, said) %} {{ return(column ~ " + 0") }}{% endmacro %}

{# Known when the query is planned, so that it costs nothing when it runs. #}
{% macro duckdb__not_text(column, name, said) -%}
    {%- set said = said or [name ~ " must be a number, but the column is ", "; cast it, or name another column"] -%}
    case
        when not {{ rankhouse.is_of_kinds(column, ["number", "boolean"]) }}
        then error({{ rankhouse.literal(said[0]) }} || typeof({{ column }}) || {{ rankhouse.literal(said[1]) }})
        else {{ column }}
    end
{%- endmacro %}

{% macro is_text(column) %} {{ return("typeof(" ~ column ~ ")[:4] in ('VARC', 'ENUM')") }}{% endmacro %}

{# An enumeration is ordered by the places of its values, and ties are decided by the text of the ids. #}
{% macro not_enum(column, name) %} {{ return(adapter.dispatch("not_enum", "rankhouse")(column, name)) }} {% endmacro %}

{% macro default__not_enum(column, name) %} {{ return(column) }}{% endmacro %}

{% macro duckdb__not_enum(column, name) -%}
    case
        when typeof({{ column }})[:4] = 'ENUM'
        then error({{ rankhouse.literal(rankhouse.says_enum(name)) }})
        else {{ column }}
    end
{%- endmacro %}

{% macro says_enum(name) %}
    {{ return(name ~ " is an enum, which does not sort like text: cast it to varchar") }}
{% endmacro %}

{# Whether a value is a word, which only the alphabet orders; false on an engine that cannot tell. #}
{% macro is_word(expression) %} {{ return(adapter.dispatch("is_word", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__is_word(expression) %} {{ return("1 = 0") }}{% endmacro %}

{% macro duckdb__is_word(expression) %} {{ return("typeof(" ~ expression ~ ") = 'VARCHAR'") }}{% endmacro %}

{% macro postgres__is_word(expression) %}
    {{ return("pg_typeof(" ~ expression ~ ") in ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype)") }}
{% endmacro %}

{# Redshift has no such function. #}
{% macro redshift__is_word(expression) %} {{ return("1 = 0") }}{% endmacro %}

{% macro spark__is_word(expression) %} {{ return("typeof(" ~ expression ~ ") = 'string'") }}{% endmacro %}
