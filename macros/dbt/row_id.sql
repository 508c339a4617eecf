{#
The key of a row of a table of metrics, a text: a hash of what tells it from others, its groups, evaluation and measure, and of
values by query the query. NULL is a value like any other. A column that is NULL leaves it as it is, and so does the order
of the columns: rows keep their key when another evaluation brings columns of its own. For snapshots and unique_key of dbt,
to which two NULLs differ. In a model: `{{ rankhouse.row_id(["system", "day", "measure"]) }} as row_id`.
#}
{% macro row_id(columns) %}
    {%- do rankhouse.list_of_names("columns", columns) -%}
    {%- set parts = [] -%}
    {%- for name in columns | sort -%}
        {%- set text = rankhouse.text(rankhouse.quoted(name)) -%}
        {%- set start = rankhouse.literal(name | length ~ ":" ~ name ~ "=") -%}
        {%- set length = rankhouse.text("length(" ~ text ~ ")") -%}
        {%- do parts.append("coalesce(" ~ start ~ " || " ~ length ~ " || ':' || " ~ text ~ ", '')") -%}
    {%- endfor -%}
    {{ return(rankhouse.md5_text(parts | join("\n|| "))) }}
{% endmacro %}

{# A table of these evaluations with the key of each row, its last column. `more`: what tells rows of a group apart. #}
{% macro with_row_ids(query, evaluations, more) -%}
    {%- set columns = [] if evaluations[0].name is none else ["evaluation"] -%}
    {%- do columns.extend(rankhouse.groups_of_evaluations(evaluations) + more) -%}
    select result.*, {{ rankhouse.row_id(columns) }} as row_id
    from ({{ query }}) as result
{%- endmacro %}

{# A table that an earlier version built has no keys, and a build would leave them out of the rows that stay. #}
{% macro check_row_ids(table) %}
    {%- set names = adapter.get_columns_in_relation(table) | map(attribute="name") | map("lower") | list -%}
    {%- if execute and "row_id" not in names -%}
        {{
            exceptions.raise_compiler_error(
                table
                ~ " was built by an earlier version of rankhouse, without the column row_id: build it once with --full-refresh"
            )
        }}
    {%- endif -%}
{% endmacro %}
