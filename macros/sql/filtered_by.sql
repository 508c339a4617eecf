{#
What follows a relation after `from`: the rows that have a partner, or none, in other relations, and meet the conditions.
partners: name of a step, alias, on (the condition), is_kept (whether rows with a partner stay, or those without).
#}
{% macro filtered_by(partners, conditions=[]) %}
    {{ return(adapter.dispatch("filtered_by", "rankhouse")(partners, conditions)) }}
{% endmacro %}

{% macro default__filtered_by(partners, conditions) -%}
    {%- set found = [] -%}
    {%- for partner in partners -%}
        {%- set exists -%}
            {{ "" if partner.is_kept else "not " }}exists (
                select 1
                from rankhouse_{{ partner.name }} as {{ partner.alias }}
                where {{ partner.on }}
            )
        {%- endset -%}
        {%- do found.append(exists) -%}
    {%- endfor -%}
    {{ "where " ~ (conditions + found) | join("\nand ") if conditions + found }}
{%- endmacro %}

{#
DuckDB works out a condition of columns of both relations, such as that their collations agree, before it plans a join, and
row by row within `exists`: six times the seconds.
#}
{% macro duckdb__filtered_by(partners, conditions) %}
    {%- set clauses = [] -%}
    {%- for partner in partners -%}
        {%- set kind = "semi" if partner.is_kept else "anti" -%}
        {%- set relation = "rankhouse_" ~ partner.name ~ " as " ~ partner.alias -%}
        {%- do clauses.append(kind ~ " join " ~ relation ~ "\non " ~ partner.on) -%}
    {%- endfor -%}
    {%- if conditions -%} {%- do clauses.append("where " ~ conditions | join("\nand ")) -%} {%- endif -%}
    {{ return(clauses | join("\n")) }}
{% endmacro %}
