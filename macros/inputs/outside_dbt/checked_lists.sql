{#
What Python looks at before it asks a macro that has no checks of its own: `tables` as list_checks takes them, with is_list where
each row is an item of a query, and `common`: pairs of sides that have some id in common.
#}
{% macro checked_lists(arguments) %}
    {%- set checks, sources, plan = [], {}, dict(arguments, knows_types=true) -%}
    {%- for table in arguments.tables -%}
        {%- do sources.update({table.side: arguments[table.side]}) -%}
        {%- do checks.extend(rankhouse.list_checks(plan, table)) -%}
    {%- endfor -%}
    {%- for table in arguments.tables if table.has_orders -%}
        {%- do checks.extend(rankhouse.rank_order_checks(arguments, table.side, table.by)) -%}
    {%- endfor -%}
    {%- for side, other, id in arguments.common -%}
        {%- do checks.append(rankhouse.common_check(arguments, side, other, id)) -%}
    {%- endfor -%}
    {%- for table in arguments.tables if table.is_list -%}
        {%- do checks.append(rankhouse.single_items_check(arguments, table)) -%}
    {%- endfor -%}
    {{ return({"checks": checks, "sources": sources, "steps": []}) }}
{% endmacro %}
