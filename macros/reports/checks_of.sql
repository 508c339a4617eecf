{#
What is wrong with the inputs of a macro, one row per kind of problem that occurs, in the order in which it is told: side,
problem, n_rows, example, message, refused (everywhere, python or counted), column_name and place. `arguments`: those of the
macro, by name, of which relations, columns, groups and options that say what is read count; and besides
    shown    what people call the inputs, by side, such as their files
    one_in   of the inputs in which duplicates are searched in a sample: one in how many
#}
{% macro checks_of(macro, arguments) -%}
    {%- set answer = ["side", "problem", "n_rows", "example", "message", "refused", "column_name", "place"] -%}
    {{ rankhouse.laid_out(rankhouse.problems_query(macro, arguments, answer)) if execute }}
{%- endmacro %}

{% macro problems_query(macro, arguments, answer) %}
    {%- set checked = rankhouse.checked_inputs(macro, arguments) -%}
    {%- set checks = checked.checks | rejectattr("kinds") | list -%}
    {%- set steps = rankhouse.found_problems(checks, checked.sources, checked.steps) -%}
    {%- set sql = "select\n" ~ rankhouse.listed(answer) ~ "\nfrom rankhouse_problems\nwhere n_rows > 0" -%}
    {{ return(rankhouse.query_of(steps, "a kind of problem that occurs", sql)) }}
{% endmacro %}

{# The checks of a macro, the relations that they look at, and the steps that these need. #}
{% macro checked_inputs(macro, arguments) %}
    {{ return(rankhouse[rankhouse.checked_macros()[macro].family](macro, arguments)) }}
{% endmacro %}

{#
The macros whose inputs are checked:
    family    the macro that says how
    reads     their relations; needs: the one that has to be there
    options   of their other arguments those that say what is read
#}
{% macro checked_macros() %}
    {%- set run = {"family": "checked_runs", "reads": ["run", "judgments"], "needs": "run", "options": []} -%}
    {%- set clicks = {"family": "checked_clicks", "needs": "log", "options": ["counts", "first_position"]} -%}
    {{
        return(
            {
                "metrics": run,
                "click_judgments": dict(clicks, reads=["log", "examination"]),
                "position_bias": dict(clicks, reads=["log"]),
            }
        )
    }}
{% endmacro %}
