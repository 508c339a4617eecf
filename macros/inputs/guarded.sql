{#
Inputs of a table macro, or of dbt where one is a text, with columns that stop the engine where they are of a type that is not
read: a dictionary of those of `reads` that need it, as subqueries. DuckDB knows types when it plans a query, so that nothing
is left of a condition that holds, and there alone nobody has asked for them before: dbt asks its catalogue of what it has
built, Python looks at its tables.
Arguments as of require_columns; ids and groups are compared with those of the first input.
#}
{% macro guarded_inputs(plan, reads, numbers, ids, alike=[]) %}
    {%- set guarded, sides = {}, [] -%}
    {%- for side in reads if plan.get(side) is not none -%}
        {%- if dbt_version is defined or rankhouse.is_of_call(plan[side]) -%}
            {%- do sides.append(side) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for side in sides -%}
        {%- set refusals = rankhouse.refusals_of_numbers(plan, side, reads[side], numbers) -%}
        {%- if loop.first -%}
            {%- do refusals.extend(rankhouse.refusals_of_ids(plan, reads, sides, ids, alike)) -%}
        {%- endif -%}
        {%- if refusals -%}
            {%- do guarded.update({side: rankhouse.guarded_input(plan[side], side, refusals)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(guarded) }}
{% endmacro %}

{#
What is refused of the columns of an input that are to be numbers: the column, the condition, what is said, and a value of a type
that the query can be planned with.
#}
{% macro refusals_of_numbers(plan, side, names, numbers) %}
    {%- set refusals = [] -%}
    {%- for number in numbers -%}
        {%- set check = rankhouse.number_check(plan, side, number) if number is string else number -%}
        {%- if check.column in names -%}
            {%- set name = rankhouse.name_of_column(plan, side, check.column) -%}
            {%- set column = rankhouse.own_column(side, name) -%}
            {%- set said = rankhouse.says_other_kind(check, name) -%}
            {%- do refusals.append(
                {
                    "name": name,
                    "when": "not " ~ rankhouse.is_of_kinds(column, check.kinds),
                    "said": rankhouse.said_around(said, [rankhouse.constant_type(column)]),
                    "right": "null::"
                    ~ {"number": "double", "text": "varchar", "time": "date"}[check.kinds[0]],
                }
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(refusals) }}
{% endmacro %}

{# The same of ids and groups that are compared with another input's, whose columns are read for their types alone. #}
{% macro refusals_of_ids(plan, reads, sides, ids, alike) %}
    {%- set first, pairs, refusals = sides[0], [], [] -%}
    {%- for other in sides[1:] -%}
        {%- for id in ids if id in reads[first] and id in reads[other] -%}
            {%- set own = rankhouse.name_of_column(plan, first, id) -%}
            {%- do pairs.append([own, other, rankhouse.name_of_column(plan, other, id)]) -%}
        {%- endfor -%}
        {%- for name in plan.get("groups", {}).get("shared_group", []) if other == sides[1] -%}
            {%- do pairs.append([name, other, name]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if alike -%}
        {%- set own = rankhouse.name_of_column(plan, first, alike[0]) -%}
        {%- do pairs.append([own, first, rankhouse.name_of_column(plan, first, alike[1])]) -%}
    {%- endif -%}
    {%- for own, other, name in pairs if not rankhouse.holds_all_columns(own) -%}
        {%- set column = rankhouse.own_column(first, own) -%}
        {%- set theirs = (
            rankhouse.own_column(first, name)
            if other == first
            else rankhouse.value_of_type(plan[other], other, name)
        ) -%}
        {%- set said = rankhouse.says_two_types(first, own, other, name) -%}
        {%- set types = [rankhouse.constant_type(column), rankhouse.constant_type(theirs)] -%}
        {%- do refusals.append(
            {
                "name": own,
                "when": types | join("\n<> ") ~ "\nand not " ~ rankhouse.are_of_one_kind(types),
                "said": rankhouse.said_around(said, types),
                "right": theirs,
            }
        ) -%}
    {%- endfor -%}
    {{ return(refusals) }}
{% endmacro %}

{#
A value of the type of another input's column. Of one that is missing DuckDB would say that the input is not there, had it
looked for the column in the query around.
#}
{% macro value_of_type(relation, side, name) %}
    {%- set column, source = rankhouse.quoted(name), rankhouse.alias_of(side) -%}
    {%- set found = rankhouse.with_replaced(relation, side, [column ~ " as " ~ column]) -%}
    {{ return("(select " ~ source ~ "." ~ column ~ "\nfrom " ~ found ~ " as " ~ source ~ "\nlimit 0)") }}
{% endmacro %}

{# A sentence as SQL, with values between its parts. #}
{% macro said_around(parts, values) %}
    {%- set said = [] -%}
    {%- for part in parts -%}
        {%- do said.append(rankhouse.literal(part)) -%}
        {%- if loop.index0 < values | length -%} {%- do said.append(values[loop.index0]) -%} {%- endif -%}
    {%- endfor -%}
    {{ return("\n" ~ said | join("\n|| ") ~ "\n") }}
{% endmacro %}

{# Within the columns, because conditions on rows are tried in any order. #}
{% macro guarded_input(relation, side, refusals) %}
    {%- set by_name, columns = {}, [] -%}
    {%- for refusal in refusals -%}
        {%- if refusal.name not in by_name -%} {%- do by_name.update({refusal.name: []}) -%} {%- endif -%}
        {%- do by_name[refusal.name].append(refusal) -%}
    {%- endfor -%}
    {%- for name, cases in by_name.items() -%}
        {%- set column = rankhouse.guarded_column(rankhouse.own_column(side, name), cases) -%}
        {%- do columns.append(column ~ " as " ~ rankhouse.quoted(name)) -%}
    {%- endfor -%}
    {{ return(rankhouse.with_replaced(relation, side, columns)) }}
{% endmacro %}

{#
A column that stops the engine. It is of another type then, or the engine would refuse in its own words what is made of it while it
plans the query. The type is that of a field, chosen by a constant; a column of NULL alone has none.
#}
{% macro guarded_column(column, refusals) %}
    {%- set stops, chosen, fields = [], [], ["'own': " ~ column, "'text': null::varchar"] -%}
    {%- for each in refusals -%}
        {%- set field = "'right_" ~ loop.index ~ "'" -%}
        {%- do stops.append("when " ~ each.when ~ "\nthen error(" ~ each.said ~ ")") -%}
        {%- do chosen.append("when " ~ each.when ~ "\nthen " ~ field) -%}
        {%- do fields.append(field ~ ": " ~ each.right) -%}
    {%- endfor -%}
    {%- for value, field in [[column, "own"], [refusals[0].right, "right_1"]] -%}
        {%- set is_typed = rankhouse.constant_type(value) ~ " <> '\"NULL\"'" -%}
        {%- do chosen.append("when " ~ is_typed ~ "\nthen " ~ rankhouse.literal(field)) -%}
    {%- endfor -%}
    {%- set type = (
        "struct_extract({\n" ~ rankhouse.listed(fields) ~ "\n}, case\n" ~ chosen
        | join("\n") ~ "\nelse 'text'\nend)"
    ) -%}
    {{ return("case\n" ~ stops | join("\n") ~ "\nelse cast_to_type(\n" ~ column ~ ",\n" ~ type ~ "\n)\nend") }}
{% endmacro %}
