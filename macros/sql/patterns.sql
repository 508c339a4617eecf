{# Parts of a step that follow from the measures that are asked for. #}
{# A column, or a line, that is there only when something needs it: `need` is one of the plan's needs. #}
{% macro needed(plan, need, text) %} {{ return(text if need in plan.needs else "") }}{% endmacro %}

{# A pattern for each of the plan's gains, stops, shares, ...: <gain> is the column, <value> what it holds. #}
{% macro per_gain(plan, which, pattern) %}
    {%- set columns = [] -%}
    {%- for each in plan[which] -%}
        {%- set filled = pattern | replace("<gain>", each.gain) | replace("<value>", each.worth) -%}
        {%- do columns.append(filled | replace("<wanted>", each.wanted)) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{#
A pattern for each measure of one of the plan's lists: <number>, <k>, ... are what it has under this name, NULL for none,
<measure>, <metric> and choices of options as literals.
#}
{% macro per_measure(plan, pattern, separator, which="measures") %}
    {%- set listed = [] -%}
    {%- for measure in plan[which] -%}
        {%- set text = namespace(filled=pattern) -%}
        {%- for name, value in measure.items() if "<" ~ name ~ ">" in pattern -%}
            {%- set is_text = name in ["measure", "metric"] or name in measure.get("texts", []) -%}
            {%- set sql = "null" if value is none else rankhouse.literal(value) if is_text else value -%}
            {%- set text.filled = text.filled | replace("<" ~ name ~ ">", sql) -%}
        {%- endfor -%}
        {%- do listed.append(text.filled) -%}
    {%- endfor -%}
    {{ return(listed | join(separator)) }}
{% endmacro %}
