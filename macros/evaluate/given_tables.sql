{# Steps that evaluations of other tables than a run and judgments share: names, groups and columns of a given table. #}
{# A table without a schema would be taken for a step of the query when it is named like one. #}
{% macro not_a_step(name, relation) %}
    {%- set bare = relation | string | lower | replace('"', "") -%}
    {%- if bare.startswith("rankhouse_") and "." not in bare -%}
        {%- do rankhouse.raise_step_name(name, relation) -%}
    {%- endif -%}
{% endmacro %}

{# The distinct names of a list, each one of those that are known. `what` is singular: "measure of rating error". #}
{% macro asked_names(name, given, known, what) %}
    {%- if given is string or given is mapping or given is not iterable or not given | list -%}
        {{
            exceptions.raise_compiler_error(
                name ~ " must be a list such as " ~ known[:2] | list ~ ", got " ~ (given if given else "none")
            )
        }}
    {%- endif -%}
    {%- set asked = [] -%}
    {%- for text in given -%}
        {%- set plain = text | string | trim | lower -%}
        {%- if plain not in known -%}
            {{
                exceptions.raise_compiler_error(
                    "unknown " ~ what ~ " '" ~ text ~ "'" ~ rankhouse.suggest(plain, known)
                )
            }}
        {%- endif -%}
        {%- if plain not in asked -%} {%- do asked.append(plain) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(asked) }}
{% endmacro %}

{# The columns `ours` of a table of the user's, and its grouping columns, under the names of the query. #}
{% macro renamed_relation(side, relation, groups, ours, columns) -%}
    (
        select
            {%- for name, internal in groups.items() %} {{ rankhouse.quoted(name) }} as {{ internal }}, {%- endfor %}
            {%- for column in ours %}
                {{ rankhouse.renamed(side, column, columns) }} as {{ column }}{{ "," if not loop.last }}
            {%- endfor %}
        from {{ relation }} as given
    )
{%- endmacro %}

{# "by_1 as "system", ": the grouping columns under the names that the user knows. #}
{% macro groups_as_named(groups) %}
    {%- set named = [] -%}
    {%- for name, internal in groups.items() -%}
        {%- do named.append(internal ~ " as " ~ rankhouse.quoted(name) ~ ", ") -%}
    {%- endfor -%}
    {{ return(named | join) }}
{% endmacro %}

{# {"system": "by_1", ...}: the grouping columns with their names inside the query. #}
{% macro groups_of(by) %}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- set groups = {} -%}
    {%- for name in by -%} {%- do groups.update({name: "by_" ~ loop.index}) -%} {%- endfor -%}
    {{ return(groups) }}
{% endmacro %}
