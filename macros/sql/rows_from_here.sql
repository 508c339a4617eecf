{#
The order and the frame of a window over the rows from `start` on: "current row" or "1 following". Postgres computes an
aggregate such as max() again for every row where a frame's start moves, so it goes through the rows from their end.
#}
{% macro rows_from_here(column, direction="asc", start="current row") %}
    {{ return(adapter.dispatch("rows_from_here", "rankhouse")(column, direction, start)) }}
{% endmacro %}

{% macro default__rows_from_here(column, direction, start) %}
    {{ return("order by " ~ column ~ " " ~ direction ~ " rows between " ~ start ~ " and unbounded following") }}
{% endmacro %}

{% macro postgres__rows_from_here(column, direction, start) %}
    {%- set back = {"asc": "desc", "desc": "asc"}[direction] -%}
    {%- set end = start | replace("following", "preceding") -%}
    {{ return("order by " ~ column ~ " " ~ back ~ " rows between unbounded preceding and " ~ end) }}
{% endmacro %}
