{#
The settings of a convention, by its name; a dictionary of settings is used as it is, and none means no settings. See
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

{# Refuses a user's own convention with an unknown key, measure or option, which would otherwise be ignored. #}
{% macro known_settings(settings) %}
    {%- set known = ["library", "measures", "refused", "without_relevant", "read_as", "needs"] -%}
    {%- do rankhouse.known_keys("the convention", settings, known + rankhouse.policies().keys() | list) -%}
    {%- do rankhouse.known_keys("read_as", settings.get("read_as", {}), rankhouse.readings().keys() | list) -%}
    {%- set names = rankhouse.spellings().values() | unique(case_sensitive=true) | list -%}
    {%- do rankhouse.known_keys("measures", settings.get("measures", {}), names) -%}
    {%- for name, own in settings.get("measures", {}).items() -%}
        {%- set options = rankhouse.declaration(name).options.keys() | list -%}
        {%- set options = ["cutoff", "queries", "without_relevant", "needs"] + options -%}
        {%- do rankhouse.known_keys(name, own, options) -%}
    {%- endfor -%}
{% endmacro %}

{% macro known_keys(what, read, known) %}
    {%- if read is not mapping -%}
        {{ exceptions.raise_compiler_error(what ~ " is a dictionary, got " ~ read) }}
    {%- endif -%}
    {%- for key in read if key not in known -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_key(what, key, rankhouse.suggest(key | string, known))) }}
    {%- endfor -%}
{% endmacro %}

{# Whether a library has a measure with this cutoff, none: without one; convention_defaults says why not. #}
{% macro has_measure(settings, name, k) %}
    {%- if name not in settings.measures or rankhouse.reason_refused(settings, name, k) is not none -%}
        {{ return(false) }}
    {%- endif -%}
    {{ return(not rankhouse.refuses_cutoff(settings.measures[name].get("cutoff"), k)) }}
{% endmacro %}

{# What a convention says of a measure that it does not reproduce, as a whole or with a cutoff. #}
{% macro reason_refused(settings, name, k) %}
    {%- set refused = settings.get("refused", {}) -%}
    {{ return(refused.get(name, none if k is none else refused.get(name ~ "@k"))) }}
{% endmacro %}

{# `rule`: whether the library's measure requires a cutoff: required or none. #}
{% macro refuses_cutoff(rule, k) %} {{ return(rule == ("required" if k is none else "none")) }} {% endmacro %}

{#
What a convention says of a measure: its defaults for options, the value of a query without relevant items, and which
queries are averaged. A measure, an option or a cutoff that the library does not have is refused by name.
#}
{% macro convention_defaults(settings, name, k, chosen, text) %}
    {%- if "measures" not in settings -%}
        {{ return({"options": {}, "without_relevant": none, "only": none}) }}
    {%- endif -%}
    {%- set library, reason = settings.get("library", "the convention"), rankhouse.reason_refused(settings, name, k) -%}
    {%- if reason is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_not_reproduced(library, text, reason)) }}
    {%- elif name not in settings.measures -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_not_in_library(library, text, settings.measures.keys() | list)
            )
        }}
    {%- endif -%}
    {%- set named, defaults = [], [] -%}
    {%- for rule in rankhouse.library_rules(settings.measures[name]) -%}
        {%- do named.append(rule.option) -%}
        {%- if rule.option == "cutoff" -%}
            {%- if rankhouse.refuses_cutoff(rule.allowed[0], k) -%}
                {%- set cutoff = " with a cutoff" if k is none else " without a cutoff" -%}
                {{ exceptions.raise_compiler_error(rankhouse.says_cutoff_of_library(library, name, cutoff, text)) }}
            {%- endif -%}
        {%- elif rule.allowed[0] != "any" -%}
            {%- set is_free = "any" in rule.allowed -%}
            {%- if rule.option in chosen and not is_free and chosen[rule.option] not in rule.allowed -%}
                {{
                    exceptions.raise_compiler_error(
                        rankhouse.says_choice_of_library(library, rule.option, name, rule.allowed, text)
                    )
                }}
            {%- endif -%}
            {%- do defaults.append([rule.option, rule.allowed[0]]) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for option in chosen if option not in named -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_option_in_library(library, option, name, text)) }}
    {%- endfor -%}
    {%- set options = dict(defaults) -%}
    {{
        return(
            {
                "options": options,
                "without_relevant": options.get("without_relevant", settings.get("without_relevant")),
                "only": options.get("queries"),
            }
        )
    }}
{% endmacro %}

{# What a library offers for a measure, option by option, and how it takes the mean: the allowed values, default first. #}
{% macro library_rules(offered) %}
    {%- set rules = [] -%}
    {%- for option, value in offered.items() -%}
        {%- set allowed = value if value is not string and value is iterable else [value] -%}
        {%- do rules.append({"option": option, "allowed": allowed | map("string") | list}) -%}
    {%- endfor -%}
    {{ return(rules) }}
{% endmacro %}
