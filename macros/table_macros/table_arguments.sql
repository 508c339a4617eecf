{#
The rows of a table that is an argument of a table macro, see arguments.sql: the columns that the arguments of these
names name, and the grouping columns packed into structs. `groups` has the condition of each struct's columns, `names`
is the argument that lists all of them: a name that the table lacks is an error, which calls it `lacking`.
#}
{% macro argument_rows(side, columns, groups, names, lacking) -%}
    {%- set n_columns = [] -%}
    {%- for name in groups -%} {%- do n_columns.append("len(struct_keys(packed." ~ name ~ ")) - 1") -%} {%- endfor -%}
    (
        select packed.*
        from
            (
                select
                    {{ rankhouse.packed_groups(groups) }}
                    {%- for column in columns %}, {{ rankhouse.argument_column(column) }} as {{ column }} {%- endfor %}
                from (select *, {{ rankhouse.group_constants(groups) }} from query_table({{ "$" ~ side }})) as given
            ) as packed
        where
            case
                when {{ n_columns | join(" + ") }} = len({{ names }})
                then true
                else
                    error(
                        {{ rankhouse.literal(names[1:] ~ " names a column that " ~ lacking ~ " lacks: ") }}
                        || {{ names }}::varchar
                    )
            end
    )
{%- endmacro %}

{# The grouping columns of no row at all: every value NULL, but for the constants that keep the structs from being empty. #}
{% macro no_argument_row(side, groups) -%}
    (
        select {{ rankhouse.packed_groups(groups) }}
        from
            (
                select given.*, {{ rankhouse.group_constants(groups) }}
                from (select 1 as one) as single
                left join query_table({{ "$" ~ side }}) as given on false
            ) as given
    )
{%- endmacro %}

{% macro packed_groups(groups) %}
    {%- set packed = [] -%}
    {%- for name, condition in groups.items() -%}
        {%- do packed.append(rankhouse.packed_columns(name, "rankhouse_ungrouped_" ~ name, condition)) -%}
    {%- endfor -%}
    {{ return(packed | join(", ")) }}
{% endmacro %}

{% macro group_constants(groups) %}
    {%- set constants = [] -%}
    {%- for name in groups -%} {%- do constants.append("0 as rankhouse_ungrouped_" ~ name) -%} {%- endfor -%}
    {{ return(constants | join(", ")) }}
{% endmacro %}

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
