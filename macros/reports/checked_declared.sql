{# What the checks of declared tables look at, from the arguments of a macro: of others than tables those that say what is checked. #}
{% macro checked_declared(macro, arguments) %}
    {%- set entry = rankhouse.checked_macro(macro) -%}
    {%- set asked = {} -%}
    {%- for name in entry.reads + entry.options -%} {%- do asked.update({name: arguments.get(name)}) -%} {%- endfor -%}
    {%- set told, by, columns = (
        rankhouse.told_of_inputs(arguments),
        arguments.get("by", []),
        arguments.get("columns", {}),
    ) -%}
    {%- set plan = rankhouse.plan_of(macro, entry.declared, asked, by, columns, told) -%}
    {%- set checks, optional = plan.checks, rankhouse.names_declared(entry.declared, {"optional": true}) -%}
    {%- for side in entry.reads -%}
        {%- do checks.extend(rankhouse.unread_checks(plan, side, optional)) -%}
    {%- endfor -%}
    {{ return(rankhouse.checked_relations(checks, plan, entry.reads)) }}
{% endmacro %}

{# An entry of checked_macros whose family declares its tables. #}
{% macro checked_as_declared(entry) %}
    {%- set declared = entry.declares() -%}
    {{
        return(
            dict(
                entry,
                checked=rankhouse.checked_declared,
                declared=declared,
                reads=declared.tables | list,
                options=rankhouse.names_declared(declared, {"role": true}) + declared.get("options", []),
            )
        )
    }}
{% endmacro %}
