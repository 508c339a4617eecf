{# Checks of tables that are declared: each table by itself, then rows that are there twice, then the family's own. #}
{% macro checks_declared(plan) %}
    {%- set checks, of_several = [], [] -%}
    {%- for side, table in plan.declared.tables.items() -%}
        {%- do checks.extend(rankhouse.checks_of_table(plan, side, table)) -%}
        {%- do of_several.extend(rankhouse.checks_of_rows_together(plan, side, table)) -%}
    {%- endfor -%}
    {%- set more = plan.declared.get("more") -%}
    {{ return(checks + of_several + ([] if more is none else more(plan))) }}
{% endmacro %}

{# The grouping columns that a table has. #}
{% macro outputs_declared(plan, table) %}
    {{ return([] if table.get("ungrouped", false) else plan.outputs) }}
{% endmacro %}

{# A table that is empty; columns of another type; rows without a value; wrong values. #}
{% macro checks_of_table(plan, side, table) %}
    {%- set by, ids = rankhouse.outputs_declared(plan, table), rankhouse.ids_declared(table) -%}
    {%- set columns = rankhouse.columns_declared(plan, side) -%}
    {%- set of_ids = rankhouse.example_of(plan, side, ids, by) -%}
    {%- set example = rankhouse.example_of(plan, side, table.get("example") or ids or columns | list, by) -%}
    {%- set kinds, missing, wrong = [], [], [] -%}
    {%- for name, column in columns.items() -%}
        {%- if column.type in rankhouse.number_types() and not column.get("role", false) -%}
            {%- do kinds.append(rankhouse.number_check(plan, side, name)) -%}
        {%- endif -%}
        {%- if column.type in ["id", "number", "grade", "outcome", "choice"] and not column.get("unchecked", false) -%}
            {%- set found_by = of_ids if name in ids else example -%}
            {%- do missing.append(rankhouse.missing_declared(plan, side, name, column, found_by)) -%}
        {%- endif -%}
        {%- do wrong.extend(rankhouse.wrong_declared(plan, side, name, column, example)) -%}
    {%- endfor -%}
    {{ return([rankhouse.empty_check(plan, side)] + kinds + missing + wrong) }}
{% endmacro %}

{% macro missing_declared(plan, side, name, column, example) %}
    {#- The advice of other types is on wrong values. -#}
    {%- set advice = "leave these rows out or fill them in" -%}
    {%- if column.type == "id" -%}
        {%- set advice = column.get("advice", "leave them out or give them an id") -%}
    {%- endif -%}
    {%- set is_number = column.type in ["number", "grade"] -%}
    {%- set read = rankhouse.label_number(rankhouse.renamed(side, name, plan.columns)) if column.type == "grade" -%}
    {{ return(rankhouse.missing_check(plan, side, name, example, advice, is_number, read)) }}
{% endmacro %}

{# Wrong values of a column. #}
{% macro wrong_declared(plan, side, name, column, example) %}
    {%- set own, shown = rankhouse.renamed(side, name, plan.columns), " " ~ rankhouse.in_column(plan, side, name) -%}
    {%- set advice = column.get("advice", "give it a smaller number") -%}
    {%- if column.type == "number" -%} {{ return([rankhouse.infinite_check(plan, side, name, example, own)]) }}
    {%- elif column.type == "outcome" -%}
        {%- set problem, refused = name ~ " is not 0 or 1", "everywhere" -%}
        {%- set said = "a value of " ~ name ~ " that is neither 0 nor 1" -%}
        {%- set right = rankhouse.label_number(own) ~ " in (0, 1)" -%}
    {%- elif column.type == "choice" -%}
        {%- set problem, refused = (
            name ~ " is not " ~ column.of[:-1] | join(", ") ~ " or " ~ column.of[-1],
            "everywhere",
        ) -%}
        {%- set said = (
            "a "
            ~ name
            ~ " that is neither "
            ~ rankhouse.literals(column.of[:-1])
            ~ " nor '"
            ~ column.of[-1]
            ~ "'"
        ) -%}
        {%- set right = rankhouse.text(own) ~ " in (" ~ rankhouse.literals(column.of) ~ ")" -%}
    {%- elif column.type == "grade" -%}
        {%- set problem, refused = name ~ " is beyond 1e100", "python" -%}
        {%- set said, number = "a " ~ name ~ " beyond 1e100", rankhouse.grade_number(own) -%}
        {%- set right = rankhouse.is_moderate(number) -%}
    {%- elif column.type == "value" and "advice" in column -%}
        {%- set limit, refused = column.get("within", "1e100"), "python" -%}
        {%- set problem = name ~ " is NaN or beyond " ~ limit -%}
        {%- set said = rankhouse.with_article(name) ~ " that is NaN or beyond " ~ limit -%}
        {%- set right = rankhouse.is_within(rankhouse.double(own), limit) -%}
    {%- else -%} {{ return([]) }}
    {%- endif -%}
    {%- set when = "not (" ~ right ~ ")" ~ (" and " ~ rankhouse.is_number(number) if column.type == "grade" else "") -%}
    {{
        return(
            [rankhouse.check(side, name, problem, said ~ shown, advice, refused=refused, when=when, example=example)]
        )
    }}
{% endmacro %}

{# Rows that are there twice, where all columns that tell them apart are read, and ids of several clusters. #}
{% macro checks_of_rows_together(plan, side, table) %}
    {%- set checks, columns = [], rankhouse.columns_declared(plan, side) -%}
    {%- set once = table.get("once") -%}
    {%- if once is not none and not once.columns | reject("in", columns | list) | list -%}
        {#- Rows without one of these columns are another problem, or none. -#}
        {%- set there = rankhouse.all_are_there(plan, side, once.columns) -%}
        {%- set is_grouped = not table.get("ungrouped", false) and not once.get("overall", false) -%}
        {%- do checks.append(
            rankhouse.repeated_check(
                plan,
                side,
                once.columns,
                plan.outputs if is_grouped else [],
                once.problem,
                once.said,
                once.advice,
                once.of,
                refused=once.get("refused", "python"),
                sampled=once.get("sampled"),
                where=there,
                tells_apart=is_grouped,
            )
        ) -%}
    {%- endif -%}
    {%- set of = columns.get("cluster", {}).get("of", "query_id") -%}
    {#- An id that is there once is of one cluster. -#}
    {%- if "cluster" in columns and (once or {}).get("columns") != [of] -%}
        {%- do checks.append(rankhouse.cluster_check(plan, side, of)) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}
