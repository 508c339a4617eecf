{# What an argument of a macro is. `known`: the table of arguments, for who asks for several. #}
{% macro argument_of(macro, name, known=none) %}
    {%- set known = rankhouse.arguments() if known is none else known -%}
    {{ return(known.get(macro ~ "." ~ name, known.get(name, {"kind": "text"}))) }}
{% endmacro %}
