{# Checks of arguments that several macros share: each raises an error that names the argument, or does nothing. #}
{% macro one_of(name, value, choices) %}
    {%- if value not in choices -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_policy(name, choices, value)) }}
    {%- endif -%}
{% endmacro %}

{% macro list_of_names(name, value) %}
    {%- if value is string or value is mapping or value is not iterable -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_list_of_names(name, value)) }}
    {%- elif value | unique | list | length != value | length -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_name_twice(name, value)) }}
    {%- endif -%}
{% endmacro %}

{# A table without a schema would be taken for a step of the query when it is named like one. #}
{% macro not_a_step(name, relation) %}
    {%- set bare = relation | string | lower | replace('"', "") -%}
    {%- if bare.startswith("rankhouse_") and "." not in bare -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_step_name(name, relation)) }}
    {%- endif -%}
{% endmacro %}

{# The distinct names of a list, each one of those that are known. `what` is singular: "measure of rating error". #}
{% macro asked_names(name, given, known, what) %}
    {%- if given is string or given is mapping or given is not iterable or not given | list -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_no_list_of(name, known[:2] | list, given if given else "none")
            )
        }}
    {%- endif -%}
    {%- set asked = [] -%}
    {%- for text in given -%}
        {%- set plain = text | string | trim | lower -%}
        {%- if plain not in known -%}
            {{
                exceptions.raise_compiler_error(
                    rankhouse.says_unknown_one(what, text, rankhouse.suggest(plain, known))
                )
            }}
        {%- endif -%}
        {%- if plain not in asked -%} {%- do asked.append(plain) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(asked) }}
{% endmacro %}
