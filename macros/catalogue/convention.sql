{#
The settings of a convention, by its name; a dictionary of settings is taken as it is, and none has none. See
conventions.sql for what a setting means.
#}
{% macro convention(name) %}
    {%- if name is none -%} {{ return({}) }}
    {%- elif name is mapping -%} {%- do rankhouse.known_settings(name) -%} {{ return(name) }}
    {%- endif -%}
    {%- set known = rankhouse.conventions() -%}
    {%- if name is not string or name not in known -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_unknown_convention(name, rankhouse.suggest(name | string | lower, known.keys() | list))
            )
        }}
    {%- endif -%}
    {{ return(known[name]) }}
{% endmacro %}

{# Refuses a convention of one's own with a key, a measure or an option that there is not: it would say nothing. #}
{% macro known_settings(settings) %}
    {%- set known = ["library", "measures", "refused", "without_relevant", "read_as", "needs"] -%}
    {%- do rankhouse.known_keys("the convention", settings, known + rankhouse.policies().keys() | list) -%}
    {%- do rankhouse.known_keys("read_as", settings.get("read_as", {}), rankhouse.readings().keys() | list) -%}
    {%- set names = rankhouse.catalogue() | map(attribute="name") | list -%}
    {%- do rankhouse.known_keys("measures", settings.get("measures", {}), names) -%}
    {%- for name, given in settings.get("measures", {}).items() -%}
        {%- set declared = rankhouse.catalogue() | selectattr("name", "equalto", name) | list -%}
        {%- set options = ["cutoff", "queries", "without_relevant"] + declared[0].options.keys() | list -%}
        {%- do rankhouse.known_keys(name, given, options) -%}
    {%- endfor -%}
{% endmacro %}

{% macro known_keys(what, given, known) %}
    {%- if given is not mapping -%}
        {{ exceptions.raise_compiler_error(what ~ " is a dictionary, got " ~ given) }}
    {%- endif -%}
    {%- for key in given if key not in known -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_key(what, key, rankhouse.suggest(key | string, known))) }}
    {%- endfor -%}
{% endmacro %}

{#
What a convention says of a measure: its defaults for options, and without_relevant and queries. A measure, an option
or a cutoff that the library does not have is refused by name.
#}
{% macro given_by_convention(settings, measure, options, text) %}
    {%- if "measures" not in settings -%} {{ return({}) }}{%- endif -%}
    {%- set library = settings.get("library", "the convention") -%}
    {%- set name = measure.metric -%}
    {%- set refused = settings.get("refused", {}) -%}
    {%- set reason = refused.get(name, none if measure.k is none else refused.get(name ~ "@k")) -%}
    {%- if reason is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_not_reproduced(library, text, reason)) }}
    {%- elif name not in settings.measures -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_not_in_library(library, text, settings.measures.keys() | list)
            )
        }}
    {%- endif -%}
    {%- set given = {"without_relevant": settings.get("without_relevant")} -%}
    {%- for option, value in settings.measures[name].items() -%}
        {%- set allowed = value if value is not string and value is iterable else [value] -%}
        {%- if option == "cutoff" -%}
            {%- if measure.k is none and value == "required" or measure.k is not none and value == "none" -%}
                {%- set cutoff = " without a cutoff" if value == "none" else " with a cutoff" -%}
                {{ exceptions.raise_compiler_error(rankhouse.says_cutoff_of_library(library, name, cutoff, text)) }}
            {%- endif -%}
        {%- elif value != "any" and option in options and options[option] not in allowed -%}
            {{
                exceptions.raise_compiler_error(
                    rankhouse.says_choice_of_library(library, option, name, allowed, text)
                )
            }}
        {%- elif value != "any" -%} {%- do given.update({option: allowed[0]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for option in options if option not in settings.measures[name] -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_option_in_library(library, option, name, text)) }}
    {%- endfor -%}
    {{ return(given) }}
{% endmacro %}
