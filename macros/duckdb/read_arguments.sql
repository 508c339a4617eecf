{#
The arguments of a table macro: names of tables as relations, names of columns as identifiers, lists as lists. The call is
the struct p, whose first fields are the arguments by their names, of these kinds:

    relation                the name of a table
    name                    the name of a column
    columns                 a map of names
    text, number, flag      as DuckDB casts them; a number is finite
    whole                   a whole number, at least `lowest`
    choice                  one of `choices`
    list                    of texts; one text is a list of one
    names                   the same, of columns that are not named twice
    numbers                 a list of numbers; one number is a list of one
#}
{% macro read_argument(name, kind) %}
    {%- set given = '"' ~ name ~ '"' -%}
    {%- set type = {"number": "double", "whole": "double", "flag": "boolean", "columns": "map(varchar, varchar)"} -%}
    {%- if kind in ["list", "names"] -%} {{ return(rankhouse.as_list(given, "varchar")) }}
    {%- elif kind == "numbers" -%} {{ return(rankhouse.as_list(given, "double")) }}
    {%- endif -%}
    {{ return(given ~ "::" ~ type.get(kind, "varchar")) }}
{% endmacro %}

{# NULL where it is something else. #}
{% macro as_list(argument, type) -%}
    case
        when ends_with(typeof({{ argument }}), ']') or typeof({{ argument }}) = '"NULL"'
        then try_cast({{ argument }} as {{ type }}[])
        else list_filter([try_cast({{ argument }} as {{ type }})], lambda one: one is not null)
    end
{%- endmacro %}

{# A table by its name, which cannot be anything else. #}
{% macro as_relation(name) %} {{ return("'query_table(' || " ~ rankhouse.as_literal(name) ~ " || ')'") }}{% endmacro %}

{# What is wrong with the arguments, each by its kind. #}
{% macro problems_of_arguments(t) %}
    {%- set problems = [] -%}
    {%- for name, argument in t.arguments.items() -%}
        {%- if argument.kind == "names" -%} {%- do problems.extend(rankhouse.problem_of_names(name)) -%}
        {%- elif argument.kind == "relation" -%} {%- do problems.extend(rankhouse.problem_of_relation(name)) -%}
        {%- elif argument.kind == "choice" -%}
            {%- do problems.extend(rankhouse.problem_of_choice(name, "p['" ~ name ~ "']", argument.choices)) -%}
        {%- elif argument.kind == "whole" -%} {%- do problems.extend(rankhouse.problem_of_whole_number(name, argument)) -%}
        {%- elif argument.kind == "number" -%}
            {%- set given = "p['" ~ name ~ "']" -%}
            {%- do problems.append(
                ["not isfinite(" ~ given ~ ")", rankhouse.said("no_number", [rankhouse.literal(name), given ~ "::varchar"])]
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(problems) }}
{% endmacro %}

{# What templates choose by, as far as it is an argument. #}
{% macro choices_of_arguments(t) %}
    {%- set chosen = {} -%}
    {%- for name, argument in t.arguments.items() if name in t.choices -%}
        {%- set given = "p['" ~ name ~ "']" -%}
        {%- if argument.kind == "flag" -%} {%- do chosen.update({name: rankhouse.yes_no(given)}) -%}
        {%- elif argument.kind == "choice" -%} {%- do chosen.update({name: given}) -%}
        {%- else -%} {%- do chosen.update({name: rankhouse.given_or_none(given)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(chosen) }}
{% endmacro %}

{# The values of tokens, as far as they are arguments. #}
{% macro values_of_arguments(t) %}
    {%- set values = {} -%}
    {%- for name, argument in t.arguments.items() if name in t.tokens -%}
        {%- set given = "p['" ~ name ~ "']" -%}
        {%- if argument.kind == "relation" -%} {%- do values.update({name: rankhouse.as_relation(given)}) -%}
        {%- elif argument.kind in ["number", "whole"] -%} {%- do values.update({name: rankhouse.spelled_number(given)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(values) }}
{% endmacro %}

{# A step of the query is no table of the user's: as not_a_step. #}
{% macro problem_of_relation(argument) %}
    {%- set given = "p['" ~ argument ~ "']" -%}
    {%- set is_step = "starts_with(lower(replace(" ~ given ~ ", '\"', '')), 'rankhouse_') and not contains(" ~ given ~ ", '.')" -%}
    {{ return([[is_step, rankhouse.said("step_name", [rankhouse.literal(argument), given])]]) }}
{% endmacro %}

{# What is wrong with a list of names of columns, as list_of_names. #}
{% macro problem_of_names(argument) %}
    {%- set given, name = "p['" ~ argument ~ "']", rankhouse.literal(argument) -%}
    {{
        return(
            [
                [
                    "coalesce(len(list_filter(" ~ given ~ ", lambda one: one is null)) > 0, true)",
                    rankhouse.said("no_list_of_names", [name, "coalesce(" ~ given ~ "::varchar, 'NULL')"]),
                ],
                [
                    "len(list_distinct(" ~ given ~ ")) < len(" ~ given ~ ")",
                    rankhouse.said("name_twice", [name, "array_to_string(" ~ given ~ ", ', ')"]),
                ],
            ]
        )
    }}
{% endmacro %}

{# One of some texts, as one_of. #}
{% macro problem_of_choice(name, value, choices) %}
    {%- set said = rankhouse.said("wrong_policy", [rankhouse.literal(name), rankhouse.literal(choices | join(" | ")), value]) -%}
    {{ return([[value ~ " not in (" ~ rankhouse.literals(choices) ~ ")", said]]) }}
{% endmacro %}

{# As whole_number; NULL only where that is the default. #}
{% macro problem_of_whole_number(name, argument) %}
    {%- set given = "p['" ~ name ~ "']" -%}
    {%- set is_right = given ~ " between " ~ argument.lowest ~ " and 10000000 and " ~ given ~ " = floor(" ~ given ~ ")" -%}
    {%- set spelled = "coalesce(" ~ rankhouse.spelled_number(given) ~ ", 'None')" -%}
    {%- set said = rankhouse.said(
        "no_whole_number", [rankhouse.literal(name), rankhouse.literal(argument.lowest), spelled]
    ) -%}
    {{ return([["not coalesce(" ~ is_right ~ ", " ~ ("true" if argument.optional else "false") ~ ")", said]]) }}
{% endmacro %}

{#
The groups, as groups_of. p['groups']: the keys that there are, each with the expression that makes it; p['outputs']: the
columns in the order of the result, each quoted and with what its key tells of it.
#}
{% macro steps_of_groups(by, other_by) %}
    {%- set own = "list_filter({}, lambda name: not list_contains({}, name))" -%}
    {%- set keys -%}
        list_filter(
            [
                {'key': 'run_group', 'columns': {{ own.format(by, other_by) }}},
                {
                    'key': 'shared_group',
                    'columns': list_filter({{ by }}, lambda name: list_contains({{ other_by }}, name))
                },
                {'key': 'judged_group', 'columns': {{ own.format(other_by, by) }}}
            ],
            lambda g: len(g['columns']) > 0
        )
    {%- endset -%}
    {%- set expression -%}
        case
            when len(g['columns']) = 1
            then {{ rankhouse.as_identifier("g['columns'][1]") }}
            else
                'row(' || array_to_string(
                    list_transform(g['columns'], lambda name: {{ rankhouse.as_identifier("name") }}), ', '
                )
                || ')'
        end
    {%- endset -%}
    {%- set outputs -%}
        list_transform(
            list_concat({{ by }}, {{ own.format(other_by, by) }}),
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
    {%- set has_key = "list_contains(list_transform(p['groups'], lambda g: g['key']), '{}')" -%}
    {%- set chosen = {} -%}
    {%- for key in ["run_group", "shared_group", "judged_group"] -%}
        {%- do chosen.update({key: rankhouse.yes_no(has_key.format(key))}) -%}
    {%- endfor -%}
    {{
        return(
            [
                {"keys": keys},
                {"groups": "list_transform(p['keys'], lambda g: struct_insert(g, expression := " ~ expression ~ "))"},
                {"outputs": outputs, "chosen_groups": rankhouse.map_of(chosen)},
            ]
        )
    }}
{% endmacro %}

{#
The values of tokens: of the groups and the user's names of columns, as far as templates have them, and `others`. What
else there is has been filled in with what it depends on.
#}
{% macro values_of_tokens(tokens, others) %}
    {%- set values = {} -%}
    {%- for token in tokens -%}
        {%- if token in others -%} {%- do values.update({token: others[token]}) -%}
        {%- elif "." in token -%} {%- do values.update({token: rankhouse.column_given(token)}) -%}
        {%- elif "_of_" in token or token == ",outputs" -%}
            {%- do values.update({token: rankhouse.groups_as_text(token.strip(","))}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(rankhouse.map_of(values)) }}
{% endmacro %}

{#
"run.score" as the user names it: in `columns`, for this input or for all, or by an argument of its own. It stands in
quotes already.
#}
{% macro column_given(name) %}
    {%- set ours = name.split(".")[1] -%}
    {%- set given = "coalesce(p['columns']['" ~ name ~ "'], p['columns']['" ~ ours ~ "'], p['" ~ ours ~ "'])" -%}
    {{ return("replace(" ~ given ~ ", '\"', '\"\"')") }}
{% endmacro %}

{# Whether a column that may be left out is named, for one of some inputs or for all. #}
{% macro names_column(sides, name) %}
    {%- set given = [] -%}
    {%- for side in sides -%} {%- do given.append("p['columns']['" ~ side ~ "." ~ name ~ "']") -%} {%- endfor -%}
    {%- do given.extend(["p['columns']['" ~ name ~ "']", "p['" ~ name ~ "']"]) -%}
    {{ return("coalesce(" ~ given | join(", ") ~ ") is not null") }}
{% endmacro %}

{# What python/rankhouse/_templates.py writes in place of the user's grouping columns. #}
{% macro groups_as_text(token) %}
    {%- set relation = token.split("_of_")[-1] -%}
    {%- if token.startswith("keys_of_") -%}
        {%- set keys = {"run": ["run_group", "shared_group"], "judgments": ["shared_group", "judged_group"]} -%}
        {%- set of_side = "list_contains([" ~ rankhouse.literals(keys.get(relation, [])) ~ "]::varchar[], g['key'])" -%}
        {%- set text = "g['expression'] || ' as ' || g['key'] || ', '" -%}
        {{ return("array_to_string(list_transform(list_filter(p['groups'], lambda g: " ~ of_side ~ "), lambda g: " ~ text ~ "), '')") }}
    {%- endif -%}
    {%- if token.startswith("groups_of_") or token.startswith("run_groups_of_") -%}
        {%- set text = rankhouse.literal(relation ~ ".") ~ " || o['key'] || ' as ' || o['name'] || ', '" -%}
    {%- elif token == "outputs" -%} {%- set text = "o['name'] || ', '" -%}
    {%- elif token.startswith("outputs_of_") -%}
        {%- set text = rankhouse.literal(relation ~ ".") ~ " || o['name'] || ', '" -%}
    {%- elif token.startswith("same_") -%}
        {%- set sides = relation.split("_and_") -%}
        {%- set text = (
            rankhouse.literal(" and " ~ sides[0] ~ ".")
            ~ " || o['name'] || "
            ~ rankhouse.literal(" is not distinct from " ~ sides[1] ~ ".")
            ~ " || o['name']"
        ) -%}
    {%- endif -%}
    {%- set of_run = token.startswith("run_") or token.startswith("same_run_") -%}
    {%- set listed = "list_filter(p['outputs'], lambda o: o['is_of_run'])" if of_run else "p['outputs']" -%}
    {{ return("array_to_string(list_transform(" ~ listed ~ ", lambda o: " ~ text ~ "), '')") }}
{% endmacro %}

{#
The query of a table macro: the call goes through steps, of which one gives p['problem'] and one p['text']; what is still
a token in the text is filled in, once, so that no name of the user's is ever read as anything else.
#}
{% macro answer(t, steps, text, values={}) -%}
    {%- set first = [] -%}
    {%- for name, argument in t.arguments.items() -%}
        {%- do first.append(rankhouse.literal(name) ~ ": " ~ rankhouse.read_argument(name, argument.kind)) -%}
    {%- endfor -%}
    {%- for name, value in t.fixed.items() -%} {%- do first.append(rankhouse.literal(name) ~ ": " ~ value) -%} {%- endfor -%}
    {%- do first.append("'facts': rankhouse_facts") -%}
    {%- set call = rankhouse.pipeline("p", "{" ~ first | join(", ") ~ "}", steps) -%}
    {#- Every step of a template brings the comma before it, the first one too. -#}
    {%- set text = "replace(replace(" ~ text ~ ", 'with ,', 'with '), 'with recursive ,', 'with recursive ')" -%}
    query(
        list_transform(
            [{{ call }}],
            lambda p: case
                when p['problem'] is not null then error({{ rankhouse.message("p['problem']") }})
                else {{ rankhouse.filled(text, rankhouse.values_of_tokens(t.tokens, dict(rankhouse.values_of_arguments(t), **values))) }}
            end
        )[1]
    )
{%- endmacro %}
