{# A table as it was declared, with the keys of its groups. `more`: further columns. #}
{% macro rows_declared(plan, side, more=[]) -%}
    {%- set columns = [] -%}
    {%- for name, column in rankhouse.columns_declared(plan, side).items() if not column.get("aside", false) -%}
        {%- do columns.append(rankhouse.column_declared(plan, side, name, column)) -%}
    {%- endfor -%}
    {{ rankhouse.rows_that_count(plan, side, columns + more) }}
{%- endmacro %}

{% macro column_declared(plan, side, name, column) %}
    {%- set own = rankhouse.renamed(side, name, plan.columns) -%}
    {%- set read = own -%}
    {%- if column.type == "cluster" -%}
        {{ return(rankhouse.cluster_name(plan, side) ~ " as cluster_name") }}
    {%- endif -%}
    {%- if column.type == "number" -%} {%- set read = rankhouse.double(own) -%}
    {%- elif column.type == "outcome" -%} {%- set read = rankhouse.label_number(own) -%}
    {%- elif column.type == "value" -%}
        {%- set number = rankhouse.double(own) -%}
        {%- set limit = column.get("within", "1e100") -%}
        {%- set read = rankhouse.finite(number) if limit == "finite" else rankhouse.value_within(number, limit) -%}
    {%- endif -%}
    {{ return(read ~ " as " ~ name) }}
{% endmacro %}

{# The rows of a table that are not left out, with these columns and the keys of their groups; none that is refused everywhere. #}
{% macro rows_that_count(plan, side, columns) -%}
    {%- set is_grouped = not plan.declared.tables[side].get("ungrouped", false) -%}
    {%- set keys = rankhouse.keys_of_side(plan, "run", side) if is_grouped else [] -%}
    {%- set conditions = [] -%}
    {%- for name, column in rankhouse.columns_declared(plan, side).items() if not column.get("optional", false) -%}
        {%- set own = rankhouse.renamed(side, name, plan.columns) -%}
        {%- if column.type in ["id", "number", "outcome", "choice"] and not column.get("aside", false) -%}
            {%- do conditions.append(own ~ " is not null") -%}
        {%- endif -%}
        {%- if column.type == "number" -%} {%- do conditions.append(rankhouse.is_number(own)) -%} {%- endif -%}
    {%- endfor -%}
    {%- do conditions.extend(rankhouse.unless_refused(plan.checks, side)) -%}
    select {{ rankhouse.listed(keys + columns) }}
    from {{ rankhouse.as_source(plan[side], side) }} {{ "\nwhere " ~ conditions | join("\nand ") if conditions }}
{%- endmacro %}

{#
A condition on the rows that are told apart by the columns of `once` that always holds: two of them stop the query. `n_rows`: how
many there are of a table. `carried`: see carried_columns.
#}
{% macro unless_twice(plan, side, carried, n_rows="count(*)") %}
    {%- set once = plan.declared.tables[side].once -%}
    {%- set example = rankhouse.told_groups(plan, [] if once.get("overall", false) else plan.by, carried) -%}
    {%- for name in once.columns -%}
        {%- do example.update({rankhouse.name_of_column(plan, side, name): name}) -%}
    {%- endfor -%}
    {%- set twice = rankhouse.check_named(plan.checks, side, once.problem) -%}
    {{ return(rankhouse.unless_found(twice, n_rows ~ " > 1", example)) }}
{% endmacro %}
