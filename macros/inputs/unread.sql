{#
Optional columns that are there and that nobody named: they would change the numbers, so that they are not read by themselves.
Python says so in a warning, and input_problems has a row; other queries cannot see what they do not read.
#}
{% macro says_unread(side, name, own) %}
    {%- set use = "columns={'" ~ name ~ "': '" ~ own ~ "'}" -%}
    {{ return(side ~ ": column '" ~ own ~ "' is there but does not count: name it with " ~ use) }}
{% endmacro %}

{% macro unread_checks(plan, side, names) %}
    {%- set checks = [] -%}
    {#- Python has its own warning, and reads no such column. -#}
    {%- for name in names if not plan.get("shown") and not rankhouse.is_named(plan, side, name) -%}
        {%- if rankhouse.may_have_column(plan, side, name) -%}
            {%- do checks.append(
                rankhouse.check(
                    side,
                    name,
                    name ~ " is not read",
                    rankhouse.says_unread(side, name, name),
                    refused="counted",
                    rows=rankhouse.values_if_there(plan, side, name),
                    of=none,
                )
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{% macro is_named(plan, side, name) %}
    {{ return(name in plan.columns or (side ~ "." ~ name) in plan.columns) }}
{% endmacro %}

{# Whether an input has a column, where that can be known before it is read: dbt knows it of what was built. #}
{% macro may_have_column(plan, side, name) %}
    {{ return(adapter.dispatch("may_have_column", "rankhouse")(plan, side, name)) }}
{% endmacro %}

{% macro default__may_have_column(plan, side, name) %}
    {{ return(dbt_version is defined and execute and name in rankhouse.columns_of_relation(plan[side])) }}
{% endmacro %}

{% macro duckdb__may_have_column(plan, side, name) %} {{ return(true) }}{% endmacro %}

{# A row for each that has a value. #}
{% macro values_if_there(plan, side, name) %}
    {{ return(adapter.dispatch("values_if_there", "rankhouse")(plan, side, name)) }}
{% endmacro %}

{% macro default__values_if_there(plan, side, name) -%}
    select 1 as one
    from {{ rankhouse.as_source(plan[side], side) }}
    where {{ rankhouse.own_column(side, name) }} is not null
{%- endmacro %}

{# A column that the source lacks is looked for outside of it, where it is NULL. #}
{% macro duckdb__values_if_there(plan, side, name) -%}
    select found.*
    from (select null as {{ rankhouse.quoted(name) }}) as absent
    cross join
        (
            select 1 as one
            from {{ rankhouse.as_source(plan[side], side) }}
            where {{ rankhouse.quoted(name) }} is not null
        ) as found
{%- endmacro %}
