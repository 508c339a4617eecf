{#
What is wrong with the inputs of a macro, one row per kind of problem that occurs: side, problem, n_rows, an example, the
message that refuses it, and who refuses it: everywhere (Python, dbt and DuckDB's table macros), python, or counted, which is
no reason to refuse anything. Give the relations of the macro by their names, such as run and judgments, or log. `macro` says
which one is asked for, by default the first one that reads such relations, and `options` other arguments of it that say what
is read: {"counts": true}. A column in both `by` and `judgments_by`, such as the day, is a group of both;
of detections, `judgments_by` is of the ground truth.
#}
{% macro input_problems(
    run=none,
    judgments=none,
    by=[],
    judgments_by=[],
    columns={},
    macro=none,
    options={},
    log=none,
    examination=none,
    run_by=[],
    ratings=none,
    human=none,
    machine=none,
    predictions=none,
    experiments=none,
    comparisons=none,
    detections=none,
    ground_truth=none,
    tries=none,
    preferences=none,
    searches=none,
    clicks=none
) -%}
    {%- do rankhouse.refuse_others("input_problems", kwargs) -%}
    {%- set relations = {"run": run, "judgments": judgments, "log": log, "examination": examination} -%}
    {%- do relations.update({"ratings": ratings, "human": human, "machine": machine}) -%}
    {%- do relations.update({"predictions": predictions, "experiments": experiments, "comparisons": comparisons}) -%}
    {%- do relations.update({"detections": detections, "ground_truth": ground_truth, "tries": tries}) -%}
    {%- do relations.update({"preferences": preferences, "searches": searches, "clicks": clicks}) -%}
    {%- set groups = {"by": by, "judgments_by": judgments_by, "run_by": run_by} -%}
    {%- set checked = rankhouse.checks_of_inputs(macro, relations, groups, columns, options) -%}
    {{ rankhouse.laid_out(rankhouse.input_problems_of(checked)) if execute }}
{%- endmacro %}

{% macro input_problems_of(checked, which="") %}
    {%- set answer = ["side", "problem", "n_rows", "example", "message", "refused"] -%}
    {{ return(rankhouse.problems_of(checked, answer, which)) }}
{% endmacro %}

{# What checked_inputs says of the macro whose inputs these are. #}
{% macro checks_of_inputs(macro, relations, groups, columns, options) %}
    {%- set reader = rankhouse.macro_of_inputs(macro, relations) -%}
    {%- do rankhouse.known_options(reader, options) -%}
    {%- set arguments = dict(options, columns=columns) -%}
    {%- for name, names in groups.items() if names or name == "by" -%}
        {%- do arguments.update({name: names}) -%}
    {%- endfor -%}
    {%- for side in rankhouse.checked_macro(reader).reads -%}
        {%- do arguments.update({side: relations[side]}) -%}
    {%- endfor -%}
    {{ return(rankhouse.checked_inputs(reader, arguments)) }}
{% endmacro %}

{# The macro that is asked for, or the first one that reads all relations that are given. #}
{% macro macro_of_inputs(macro, relations) %}
    {%- set known, given = rankhouse.checked_macros(), [] -%}
    {%- for side, relation in relations.items() if relation is not none -%}
        {%- do rankhouse.a_relation(side, relation) -%} {%- do given.append(side) -%}
    {%- endfor -%}
    {%- if macro is not none -%} {%- do rankhouse.one_of("macro", macro, known | list) -%} {%- endif -%}
    {%- for name, checked in known.items() if macro is none or name == macro -%}
        {%- if checked.needs in given and not given | reject("in", rankhouse.checked_macro(name).reads) | list -%}
            {{ return(name) }}
        {%- endif -%}
    {%- endfor -%}
    {{ exceptions.raise_compiler_error(rankhouse.says_no_inputs_of(macro, given)) }}
{% endmacro %}

{% macro known_options(macro, options) %}
    {%- set known = rankhouse.checked_macro(macro).options -%}
    {%- if options is not mapping or options | list | reject("in", known) | list -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_options(macro, known, options)) }}
    {%- endif -%}
{% endmacro %}

{% macro says_no_inputs_of(macro, given) %}
    {%- set read = [] -%}
    {%- for name in rankhouse.checked_macros() if macro is none or name == macro -%}
        {%- do read.append(name ~ " reads " ~ rankhouse.checked_macro(name).reads | join(", ")) -%}
    {%- endfor -%}
    {{
        return(
            "input_problems takes the relations of one macro, got "
            ~ (given | join(", ") or "no relation")
            ~ ": "
            ~ read
            | join("; ")
        )
    }}
{% endmacro %}

{% macro says_wrong_options(macro, known, options) %}
    {{
        return(
            "options is a dictionary of the arguments of "
            ~ macro
            ~ " that say what is read, "
            ~ ("which are " ~ known | join(", ") if known else "and it has no such argument")
            ~ ", got '"
            ~ options
            ~ "'"
        )
    }}
{% endmacro %}

{# The items that a query, within each group, has more than once. #}
{% macro repeated_items(relation, key) -%}
    select {{ rankhouse.listed(key + ["count(*) as n_copies"]) }}
    from {{ relation }} as listed
    where {{ key[-2] }} is not null and {{ key[-1] }} is not null
    group by {{ rankhouse.inline(key) }}
    having count(*) > 1
{%- endmacro %}
