{#
Seeds as literals: dbt-spark in a session loads an empty cell as the text None and breaks at an apostrophe. dbt prefers a
project's own macro to the adapter's.
#}
{% macro spark__load_csv_rows(model, agate_table) %}
    {%- set types = model["config"].get("column_types", {}) -%}
    {%- set inserts = [] -%}
    {%- for rows in agate_table.rows | batch(get_batch_size()) -%}
        {%- set tuples = [] -%}
        {%- for row in rows -%}
            {%- set cells = [] -%}
            {%- for name in agate_table.column_names -%}
                {%- set cell = row[loop.index0] -%}
                {%- set type = types.get(name, adapter.convert_type(agate_table, loop.index0)) -%}
                {%- do cells.append(
                    "cast("
                    ~ ("null" if cell is none else rankhouse.literal(cell | string))
                    ~ " as "
                    ~ type
                    ~ ")"
                ) -%}
            {%- endfor -%}
            {%- do tuples.append("(" ~ cells | join(", ") ~ ")") -%}
        {%- endfor -%}
        {%- do inserts.append("insert into " ~ this.render() ~ " values " ~ tuples | join(", ")) -%}
        {%- do adapter.add_query(inserts[-1], abridge_sql_log=True) -%}
    {%- endfor -%}
    {{ return(inserts[0]) }}
{% endmacro %}
