{#
The columns of a table of metrics, from the first one named in `columns` to the last: their names in this order, and their
kinds (text or number). A contract for models whose grouping columns come from vars, and cannot be listed in yaml. dbt v2
sorts the keys of a dictionary: there its columns are found by name, and only a list has an order.
#}
{% macro test_has_columns(model, columns) %}
    {%- do rankhouse.refuse_others("test_has_columns", kwargs) -%}
    {%- set wanted = rankhouse.columns_wanted(columns) -%}
    {%- set is_sorted = columns is mapping and rankhouse.is_dbt_v2() -%}
    {%- set wrong = [] -%}
    {%- set found = adapter.get_columns_in_relation(model) if execute else [] -%}
    {%- set names = found | map(attribute="name") | map("lower") | list -%}
    {%- set first = names.index(wanted[0][0]) if wanted[0][0] in names else 0 -%}
    {%- for name, kind in wanted if execute -%}
        {%- set place = first + loop.index0 -%}
        {%- if is_sorted -%} {%- set place = names.index(name) if name in names else names | length -%} {%- endif -%}
        {%- set column = found[place] if place < found | length else none -%}
        {%- set kind_found = "nothing" if column is none else rankhouse.kind_of(column) -%}
        {%- if column is none or column.name | lower != name or kind_found != kind -%}
            {%- do wrong.append(
                "select "
                ~ rankhouse.literal(name)
                ~ " as wanted_column, "
                ~ rankhouse.literal(kind)
                ~ " as wanted_kind, "
                ~ rankhouse.literal("nothing" if column is none else column.name)
                ~ " as found_column, "
                ~ rankhouse.literal("nothing" if column is none else column.dtype)
                ~ " as found_type, "
                ~ rankhouse.literal(rankhouse.says_wrong_column(name, kind, column))
                ~ " as reason"
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ wrong | join(" union all ") if wrong else "select 1 as wanted from (select 1 as one) as nothing where 1 = 0" }}
{% endmacro %}

{% macro says_wrong_column(name, kind, column) %}
    {%- set found = "nothing" if column is none else column.name ~ " of type " ~ column.dtype -%}
    {{ return("expected " ~ name ~ " of kind " ~ kind ~ " in this place, found " ~ found) }}
{% endmacro %}

{# A list of dictionaries, or a single one, as a list of pairs of name and kind. #}
{% macro columns_wanted(columns) %}
    {%- set wanted = [] -%}
    {%- set entries = [columns] if columns is mapping or columns is not iterable else columns -%}
    {%- for entry in entries -%}
        {%- do wanted.extend(entry.items() | list if entry is mapping else [[entry, none]]) -%}
    {%- endfor -%}
    {%- if not wanted or wanted | map("last") | reject("in", ["text", "number", "other"]) | list -%}
        {{
            exceptions.raise_compiler_error(
                "columns is a list such as [{measure: text}, {value: number}], of kinds text, number and other, got "
                ~ columns
            )
        }}
    {%- endif -%}
    {%- do rankhouse.list_of_names("columns", wanted | map("first") | list) -%}
    {{ return(wanted) }}
{% endmacro %}

{#
The contracts of the ready-made models. Tests without arguments are written alike for every version of dbt, and stand under a
column, because the columns of a model that is switched off are none, and neither are their tests.
#}
{% macro test_columns_of_query_metrics(model, column_name=none) %}
    {%- do rankhouse.refuse_others("test_columns_of_query_metrics", kwargs) -%}
    {{
        rankhouse.test_has_columns(
            model, [{"measure": "text"}, {"metric": "text"}, {"k": "number"}, {"value": "number"}]
        )
    }}
{% endmacro %}

{% macro test_columns_of_metrics(model, column_name=none) %}
    {%- do rankhouse.refuse_others("test_columns_of_metrics", kwargs) -%}
    {%- set columns = [] -%}
    {%- for name in rankhouse.result_columns("metrics") -%}
        {%- do columns.append({name: "text" if name in ["measure", "metric"] else "number"}) -%}
    {%- endfor -%}
    {{ rankhouse.test_has_columns(model, columns) }}
{% endmacro %}

{% macro test_columns_of_wide_metrics(model, column_name=none) %}
    {%- do rankhouse.refuse_others("test_columns_of_wide_metrics", kwargs) -%}
    {{ rankhouse.test_has_columns(model, [{"n_queries": "number"}, {"n_missing": "number"}]) }}
{% endmacro %}

{% macro test_columns_of_partitions(model, column_name=none) %}
    {%- do rankhouse.refuse_others("test_columns_of_partitions", kwargs) -%}
    {{ rankhouse.test_has_columns(model, [{"n_items": "number"}, {"n_judgments": "number"}, {"fingerprint": "text"}]) }}
{% endmacro %}

{# One row for each group, query and measure: the columns up to `measure`. A row of the result is what is there twice. #}
{% macro test_unique_results(model, column_name=none) %}
    {%- do rankhouse.refuse_others("test_unique_results", kwargs) -%}
    {%- set key = [] -%}
    {%- for column in adapter.get_columns_in_relation(model) if execute -%}
        {%- if "measure" not in key | map("lower") | list -%} {%- do key.append(column.name) -%} {%- endif -%}
    {%- endfor -%}
    {%- set names = key or ["measure"] -%}
    {%- set key = rankhouse.inline(rankhouse.quoted_all(names)) -%}
    {%- set said = rankhouse.told_row("repeated", names) + [" is there ", [rankhouse.text("repeated.n_rows")]] -%}
    select repeated.*, {{ rankhouse.reason_of(said + [" times"]) }} as reason
    from (select {{ key }}, count(*) as n_rows from {{ model }} group by {{ key }} having count(*) > 1) as repeated
{% endmacro %}
