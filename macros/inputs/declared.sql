{#
A family declares its tables once, in this folder: reads_tries() is a short example. From it follow the columns that may be
renamed and those that have to be there, the step that reads a table, the checks, the table macro and Python's function.

    tables    by the arguments that take them, in their order:
        columns   by our names, in the order in which they are read, each a type, or a dictionary of it and
            optional   true: read where `columns` names it; without it no row is left out
            role       true: the argument of this name says which column it is
            found      true: Python reads it of a table that has it, named or not
            unchecked  true: rows without a value are left out, and nobody is told
            aside      true: Python reads and checks it, and the query does not
            advice     what to do about rows without a value, or with a wrong one
            of         the values of a choice; the id whose rows are of one cluster, by default query_id
            within     of a value: how far from 0 it may be, by default 1e100; finite
        example   by which columns a row is found, by default its ids
        once      no two rows have the same values of `columns`: problem, said, advice and of, as in a check; refused, python
                  by default; sampled, as in repeated_check; overall, true: nor have two rows of different groups
        ungrouped true: `by` names columns of the other tables
    alike     two columns of the first table that are compared with each other
    options   arguments beside the roles that say what is checked
    more      the macro that makes further checks of a plan; a call that is never made shows it to dbt, which sees calls alone

    type      is read as                          rows without are    Python refuses              every way in refuses
    id        it is                               left out            NULL
    kept      it is                               read
    number    a number                            left out            NULL, NaN, infinite, text
    value     a number; NaN, too far from 0:      read                text; with `advice` NaN
              NULL                                                    and what is too far from 0
    grade     by a step of the family's own       as it says          NULL, NaN, text; beyond
                                                                      1e100
    outcome   1 or 0, of true or false, 1 or 0    left out            NULL, text                  another number
    choice    it is                               left out            NULL                        another text
    weight    it is                               read                text
    cluster   cluster_name, a text                read                a query of several
#}
{# The columns of a table by name, each as a dictionary. #}
{% macro dictionaries_declared(table) %}
    {%- set columns = {} -%}
    {%- for name, spec in table.columns.items() -%}
        {%- do columns.update({name: {"type": spec} if spec is string else spec}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# Those that a plan reads. #}
{% macro columns_declared(plan, side) %}
    {%- set columns = {} -%}
    {%- for name, column in rankhouse.dictionaries_declared(plan.declared.tables[side]).items() -%}
        {%- set may_lack = column.get("optional", false) or column.get("role", false) -%}
        {%- if not may_lack or rankhouse.is_named(plan, side, name) -%}
            {%- do columns.update({name: column}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# Our names of the columns of all tables with these marks, such as role: true of those that an argument names. #}
{% macro names_declared(declared, marks) %}
    {%- set names = [] -%}
    {%- for table in declared.tables.values() -%}
        {%- for name, column in rankhouse.dictionaries_declared(table).items() -%}
            {%- set wrong = [] -%}
            {%- for mark, value in marks.items() -%}
                {%- if column.get(mark, false) != value -%} {%- do wrong.append(mark) -%} {%- endif -%}
            {%- endfor -%}
            {%- if not wrong -%} {%- do names.append(name) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(names | unique | list) }}
{% endmacro %}

{# What tells the rows of a table apart, unless it is optional. #}
{% macro ids_declared(table) %}
    {%- set ids = [] -%}
    {%- for name, column in rankhouse.dictionaries_declared(table).items() -%}
        {%- if column.type == "id" and not column.get("optional", false) -%} {%- do ids.append(name) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(ids) }}
{% endmacro %}

{# By these rows of all tables meet. #}
{% macro shared_ids(declared) %}
    {%- set lists = [] -%}
    {%- for table in declared.tables.values() -%} {%- do lists.append(rankhouse.ids_declared(table)) -%} {%- endfor -%}
    {%- set ids = [] -%}
    {%- for name in lists[0] if name.endswith("_id") -%}
        {%- set of_tables = [] -%}
        {%- for listed in lists if name in listed -%} {%- do of_tables.append(listed) -%} {%- endfor -%}
        {%- if of_tables | length == lists | length -%} {%- do ids.append(name) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(ids) }}
{% endmacro %}

{#
What a query needs to know of its inputs, all arguments checked: its own, `by`, `columns`, and in dbt that the columns are there.
`told`: what is known of inputs that have been looked at, as in checks_of.
#}
{% macro plan_of(macro, declared, arguments, by, columns, told={}) %}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- do rankhouse.known_columns(
        columns, rankhouse.names_declared(declared, {"role": false}), declared.tables | list
    ) -%}
    {%- set plan = dict(rankhouse.read_arguments(macro, arguments), declared=declared) -%}
    {%- set names, roles = dict(columns), rankhouse.names_declared(declared, {"role": true}) -%}
    {%- for role in rankhouse.names_declared(declared, {"type": "cluster"}) -%}
        {%- do rankhouse.names_beside_role("by", by, role, plan.get(role)) -%}
    {%- endfor -%}
    {%- for role in roles if plan.get(role) is not none -%} {%- do names.update({role: plan[role]}) -%} {%- endfor -%}
    {%- do plan.update(dict(rankhouse.groups_of(by), columns=names)) -%}
    {%- do plan.update(told) -%}
    {%- do plan.update({"checks": rankhouse.checks_declared(plan)}) -%}
    {%- do plan.update(rankhouse.require_declared(plan, roles)) -%}
    {{ return(plan) }}
{% endmacro %}

{# That the columns are there, of types that can be read: see require_columns. #}
{% macro require_declared(plan, roles) %}
    {%- set reads, numbers, lists = {}, [], [] -%}
    {%- for side, table in plan.declared.tables.items() -%}
        {%- set names = [] -%}
        {%- for name, column in rankhouse.columns_declared(plan, side).items() if not column.get("aside", false) -%}
            {%- do names.append(name) -%}
            {%- if column.type in rankhouse.number_types() -%} {%- do numbers.append(name) -%} {%- endif -%}
        {%- endfor -%}
        {%- do reads.update({side: names}) -%}
        {%- if not table.get("ungrouped", false) -%} {%- do lists.append(["by", side]) -%} {%- endif -%}
    {%- endfor -%}
    {%- set shared = dict(plan, groups={"shared_group": plan.outputs}) if lists | length > 1 else plan -%}
    {%- set alike = plan.declared.get("alike", []) -%}
    {%- set ids = rankhouse.shared_ids(plan.declared) if reads | length > 1 else [] -%}
    {{ return(rankhouse.require_columns(shared, reads, numbers | unique | list, ids, roles, lists, alike)) }}
{% endmacro %}

{% macro number_types() %} {{ return(["number", "value", "grade", "outcome", "weight"]) }}{% endmacro %}
