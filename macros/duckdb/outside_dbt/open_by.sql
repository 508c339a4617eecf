{#
Grouping columns that a plain table macro of DuckDB leaves open: `by` is a parameter, a list of names that the parser has to
know. The columns of these names are one column of the table, which the package's macros group by; they are themselves
again in the answer. A column that is always there goes along, because the parser refuses a set of none.
#}
{#
The query of one of the package's macros. `first`: its table that has the columns; `arguments`: all others; `is_grouped`:
whether the answer has the columns.
#}
{% macro open_by(macro, first, arguments, is_grouped=true) -%}
    {%- set by = rankhouse.open_list('"by"') -%}
    {%- set rows -%}
        select
        *,
        {{ rankhouse.open_key(by) }} as rankhouse_columns
        from {{ rankhouse.open_table(first) }}
        where {{ rankhouse.open_refusals(rankhouse.names_taken(macro) if is_grouped else []) }}
    {%- endset -%}
    {%- set arguments = dict(arguments, by=["rankhouse_columns"]) -%}
    {%- do arguments.update({first: "(select * from rankhouse_grouped_rows)"}) -%}
    {%- set steps = [
        rankhouse.open_grouping(by),
        rankhouse.step("grouped_rows", "a row of the table, with what it is grouped by", rows),
        rankhouse.step("answer", "a row of the answer", rankhouse[macro](**arguments)),
    ] -%}
    {%- set is_ordered = rankhouse.table_macros()[macro].get("ordered", true) -%}
    {{ rankhouse.open_answer(steps, ["rankhouse_columns"] if is_grouped else [], is_ordered) }}
{%- endmacro %}

{# A list of texts, which may be one text. #}
{% macro open_list(parameter) %}
    {{ return("coalesce(try_cast(" ~ parameter ~ " as varchar[]), [" ~ parameter ~ "::varchar])") }}
{% endmacro %}

{% macro open_table(table) %}
    {{ return("(select *, true as rankhouse_every from query_table(" ~ table ~ "))") }}
{% endmacro %}

{% macro open_key(names) -%} {{ "struct_pack(*columns(\n" ~ names ~ "\n|| ['rankhouse_every']\n))" }} {%- endmacro %}

{# `shared`: those that a second table has, too. #}
{% macro open_grouping(shared) %}
    {%- set sql -%}
        select
        {{ rankhouse.open_list('"by"') }} as names,
        {{ shared }} as shared_names
    {%- endset -%}
    {{ return(rankhouse.step("grouping", "the names of the grouping columns", sql)) }}
{% endmacro %}

{# The checks of grouping columns that exist, with the messages of check_groups. `names`: those of the answer. #}
{% macro open_refusals(names) -%}
    {%- set taken = "list_intersect(grouping.names, [" ~ rankhouse.literals(names) ~ "])" -%}
    {%- set like_a_result = rankhouse.says_named_like_a_result("by", "<name>").split("<name>") -%}
    {%- set many = "by names more than " ~ rankhouse.open_places() ~ " columns: " -%}
    {%- set not_in_by = "judgments_by lists the columns of by that the judgments also have, got " -%}
    (
        select
            case
                when len(list_distinct(grouping.names)) < len(grouping.names)
                then error('by names a column twice: ' || grouping.names::varchar)
                {%- if names %}
                    when len({{ taken }}) > 0
                    then
                        error(
                            {{ rankhouse.literal(like_a_result[0]) }}
                            || {{ taken }} [1]
                            || {{ rankhouse.literal(like_a_result[1]) }}
                        )
                {%- endif %}
                when len(grouping.names) > {{ rankhouse.open_places() }}
                then error({{ rankhouse.literal(many) }} || grouping.names::varchar)
                when not list_has_all(grouping.names, grouping.shared_names)
                then error({{ rankhouse.literal(not_in_by) }} || grouping.shared_names::varchar)
                else true
            end
        from rankhouse_grouping as grouping
    )
{%- endmacro %}

{# rankhouse_answer under the user's names, in the order of `by`. `keys`: its columns that hold the user's. #}
{% macro open_answer(steps, keys, is_ordered) -%}
    {%- if not keys -%}
        {%- set sql = "select *\nfrom rankhouse_answer\n" ~ ("order by all" if is_ordered else "") -%}
        {{ return(rankhouse.laid_out(rankhouse.query_of(steps, "the same", sql))) }}
    {%- endif -%}
    {%- set by = rankhouse.open_list('"by"') -%}
    {%- set columns, named = [], [] -%}
    {%- for place in range(1, rankhouse.open_places() + 1) -%}
        {%- do columns.append("columns([coalesce((" ~ by ~ ")[" ~ place ~ "], 'rankhouse_every')])") -%}
    {%- endfor -%}
    {%- do columns.append("columns(lambda name: not list_contains(" ~ by ~ ", name))") -%}
    {%- for key in keys -%} {%- do named.append("unnest(answer." ~ key ~ ")") -%} {%- endfor -%}
    {%- set sql -%}
        select columns(lambda name: not starts_with(name, 'rankhouse_every'))
        from (
            select
            {{ rankhouse.listed(columns) }}
            from (
                select
                {{ rankhouse.listed(named) }},
                * exclude ({{ rankhouse.inline(keys) }})
                from rankhouse_answer as answer
            )
        )
        {{ "order by all" if is_ordered }}
    {%- endset -%}
    {{ rankhouse.laid_out(rankhouse.query_of(steps, "the same under the names of the grouping columns", sql)) }}
{%- endmacro %}

{# Up to this many grouping columns keep the order of `by`. #}
{% macro open_places() %} {{ return(5) }}{% endmacro %}
