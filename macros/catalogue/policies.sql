{# What a convention may read in another way, under read_as, and how: see conventions.sql. #}
{% macro readings() %}
    {{
        return(
            {
                "ids": "text",
                "scores": "float32",
                "relevances": "whole",
                "grades": "listed",
                "negatives": "unjudged",
                "ranks": "order",
            }
        )
    }}
{% endmacro %}

{# The policies of an evaluation, checked: what is given, else what the convention says, else the default. #}
{% macro read_policies(given) %}
    {%- set settings = rankhouse.convention(given.get("convention")) -%}
    {%- set read = {
        "settings": settings,
        "read_as": settings.get("read_as", {}),
        "checked": given.get("checked", false),
        "relevant_from": given.get("relevant_from"),
        "longest_list": given.get("longest_list"),
    } -%}
    {%- for name, choices in rankhouse.policies().items() -%}
        {%- set default = settings.get(name, choices[0]) -%}
        {%- set value = default if given.get(name) is none else given[name] -%}
        {%- do rankhouse.one_of(name, value, choices) -%}
        {%- do read.update({name: value}) -%}
    {%- endfor -%}
    {%- do rankhouse.check_arguments("metrics", {"checked": read.checked, "relevant_from": read.relevant_from}) -%}
    {{ return(read) }}
{% endmacro %}
