{#
The settings of a convention, by its name; a dictionary of settings is taken as it is, and none has none. See
conventions.sql for what a setting means.
#}
{% macro convention(name) %}
    {%- if name is none -%} {{ return({}) }}
    {%- elif name is mapping -%} {{ return(name) }}
    {%- endif -%}
    {%- set known = rankhouse.conventions() -%}
    {%- if name not in known -%}
        {{
            exceptions.raise_compiler_error(
                "unknown convention '" ~ name ~ "'" ~ rankhouse.suggest(name | string, known.keys() | list)
            )
        }}
    {%- endif -%}
    {{ return(known[name]) }}
{% endmacro %}

{#
What a convention says of a measure: its defaults for options, and without_relevant and queries. A measure, an option
or a cutoff that the library does not have is refused by name.
#}
{% macro given_by_convention(settings, measure, options, text) %}
    {%- if "measures" not in settings -%} {{ return({}) }}{%- endif -%}
    {%- set here = settings.get("library", "the convention") -%}
    {%- set name = measure.metric -%}
    {%- set refused = settings.get("refused", {}) -%}
    {%- set reason = refused.get(name, none if measure.k is none else refused.get(name ~ "@k")) -%}
    {%- if reason is not none -%}
        {{ exceptions.raise_compiler_error(here ~ ": '" ~ text ~ "' cannot be reproduced: " ~ reason) }}
    {%- elif name not in settings.measures -%}
        {{
            exceptions.raise_compiler_error(
                here ~ " has no measure that '" ~ text ~ "' could be; it has " ~ settings.measures | join(", ")
            )
        }}
    {%- endif -%}
    {%- set given = {"without_relevant": settings.get("without_relevant")} -%}
    {%- for option, value in settings.measures[name].items() -%}
        {%- set allowed = value if value is not string and value is iterable else [value] -%}
        {%- if option == "cutoff" -%}
            {%- if measure.k is none and value == "required" or measure.k is not none and value == "none" -%}
                {{
                    exceptions.raise_compiler_error(
                        here
                        ~ " computes "
                        ~ name
                        ~ (" without a cutoff" if value == "none" else " with a cutoff")
                        ~ " alone, got '"
                        ~ text
                        ~ "'"
                    )
                }}
            {%- endif -%}
        {%- elif value != "any" and option in options and options[option] not in allowed -%}
            {{
                exceptions.raise_compiler_error(
                    here ~ " has no " ~ option ~ " of " ~ name ~ " but " ~ allowed
                    | join(" | ") ~ ", got '" ~ text ~ "'"
                )
            }}
        {%- elif value != "any" -%} {%- do given.update({option: allowed[0]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for option in options if option not in settings.measures[name] -%}
        {{
            exceptions.raise_compiler_error(
                here ~ " has no option " ~ option ~ " of " ~ name ~ ", got '" ~ text ~ "'"
            )
        }}
    {%- endfor -%}
    {{ return(given) }}
{% endmacro %}
