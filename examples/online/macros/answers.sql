{#
A figure of the old ranker and of the new one side by side, from a row for each; as old_<name> and new_<name> where it has a
name.
#}
{% macro figures_of_rankers(figure, name=none) -%}
    {%- for ranker in ["old", "new"] -%}
        max(case when system = '{{ ranker }}' then {{ figure }} end)
        {%- if name is not none %} as {{ ranker }}_{{ name }}{% endif -%}
        {{ ", " if not loop.last }}
    {%- endfor -%}
{%- endmacro %}

{# The ends of the 95 % interval of new less old, each figure with its standard error in <figure>_error. #}
{% macro interval_of_difference(figure) -%}
    {%- set difference = "sum(case when system = 'new' then " ~ figure ~ " else - " ~ figure ~ " end)" -%}
    {%- set half = "1.96 * sqrt(sum(" ~ figure ~ "_error * " ~ figure ~ "_error))" -%}
    {{ difference }} - {{ half }},
    {{ difference }} + {{ half }}
{%- endmacro %}
