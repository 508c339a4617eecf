{# What may be chosen for a whole evaluation, and by a convention: names with their choices, default first. #}
{% macro policies() %}
    {%- set policies = {} -%}
    {%- for name, spec in rankhouse.evaluation_arguments().items() if spec.get("policy", false) -%}
        {%- do policies.update({name: spec.choices}) -%}
    {%- endfor -%}
    {{ return(policies) }}
{% endmacro %}

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
    {%- if given.get("queries") is not none -%} {%- set settings = rankhouse.without_own_queries(settings) -%} {%- endif -%}
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
