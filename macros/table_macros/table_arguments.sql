{#
Tables, columns and groups that are arguments of a table macro; see arguments.sql. `$table` is an argument, `columns`
names the argument of each column that is read.
#}
{% macro argument_rows(table, columns, groups) -%}
    (
        select
            {%- for name, condition in groups.items() %}
                {{ rankhouse.packed_columns(name, "rankhouse_ungrouped_" ~ name, condition) }},
            {%- endfor %}
            {%- for column in columns %}
                {{ rankhouse.argument_column(column) }} as {{ column }}{{ "," if not loop.last }}
            {%- endfor %}
        from
            (
                select
                    * {%- for name in groups %}, 0 as rankhouse_ungrouped_{{ name }} {%- endfor %}
                from query_table({{ table }})
            ) as given
    )
{%- endmacro %}
