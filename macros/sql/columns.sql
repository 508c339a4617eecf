{#
Lists of columns and conditions. Steps hold them as lists and join them here, so that no comma is placed by hand and an
empty entry, a column that is not needed, leaves no trace.
#}
{# Entries separated by commas: names share a line while they fit, an expression has one of its own. #}
{% macro listed(items) %}
    {%- set lines, at = [], {"names": ""} -%}
    {%- for item in items | select -%}
        {#- a.b as c has two blanks. -#}
        {%- if item.count(" ") > 2 or "(" in item or "\n" in item -%}
            {%- do lines.extend([at["names"], item]) -%} {%- do at.update({"names": ""}) -%}
        {%- elif at["names"] and (at["names"] ~ item) | length < 90 -%}
            {%- do at.update({"names": at["names"] ~ ", " ~ item}) -%}
        {%- else -%} {%- do lines.append(at["names"]) -%} {%- do at.update({"names": item}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return((lines + [at["names"]]) | select | join(",\n")) }}
{% endmacro %}

{# The same on one line, for keys. #}
{% macro inline(items) %} {{ return(items | select | join(", ")) }}{% endmacro %}

{# ["a.run_group", "a.query_id"]: the columns of a list, each from the relation `a`. #}
{% macro columns_of(relation, names) %}
    {%- set columns = [] -%}
    {%- for name in names -%} {%- do columns.append(relation ~ "." ~ name) -%} {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The same for a select list. #}
{% macro select_of(relation, names) %}
    {{ return(adapter.dispatch("select_of", "rankhouse")(relation, names)) }}
{% endmacro %}

{% macro default__select_of(relation, names) %} {{ return(rankhouse.columns_of(relation, names)) }}{% endmacro %}

{# ["a.run_group as run_group"]: over several joins a column is called "a.run_group" otherwise. #}
{% macro clickhouse__select_of(relation, names) %}
    {%- set columns = [] -%}
    {%- for name in names -%} {%- do columns.append(relation ~ "." ~ name ~ " as " ~ name) -%} {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The join condition "a.query_id = b.query_id and ...": groups by their keys, any other column by equality. #}
{% macro match(left, right, names) %}
    {%- set conditions = [] -%}
    {%- for name in names -%} {%- do conditions.append(rankhouse.matched(left, right, name)) -%} {%- endfor -%}
    {{ return(conditions | join("\nand ") if conditions else "1 = 1") }}
{% endmacro %}

{% macro matched(left, right, name) %}
    {%- if name.endswith("_group") -%}
        {{ return(rankhouse.same_group(left ~ "." ~ name, right ~ "." ~ name)) }}
    {%- endif -%}
    {{ return(left ~ "." ~ name ~ " = " ~ right ~ "." ~ name) }}
{% endmacro %}

{#
The same of columns that are one key together, by the names that each side has for them. Postgres takes the share of the rows
that each condition leaves for independent, expects one row of two of them, and then loops over rows that it could hash.
#}
{% macro match_as_one(left, right, names, right_names=none) %}
    {{ return(adapter.dispatch("match_as_one", "rankhouse")(left, right, names, right_names or names)) }}
{% endmacro %}

{% macro default__match_as_one(left, right, names, right_names) %}
    {%- set conditions = [] -%}
    {%- for name in names -%}
        {%- set own, other = left ~ "." ~ name, right ~ "." ~ right_names[loop.index0] -%}
        {%- do conditions.append(
            rankhouse.same_group(own, other) if name.endswith("_group") else own ~ " = " ~ other
        ) -%}
    {%- endfor -%}
    {{ return(conditions | join("\nand ")) }}
{% endmacro %}

{% macro postgres__match_as_one(left, right, names, right_names) %}
    {%- if names | length == 1 -%}
        {{ return(rankhouse.default__match_as_one(left, right, names, right_names)) }}
    {%- endif -%}
    {%- set own, other = rankhouse.columns_of(left, names), rankhouse.columns_of(right, right_names) -%}
    {{ return(rankhouse.group_key(own) ~ "\n= " ~ rankhouse.group_key(other)) }}
{% endmacro %}

{% macro redshift__match_as_one(left, right, names, right_names) %}
    {{ return(rankhouse.default__match_as_one(left, right, names, right_names)) }}
{% endmacro %}

{# Column names as the engine quotes them. #}
{% macro quoted_all(names) %}
    {%- set columns = [] -%}
    {%- for name in names -%} {%- do columns.append(rankhouse.quoted(name)) -%} {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# Texts as literals, separated by commas: "'a', 'b'". #}
{% macro literals(texts, separator=", ") %}
    {%- set listed = [] -%}
    {%- for text in texts -%} {%- do listed.append(rankhouse.literal(text)) -%} {%- endfor -%}
    {{ return(listed | join(separator)) }}
{% endmacro %}

{# The same as a further condition; nothing without names. #}
{% macro and_match(left, right, names) %}
    {{ return("and " ~ rankhouse.match(left, right, names) if names else "") }}
{% endmacro %}

{#
The user's relation, whose columns are named with the input's name as alias: an unqualified name that is no column of theirs
might be taken for a name in the query, and the engine names the input where a column is missing. A relation that is more than a
name, or a query, may have an alias of its own.
#}
{% macro as_source(relation, side) %}
    {{ return(adapter.dispatch("as_source", "rankhouse")(relation, side)) }}
{% endmacro %}

{% macro default__as_source(relation, side) %}
    {%- set text = relation | string | trim -%}
    {%- set is_bare = (text | lower).split()[0] in ["select", "with"] -%}
    {%- set is_name = text.split() | length == 1 or rankhouse.is_query(text) -%}
    {%- set before = "" if is_name else "(" if is_bare else "(select * from " -%}
    {{ return(before ~ text ~ ("" if is_name else ")") ~ " as " ~ rankhouse.alias_of(side)) }}
{% endmacro %}

{# Whether a text is a query in parentheses, with no alias behind them, which Postgres before 16 asks for. #}
{% macro is_query(text) %}
    {%- if rankhouse.is_of_call(text) -%} {{ return(true) }}{%- endif -%}
    {%- set depths = [1] -%}
    {%- for part in text[1:].split(")")[:-1] if text[:1] == "(" -%}
        {%- do depths.append(depths[-1] + part.count("(") - 1) -%}
    {%- endfor -%}
    {{ return(depths.index(0) == depths | length - 1 and text[-1:] == ")" if 0 in depths else false) }}
{% endmacro %}

{# The name of an input within a query; exclude is reserved on BigQuery. #}
{% macro alias_of(side) %} {{ return({"exclude": "excluded"}.get(side, side)) }}{% endmacro %}

{# A column of an input by its own name, quoted. #}
{% macro own_column(side, name) %} {{ return(rankhouse.alias_of(side) ~ "." ~ rankhouse.quoted(name)) }}{% endmacro %}

{# A relation with expressions in place of some of its columns, each under the name of one. #}
{% macro with_replaced(relation, side, columns) %}
    {{
        return(
            "(select "
            ~ rankhouse.alias_of(side)
            ~ ".* replace (\n"
            ~ rankhouse.listed(columns)
            ~ "\n) from "
            ~ rankhouse.as_source(relation, side)
            ~ ")"
        )
    }}
{% endmacro %}

{# Whether a relation is a table as relation_of_call or with_replaced writes it. #}
{% macro is_of_call(relation) %}
    {%- set text = relation | string -%}
    {%- set is_replaced = text.split("\n")[0].endswith(".* replace (") and text.endswith(")") -%}
    {{ return(text.startswith("query_table(") or is_replaced) }}
{% endmacro %}

{# The user's column in place of ours, quoted; `columns` renames it for all inputs, or for one ("run.query_id"). #}
{% macro renamed(side, column, columns) %}
    {{ return(rankhouse.own_column(side, columns.get(side ~ "." ~ column, columns.get(column, column)))) }}
{% endmacro %}

{# The same without its alias: the column's name in an answer. #}
{% macro name_alone(column) %} {{ return(column.split(".")[1:] | join(".")) }}{% endmacro %}

{# The user's columns of an input under our names. #}
{% macro columns_read(plan, side, names) %}
    {%- set columns = [] -%}
    {%- for name in names -%}
        {%- set column = rankhouse.renamed(side, name, plan.columns) -%}
        {#- These are compared with names of measures, as no value of an enumeration is. -#}
        {%- if name in ["measure", "metric"] -%} {%- set column = rankhouse.text(column) -%} {%- endif -%}
        {%- do columns.append(column ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# A condition: none of these columns of a side is NULL. #}
{% macro all_are_there(plan, side, names) %}
    {%- set known = [] -%}
    {%- for name in names -%}
        {%- do known.append(rankhouse.renamed(side, name, plan.columns) ~ " is not null") -%}
    {%- endfor -%}
    {{ return(known | join("\nand ")) }}
{% endmacro %}

{# "partition by" these columns; nothing without columns. #}
{% macro partitioned(columns) %}
    {{ return("partition by " ~ rankhouse.inline(columns) if columns else "") }}
{% endmacro %}

{# {"name": expression} as ["expression as name"]. #}
{% macro named_expressions(expressions) %}
    {%- set columns = [] -%}
    {%- for name, expression in expressions.items() -%}
        {%- do columns.append(expression ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# Whether a rank takes the place of the score. #}
{% macro reads_ranks(columns, side) %}
    {{ return(columns.get(side ~ ".rank", columns.get("rank")) is not none) }}
{% endmacro %}

{# The rows of a source with further columns. `columns`: dictionaries of them, each of which may read those before it. #}
{% macro rows_with(source, columns) %}
    {%- set made = namespace(rows=source) -%}
    {%- for added in columns -%}
        {%- set listed = rankhouse.listed(["source.*"] + rankhouse.named_expressions(added)) -%}
        {%- set made.rows = "(\nselect\n" ~ listed ~ "\nfrom " ~ made.rows ~ " as source\n)" -%}
    {%- endfor -%}
    {{ return(made.rows) }}
{% endmacro %}
