{#
A step that is done `times` times, each on the rows of the time before. Where an engine groups and has windows in recursive queries
it is rankhouse_<name>, which counts in the column `step`; elsewhere it is written out, as rankhouse_<name>_1, _2 and so on.

`first`: the relation it starts from, which has these `columns`. `sql`: a select of them in their order, then counted(...), that reads
<before> once; <number> in it counts from 1 on. repeated_relation is what comes out in the end.
#}
{% macro repeated_steps(name, row, times, first, columns, sql, hint="") %}
    {%- if rankhouse.repeats_in_place() -%}
        {%- set before = "(select * from rankhouse_" ~ name ~ " where step <= " ~ times ~ ")" -%}
        {%- set start = "select\n" ~ rankhouse.inline(columns + ["1 as step"]) ~ "\nfrom " ~ first ~ " as begun" -%}
        {%- set next = sql | replace("<before>", before) | replace("<number>", "step") -%}
        {{ return([rankhouse.recursive_step(name, row, start ~ "\nunion all\n" ~ next)]) }}
    {%- endif -%}
    {%- set steps, at = [], {"before": first} -%}
    {%- for number in range(1, times + 1) -%}
        {%- set written = sql | replace("<before>", at["before"]) | replace("<number>", number | string) -%}
        {%- set step = rankhouse.step(name ~ "_" ~ number, row, written, hint if number == times else "") -%}
        {%- do steps.append(step) -%}
        {%- do at.update({"before": step.name}) -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{# Columns of the time before, as a relation for `from`. #}
{% macro selected_before(columns) %}
    {{ return("(\nselect\n" ~ rankhouse.listed(columns) ~ "\nfrom <before> as last\n)") }}
{% endmacro %}

{# The rows after the last time. #}
{% macro repeated_relation(name, times) %}
    {%- if rankhouse.repeats_in_place() -%}
        {{ return("(select * from rankhouse_" ~ name ~ " where step > " ~ times ~ ")") }}
    {%- endif -%}
    {{ return("rankhouse_" ~ name ~ "_" ~ times) }}
{% endmacro %}

{# The column that counts: "step + 1", or what hands it on. #}
{% macro counted(step="step + 1") %}
    {{ return([step ~ " as step"] if rankhouse.repeats_in_place() else []) }}
{% endmacro %}

{% macro repeats_in_place() %} {{ return(adapter.dispatch("repeats_in_place", "rankhouse")()) }}{% endmacro %}

{% macro default__repeats_in_place() %} {{ return(false) }}{% endmacro %}

{% macro duckdb__repeats_in_place() %} {{ return(true) }}{% endmacro %}

{% macro postgres__repeats_in_place() %} {{ return(true) }}{% endmacro %}

{# Has no windows in recursive queries. #}
{% macro redshift__repeats_in_place() %} {{ return(false) }}{% endmacro %}
