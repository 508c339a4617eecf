{# What arguments of a macro are, by their names: the table is read once for all of them. #}
{% macro arguments_of(macro, names) %}
    {%- set known, found = rankhouse.arguments(), {} -%}
    {%- for name in names -%}
        {%- do found.update({name: known.get(macro ~ "." ~ name, known.get(name, {"kind": "text"}))}) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# What one of them is. #}
{% macro argument_of(macro, name) %} {{ return(rankhouse.arguments_of(macro, [name])[name]) }} {% endmacro %}
