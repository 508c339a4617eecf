{# How many bytes of a name the engine keeps, where it cuts longer ones without an error; none elsewhere. #}
{% macro longest_name() %} {{ return(adapter.dispatch("longest_name", "rankhouse")()) }}{% endmacro %}

{% macro default__longest_name() %} {{ return(none) }}{% endmacro %}

{% macro postgres__longest_name() %} {{ return(63) }}{% endmacro %}

{% macro redshift__longest_name() %} {{ return(127) }}{% endmacro %}

{# What the engine keeps of a name, in UTF-8. #}
{% macro kept_name(name) %}
    {%- set limit = rankhouse.longest_name() -%}
    {%- if limit is none -%} {{ return(name) }}{%- endif -%}
    {%- set kept = namespace(text="", bytes=0) -%}
    {%- for letter in name -%}
        {%- set kept.bytes = kept.bytes + (
            1 if letter < "\u0080" else 2 if letter < "\u0800" else 3 if letter < "\uffff" else 4
        ) -%}
        {%- if kept.bytes <= limit -%} {%- set kept.text = kept.text ~ letter -%} {%- endif -%}
    {%- endfor -%}
    {{ return(kept.text) }}
{% endmacro %}

{# Refuses names that the engine would take for one. #}
{% macro names_stay_apart(names) %}
    {%- if rankhouse.longest_name() is none -%} {{ return(none) }}{%- endif -%}
    {%- set kept = {} -%}
    {%- for name in names -%}
        {%- set short = rankhouse.kept_name(name) -%}
        {%- if kept.get(short, name) != name -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_one_name(kept[short], name)) }}
        {%- endif -%}
        {%- do kept.update({short: name}) -%}
    {%- endfor -%}
{% endmacro %}

{% macro says_one_name(name, other) %}
    {{
        return(
            "'"
            ~ name
            ~ "' and '"
            ~ other
            ~ "' are the same name here, where only "
            ~ rankhouse.longest_name()
            ~ " bytes of a name are kept: give one of them a shorter name in a view or a select"
        )
    }}
{% endmacro %}
