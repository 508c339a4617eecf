{#
The arguments of a table macro as they are given: names of tables as relations, names of columns as identifiers, lists as
lists. `p` is the call; its first fields are the arguments by their names.
#}
{# A list of texts; one text is a list of one, NULL is none. #}
{% macro as_list(argument) -%}
    case
        when typeof({{ argument }}) = 'VARCHAR' then [{{ argument }}::varchar] else try_cast({{ argument }} as varchar[])
    end
{%- endmacro %}

{# A table by its name, which cannot be anything else; a step of the query is no table of the user's. #}
{% macro as_relation(name) %} {{ return("'query_table(' || " ~ rankhouse.as_literal(name) ~ " || ')'") }}{% endmacro %}

{% macro problem_of_relation(argument) -%}
    {%- set given = "p['" ~ argument ~ "']" -%}
    case
        when starts_with(lower(replace({{ given }}, '"', '')), 'rankhouse_') and not contains({{ given }}, '.')
        then {{ rankhouse.said(rankhouse.says_step_name, {"name": rankhouse.literal(argument), "relation": given}) }}
    end
{%- endmacro %}

{# What is wrong with a list of names of columns, as list_of_names. #}
{% macro problem_of_names(argument) -%}
    {%- set given = "p['" ~ argument ~ "']" -%}
    case
        when {{ given }} is null or list_contains(list_transform({{ given }}, lambda name: name is null), true)
        then {{ rankhouse.said(rankhouse.says_no_list_of_names, {"name": rankhouse.literal(argument), "value": "coalesce(" ~ given ~ "::varchar, 'NULL')"}) }}
        when len(list_distinct({{ given }})) < len({{ given }})
        then {{ rankhouse.said(rankhouse.says_name_twice, {"name": rankhouse.literal(argument), "columns": "array_to_string(" ~ given ~ ", ', ')"}) }}
    end
{%- endmacro %}

{#
The groups, as groups_of: p['groups'] is a list of the keys that there are, each with its columns; p['outputs'] the columns
in the order of the result, each with what its key tells of it.
#}
{% macro steps_of_groups(by, other_by) %}
    {%- set keys -%}
        list_filter(
            [
                {'key': 'run_group', 'columns': list_filter({{ by }}, lambda name: not list_contains({{ other_by }}, name))},
                {'key': 'shared_group', 'columns': list_filter({{ by }}, lambda name: list_contains({{ other_by }}, name))},
                {'key': 'judged_group', 'columns': list_filter({{ other_by }}, lambda name: not list_contains({{ by }}, name))}
            ],
            lambda g: len(g['columns']) > 0
        )
    {%- endset -%}
    {%- set expressions -%}
        list_transform(
            p['keys'],
            lambda g: struct_insert(
                g,
                expression := case
                    when len(g['columns']) = 1
                    then {{ rankhouse.as_identifier("g['columns'][1]") }}
                    else
                        'row(' || array_to_string(
                            list_transform(g['columns'], lambda name: {{ rankhouse.as_identifier("name") }}), ', '
                        )
                        || ')'
                end
            )
        )
    {%- endset -%}
    {%- set outputs -%}
        list_transform(
            list_concat({{ by }}, list_filter({{ other_by }}, lambda name: not list_contains({{ by }}, name))),
            lambda name: list_transform(
                list_filter(p['groups'], lambda g: list_contains(g['columns'], name)),
                lambda g: {
                    'name': {{ rankhouse.as_identifier("name") }},
                    'key': g['key'] || case
                        when len(g['columns']) > 1 then '[' || list_position(g['columns'], name) || ']' else ''
                    end,
                    'is_of_run': g['key'] <> 'judged_group'
                }
            )[1]
        )
    {%- endset -%}
    {{ return([{"keys": keys}, {"groups": expressions}, {"outputs": outputs}]) }}
{% endmacro %}

{# Tokens of the groups in templates: what python/rankhouse/_templates.py writes in place of the user's columns. #}
{% macro values_of_groups(tokens) %}
    {%- set values = {} -%}
    {%- for token in tokens -%}
        {%- set plain = token.strip(",") -%}
        {%- set relation = plain.split("_of_")[-1] -%}
        {%- if plain == "keys_of_run" -%}
            {%- do values.update({token: rankhouse.keys_in_sql("['run_group', 'shared_group']")}) -%}
        {%- elif plain == "keys_of_judgments" -%}
            {%- do values.update({token: rankhouse.keys_in_sql("['shared_group', 'judged_group']")}) -%}
        {%- elif plain.startswith("keys_of_") -%} {%- do values.update({token: "''"}) -%}
        {%- elif plain.startswith("groups_of_") or plain.startswith("run_groups_of_") -%}
            {%- do values.update(
                {
                    token: rankhouse.outputs_in_sql(
                        rankhouse.literal(relation ~ ".") ~ " || o['key'] || ' as ' || o['name'] || ', '",
                        plain.startswith("run_"),
                    )
                }
            ) -%}
        {%- elif plain == "outputs" -%}
            {%- do values.update({token: rankhouse.outputs_in_sql("o['name'] || ', '", false)}) -%}
        {%- elif plain.startswith("outputs_of_") -%}
            {%- do values.update(
                {
                    token: rankhouse.outputs_in_sql(
                        rankhouse.literal(relation ~ ".") ~ " || o['name'] || ', '", false
                    )
                }
            ) -%}
        {%- elif plain.startswith("same_") -%}
            {%- set sides = relation.split("_and_") -%}
            {%- do values.update(
                {
                    token: rankhouse.outputs_in_sql(
                        rankhouse.literal(" and " ~ sides[0] ~ ".")
                        ~ " || o['name'] || "
                        ~ rankhouse.literal(" is not distinct from " ~ sides[1] ~ ".")
                        ~ " || o['name']",
                        plain.startswith("same_run_"),
                    )
                }
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(values) }}
{% endmacro %}

{# "<expression> as run_group, " for each of these keys that there is. #}
{% macro keys_in_sql(keys) -%}
    array_to_string(
        list_transform(
            list_filter(p['groups'], lambda g: list_contains({{ keys }}, g['key'])),
            lambda g: g['expression'] || ' as ' || g['key'] || ', '
        ),
        ''
    )
{%- endmacro %}

{% macro outputs_in_sql(expression, of_run) -%}
    array_to_string(
        list_transform(
            {{ "list_filter(p['outputs'], lambda o: o['is_of_run'])" if of_run else "p['outputs']" }},
            lambda o: {{ expression }}
        ),
        ''
    )
{%- endmacro %}

{# A dictionary of expressions as a map of texts. #}
{% macro map_of(values) %}
    {%- set entries = [] -%}
    {%- for name, expression in values.items() -%}
        {%- do entries.append(rankhouse.literal(name) ~ ": (" ~ expression ~ ")::varchar") -%}
    {%- endfor -%}
    {{ return("map {" ~ entries | join(", ") ~ "}") }}
{% endmacro %}

{# Whether an expression is true, as a setting. #}
{% macro yes_no(expression) %} {{ return("case when " ~ expression ~ " then 'true' else 'false' end") }}{% endmacro %}
