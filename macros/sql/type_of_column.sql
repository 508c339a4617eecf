{#
The type of a relation's column, for a literal of it; none where a text is one as it is. The engine is asked.
#}
{% macro type_of_column(column, relation) %}
    {{ return(adapter.dispatch("type_of_column", "rankhouse")(column, relation)) }}
{% endmacro %}

{% macro default__type_of_column(column, relation) %}
    {%- set kinds = [] -%}
    {%- for candidate in adapter.get_columns_in_relation(relation) if candidate.name | lower == column | lower -%}
        {%- do kinds.append(none if candidate.is_string() else candidate.data_type) -%}
    {%- endfor -%}
    {{ return(rankhouse.only_type(kinds, column, relation)) }}
{% endmacro %}

{# dbt's adapter reports an enum as USER-DEFINED, an array as ARRAY, and character(3) without its length. #}
{% macro postgres__type_of_column(column, relation) %}
    {%- set types -%}
        select format_type(atttypid, atttypmod)
        from pg_attribute
        where attrelid = to_regclass({{ rankhouse.literal(relation | string) }})
            and attname = {{ rankhouse.literal(column) }}
            and not attisdropped
    {%- endset -%}
    {{ return(rankhouse.only_type(rankhouse.column_of(types), column, relation)) }}
{% endmacro %}

{% macro only_type(kinds, column, relation) %}
    {%- if not kinds -%}
        {{ exceptions.raise_compiler_error(relation ~ " has no column '" ~ column ~ "'") }}
    {%- endif -%}
    {{ return(kinds[0]) }}
{% endmacro %}

{# A text as a value of a type. #}
{% macro literal_of_type(text, kind) %}
    {%- set literal = rankhouse.literal(text | string) -%}
    {{ return(literal if kind is none else "cast(" ~ literal ~ " as " ~ kind ~ ")") }}
{% endmacro %}
