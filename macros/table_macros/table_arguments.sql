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
                select * {%- for name in groups %}, 0 as rankhouse_ungrouped_{{ name }} {%- endfor %}
                from query_table({{ table }})
            ) as given
    )
{%- endmacro %}

{# Whether a name is among those asked for; an error for one that is not known. #}
{% macro is_asked(name, argument, known, what) -%}
    case
        when len(coalesce({{ argument }}, [])) = 0
        then error({{ rankhouse.literal("no " ~ what ~ " was asked for: known are " ~ known | join(", ")) }})
        when
            not list_has_all(
                {{ rankhouse.text_list(known) }}, [lower(trim(asked)) for asked in {{ argument }}::varchar[]]
            )
        then
            error(
                {{ rankhouse.literal("unknown " ~ what ~ " among ") }}
                || {{ argument }}::varchar
                || {{ rankhouse.literal(": known are " ~ known | join(", ")) }}
            )
        else list_contains([lower(trim(asked)) for asked in {{ argument }}::varchar[]], {{ name }})
    end
{%- endmacro %}

{# True, or the error that names the grouping columns when the table lacks one of them. #}
{% macro has_groups(name, argument, table) -%}
    case
        when len(struct_keys({{ name }})) - 1 = len({{ argument }})
        then true
        else error({{ rankhouse.literal("by names a column that " ~ table ~ " lack: ") }} || {{ argument }}::varchar)
    end
{%- endmacro %}
