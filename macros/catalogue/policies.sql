{# What a convention may read differently, under read_as, and how: see conventions.sql. #}
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

{# The policies of an evaluation, checked: what the caller asks for, else what the convention says, else the default. #}
{% macro read_policies(arguments) %}
    {%- set settings = rankhouse.convention(arguments.get("convention")) -%}
    {%- if arguments.get("queries") is not none -%}
        {%- set settings = rankhouse.without_own_queries(settings) -%}
    {%- endif -%}
    {%- set read = {
        "settings": settings,
        "read_as": settings.get("read_as", {}),
        "checked": arguments.get("checked", false),
        "relevant_from": arguments.get("relevant_from"),
        "longest_list": arguments.get("longest_list"),
    } -%}
    {%- for name, choices in rankhouse.policies().items() -%}
        {%- set default = settings.get(name, choices[0]) -%}
        {%- set value = default if arguments.get(name) is none else arguments[name] -%}
        {%- do rankhouse.one_of(name, value, choices) -%}
        {%- do read.update({name: value}) -%}
    {%- endfor -%}
    {%- do rankhouse.check_arguments("metrics", {"checked": read.checked, "relevant_from": read.relevant_from}) -%}
    {{ return(read) }}
{% endmacro %}

{# The settings of a convention in which no measure has queries of its own: those that are asked for take precedence. #}
{% macro without_own_queries(settings) %}
    {%- set measures = {} -%}
    {%- for name, offered in settings.get("measures", {}).items() -%}
        {%- set kept = {} -%}
        {%- for option, value in offered.items() if option != "queries" -%}
            {%- do kept.update({option: value}) -%}
        {%- endfor -%}
        {%- do measures.update({name: kept}) -%}
    {%- endfor -%}
    {{ return(dict(settings, measures=measures) if measures else settings) }}
{% endmacro %}
