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
    values                  the same, of texts or numbers
    numbers                 a list of numbers
    moment                  a time or a number, as SQL
#}
{#
An argument as a list of texts, as the call takes it: a list is one, a map its names and values in turn, anything else a
list of one.
#}
{% macro argument_as_texts(name, kind) %}
    {%- set given = '"' ~ name ~ '"' -%}
    {%- if kind in ["list", "names", "values"] -%}
        {#- A text is one even where it looks like a list. -#}
        {%- set list = "case when typeof(" ~ given ~ ") <> 'VARCHAR' then try_cast(" ~ given ~ " as varchar[]) end" -%}
        {{ return("coalesce(" ~ list ~ ", [" ~ given ~ "::varchar])") }}
    {%- elif kind == "numbers" -%} {{ return("try_cast(" ~ given ~ " as double[])::varchar[]") }}
    {%- elif kind == "columns" -%}
        {%- set entries = "map_entries(" ~ given ~ "::map(varchar, varchar))" -%}
        {{ return("flatten(list_transform(" ~ entries ~ ", lambda each: [each['key'], each['value']]))") }}
    {%- endif -%}
    {%- if kind == "moment" -%}
        {%- set is_quoted = "regexp_matches(typeof(" ~ given ~ "), '^(VARCHAR|DATE|TIME)')" -%}
        {%- set quoted = rankhouse.as_literal(given ~ "::varchar") -%}
        {{ return("[case when " ~ is_quoted ~ " then " ~ quoted ~ " else " ~ given ~ "::varchar end]") }}
    {%- endif -%}
    {%- set type = {"number": "::double", "whole": "::double", "flag": "::boolean"}.get(kind, "") -%}
    {{ return("[" ~ given ~ type ~ "::varchar]") }}
{% endmacro %}

{# Such a list, by its place among the arguments, as the field of the call. #}
{% macro read_argument(place, kind) %}
    {%- set given = "c[" ~ place ~ "]" -%}
    {%- if kind in ["list", "names", "values"] -%} {{ return(given) }}
    {%- elif kind == "numbers" -%} {{ return(given ~ "::double[]") }}
    {%- elif kind == "columns" -%}
        {%- set every_other = "list_slice(" ~ given ~ ", {}, len(" ~ given ~ "), 2)" -%}
        {{ return("map(" ~ every_other.format(1) ~ ", " ~ every_other.format(2) ~ ")") }}
    {%- endif -%}
    {%- set type = {"number": "::double", "whole": "::double", "flag": "::boolean"}.get(kind, "") -%}
    {{ return(given ~ "[1]" ~ type) }}
{% endmacro %}

{# The arguments of a call as a literal, which stands in a text. #}
{% macro call_as_text(arguments) -%}
    {%- set lists = [] -%}
    {%- for name, argument in arguments.items() -%}
        {%- do lists.append(rankhouse.argument_as_texts(name, argument.kind)) -%}
    {%- endfor -%}
    {%- set texts = "list_transform(given, lambda one: coalesce(" ~ rankhouse.as_literal("one") ~ ", 'null'))" -%}
    '[' || array_to_string(
        list_transform(
            [{{ lists | join(", ") }}], lambda given:coalesce('[' || array_to_string({{ texts }}, ', ') || ']', 'null')
        ),
        ', '
    )
    || ']::varchar[][]'
{%- endmacro %}

{# A table by its name, which cannot be anything else. #}
{% macro as_relation(name) %} {{ return("'query_table(' || " ~ rankhouse.as_literal(name) ~ " || ')'") }}{% endmacro %}

{#
The same where it has to have the columns of a list: DuckDB says which ones it has and are near where a bare name is none
of them, and does not where an alias stands before it. The condition always holds, and goes before a row is read.
#}
{% macro as_relation_with(name, columns) -%}
    {%- set table, identifier = rankhouse.as_relation(name), rankhouse.as_identifier("one") -%}
    case
        when len({{ columns }}) > 0
        then
            '(select * from '
            || {{ table }}
            || ' where true'
            || array_to_string(list_transform({{ columns }}, lambda one:' or ' || {{ identifier }} || ' is null'), '')
            || ')'
        else {{ table }}
    end
{%- endmacro %}

{# The grouping columns that the table of an argument has to have. #}
{% macro groups_of_relation(arguments, name) %}
    {%- set lists = {"judgments": ["judgments_by"], "ground_truth": ["ground_truth_by"]}.get(name, []) -%}
    {%- if name == rankhouse.names_of_kind(arguments, "relation")[0] -%}
        {%- set lists = ["by", "segments"] -%}
    {%- endif -%}
    {%- set given = [] -%}
    {%- for list in lists if arguments.get(list) and arguments[list].kind == "names" -%}
        {%- do given.append("p['" ~ list ~ "']") -%}
    {%- endfor -%}
    {{ return("list_concat(" ~ given | join(", ") ~ ")" if given | length > 1 else given | join) }}
{% endmacro %}

{# What is wrong with the arguments, each by its kind. #}
{% macro problems_of_arguments(t, arguments=none) %}
    {%- set problems, arguments = [], t.arguments if arguments is none else arguments -%}
    {%- for name, argument in arguments.items() -%}
        {%- if argument.kind == "names" -%} {%- do problems.extend(rankhouse.problems_of_groups(t, [name])) -%}
        {%- elif argument.kind == "columns" and rankhouse.names_of_kind(arguments, "relation") -%}
            {%- set names = rankhouse.names_of_kind(arguments, "name") -%}
            {%- do problems.extend(
                rankhouse.problem_of_columns(names, rankhouse.names_of_kind(arguments, "relation"))
            ) -%}
        {%- elif argument.kind == "relation" -%}
            {%- do problems.extend(rankhouse.problem_of_relation(name, argument.default is none)) -%}
        {%- elif argument.kind == "choice" -%}
            {%- do problems.extend(rankhouse.problem_of_choice(name, "p['" ~ name ~ "']", argument.choices)) -%}
        {%- elif argument.kind == "whole" -%}
            {%- do problems.extend(rankhouse.problem_of_whole_number(name, argument)) -%}
        {%- elif argument.kind == "number" -%}
            {%- set given = "p['" ~ name ~ "']" -%}
            {%- do problems.append(
                [
                    "not isfinite(" ~ given ~ ")",
                    rankhouse.said("no_number", [rankhouse.literal(name), given ~ "::varchar"]),
                ]
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
        {%- else -%} {%- do chosen.update({name: rankhouse.is_given(given)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(chosen) }}
{% endmacro %}

{# The values of tokens, as far as they are arguments. #}
{% macro values_of_arguments(t) %}
    {%- set values = {} -%}
    {%- for name, argument in t.arguments.items() if name in t.tokens -%}
        {%- set given = "p['" ~ name ~ "']" -%}
        {%- if argument.kind == "relation" -%}
            {%- set groups = rankhouse.groups_of_relation(t.arguments, name) -%}
            {%- set relation = (
                rankhouse.as_relation_with(given, groups) if groups else rankhouse.as_relation(given)
            ) -%}
            {%- do values.update({name: relation}) -%}
        {%- elif argument.kind in ["number", "whole"] -%}
            {%- do values.update({name: rankhouse.spelled_number(given)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(values) }}
{% endmacro %}

{#
A step of the query is no table of the user's: as not_a_step. DuckDB 1.5 leaves out a schema that is empty, as in
".rankhouse_run".
#}
{% macro problem_of_relation(argument, has_to_be_given=false) %}
    {%- set given, name = "p['" ~ argument ~ "']", rankhouse.literal(argument) -%}
    {%- set is_step = "regexp_full_match(replace(" ~ given ~ ", '\"', ''), '\.*rankhouse_[^.]*', 'i')" -%}
    {%- set problems = [[is_step, rankhouse.said("step_name", [name, given])]] -%}
    {%- if has_to_be_given -%}
        {%- do problems.append([given ~ " is null", rankhouse.said("no_relation", [name])]) -%}
    {%- endif -%}
    {{ return(problems) }}
{% endmacro %}

{% macro says_no_relation(name) %} {{ return(name ~ " is the name of a table, got NULL") }}{% endmacro %}

{% macro names_of_kind(arguments, kind) %}
    {%- set names = [] -%}
    {%- for name, argument in arguments.items() if argument.kind == kind -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {{ return(names) }}
{% endmacro %}

{# As known_columns. #}
{% macro problem_of_columns(names, sides) %}
    {%- set known = names | list -%}
    {%- for side in sides -%}
        {%- for name in names -%} {%- do known.append(side ~ "." ~ name) -%} {%- endfor -%}
    {%- endfor -%}
    {%- set is_known = "list_contains([" ~ rankhouse.literals(known) ~ "], key)" -%}
    {%- set unknown = "list_filter(map_keys(p['columns']), lambda key: not " ~ is_known ~ ")[1]" -%}
    {%- set said = rankhouse.said(
        "no_column", [unknown, rankhouse.literal(rankhouse.keys_of_columns(names, sides))]
    ) -%}
    {{ return([[unknown ~ " is not null", said]]) }}
{% endmacro %}

{# As check_groups. #}
{% macro problems_of_groups(t, lists) %}
    {%- set problems = [] -%}
    {%- for argument in lists -%}
        {%- do problems.extend(rankhouse.problem_of_names(argument)) -%}
        {%- do problems.extend(rankhouse.problem_beside(argument, rankhouse.names_taken(t.name))) -%}
    {%- endfor -%}
    {{ return(problems) }}
{% endmacro %}

{# As names_beside, of a list of names. #}
{% macro problem_beside(argument, results) %}
    {%- set is_result = "list_contains([" ~ rankhouse.literals(results) ~ "], lower(one))" -%}
    {%- set found = "list_filter(p['" ~ argument ~ "'], lambda one: " ~ is_result ~ ")[1]" -%}
    {%- set said = rankhouse.said("named_like_a_result", [rankhouse.literal(argument), found]) -%}
    {{ return([[found ~ " is not null", said]]) }}
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
    {%- set said = rankhouse.said(
        "wrong_policy", [rankhouse.literal(name), rankhouse.literal(choices | join(" | ")), value]
    ) -%}
    {{ return([[value ~ " not in (" ~ rankhouse.literals(choices) ~ ")", said]]) }}
{% endmacro %}

{# As whole_number; NULL only where that is the default. #}
{% macro problem_of_whole_number(name, argument) %}
    {%- set given = "p['" ~ name ~ "']" -%}
    {%- set is_right = (
        given ~ " between " ~ argument.lowest ~ " and 10000000 and " ~ given ~ " = floor(" ~ given ~ ")"
    ) -%}
    {%- set spelled = "coalesce(" ~ rankhouse.spelled_number(given) ~ ", 'None')" -%}
    {%- set said = rankhouse.said(
        "no_whole_number", [rankhouse.literal(name), rankhouse.literal(argument.lowest), spelled]
    ) -%}
    {{ return([["not coalesce(" ~ is_right ~ ", " ~ ("true" if argument.optional else "false") ~ ")", said]]) }}
{% endmacro %}

{# What is wrong with `confidence`. #}
{% macro problem_of_confidence() %}
    {%- set given = "p['confidence']" -%}
    {%- set spelled = "coalesce(" ~ rankhouse.spelled_number(given) ~ ", 'None')" -%}
    {%- set is_share = "isfinite({0}) and {0} > 0 and {0} < 1".format(given) -%}
    {{ return([["not coalesce(" ~ is_share ~ ", false)", rankhouse.said("wrong_confidence", [spelled])]]) }}
{% endmacro %}

{#
The groups, as groups_of: of p the columns of each key (run_group, shared_group, judged_group), and `outputs`, all of them
in the order of the result, each quoted and with what its key tells of it. `other_by`: the columns of the other input,
none where there is no other.
#}
{% macro steps_of_groups(by="p['by']", other_by=none) %}
    {%- set only = "list_filter({}, lambda name: {} list_contains({}, name))" -%}
    {%- set keys = {"run_group": by} -%}
    {%- if other_by is not none -%}
        {%- do keys.update({"run_group": only.format(by, "not", other_by)}) -%}
        {%- do keys.update({"shared_group": only.format(by, "", other_by)}) -%}
        {%- do keys.update({"judged_group": only.format(other_by, "not", by)}) -%}
    {%- endif -%}
    {%- set listed, chosen = [], {} -%}
    {%- for key in keys -%}
        {%- do listed.append("{'key': '" ~ key ~ "', 'columns': p['" ~ key ~ "']}") -%}
        {%- do chosen.update({key: "(len(p['" ~ key ~ "']) > 0)::varchar"}) -%}
    {%- endfor -%}
    {%- set names = "list_transform(g['columns'], lambda name: 'given.' || " ~ rankhouse.as_identifier("name") ~ ")" -%}
    {%- set groups -%}
        list_transform(
            list_filter([{{ listed | join(", ") }}], lambda g: len(g['columns']) > 0),
            lambda g: {
                'key': g['key'],
                'columns': g['columns'],
                'expression': case when len(g['columns']) > 1 then 'row(' else '' end
                || array_to_string({{ names }}, ', ')
                || case when len(g['columns']) > 1 then ')' else '' end
            }
        )
    {%- endset -%}
    {%- set place -%}
        case when len(g['columns']) > 1 then '[' || list_position(g['columns'], name) || ']' else '' end
    {%- endset -%}
    {%- set outputs -%}
        list_transform(
            list_concat({{ by }}, {{ "p['judged_group']" if other_by is not none else "[]" }}),
            lambda name: list_transform(
                list_filter(p['groups'], lambda g: list_contains(g['columns'], name)),
                lambda g: map {'name': {{ rankhouse.as_identifier("name") }}, 'key': g['key'] || {{ place }}}
            )[1]
        )
    {%- endset -%}
    {{ return([keys, {"groups": groups}, {"outputs": outputs, "chosen_groups": rankhouse.map_of(chosen)}]) }}
{% endmacro %}

{# The lists that templates repeat for the user's groups. #}
{% macro lists_of_groups(lists) %}
    {%- set keys = {
        "keys_of_run": ["run_group", "shared_group"],
        "keys_of_judgments": ["shared_group", "judged_group"],
    } -%}
    {%- set shown = {"outputs": "p['outputs']"} -%}
    {%- do shown.update(
        {"run_outputs": "list_filter(p['outputs'], lambda o: not starts_with(o['key'], 'judged_group'))"}
    ) -%}
    {%- set entries = [] -%}
    {%- for name in lists -%}
        {%- if name in shown -%} {%- do entries.append("'" ~ name ~ "': " ~ shown[name]) -%}
        {%- elif name.startswith("keys_of_") -%}
            {%- set of_side = "g['key'] in (" ~ rankhouse.literals(keys.get(name, ["none"])) ~ ")" -%}
            {%- set key = "map {'key': g['key'], 'name': g['expression']}" -%}
            {%- do entries.append(
                "'"
                ~ name
                ~ "': list_transform(list_filter(p['groups'], lambda g: "
                ~ of_side
                ~ "), lambda g: "
                ~ key
                ~ ")"
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("map {" ~ entries | join(", ") ~ "}" if entries else "map {}::map(varchar, map(varchar, varchar)[])") }}
{% endmacro %}

{#
Names of columns as the user has them, "run.score" in `columns`, for this input or for all, or as an argument of its own.
They stand in quotes already.
#}
{% macro columns_given(tokens) -%}
    map_from_entries(
        list_transform(
            [{{ rankhouse.literals(tokens) }}]::varchar[],
            lambda name:row(name, replace({{ rankhouse.column_given("name", "split_part(name, '.', 2)") }}, '"', '""'))
        )
    )
{%- endmacro %}

{% macro column_given(name, ours) %}
    {{ return("coalesce(p['columns'][" ~ name ~ "], p['columns'][" ~ ours ~ "], p['names'][" ~ ours ~ "])") }}
{% endmacro %}

{# Whether a column that may be left out is named, for one input or for all. #}
{% macro names_column(side, name) %}
    {{ return(rankhouse.column_given("'" ~ side ~ "." ~ name ~ "'", "'" ~ name ~ "'") ~ " is not null") }}
{% endmacro %}

{#
The text of a table macro's query: the call goes through steps, of which one gives p['problem'] and one p['text']; what is still
a token in the text is filled in, once, so that no name of the user's is ever read as anything else.
#}
{% macro answer(t, steps, text, values={}) -%}
    {%- set first, names, of_columns = {}, {}, [] -%}
    {%- for name, argument in t.arguments.items() -%}
        {%- set read = rankhouse.read_argument(loop.index, argument.kind) -%}
        {%- if argument.kind == "name" -%}
            {%- do names.update({name: "coalesce(" ~ read ~ ", " ~ argument.default ~ ")"}) -%}
        {%- else -%} {%- do first.update({name: read}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do first.update(t.fixed) -%}
    {%- do first.update({"names": rankhouse.map_of(names), "facts": "rankhouse_facts"}) -%}
    {%- for token in t.tokens if "." in token -%} {%- do of_columns.append(token) -%} {%- endfor -%}
    {%- set others = rankhouse.map_of(dict(rankhouse.values_of_arguments(t), **values)) -%}
    {%- set values = "map_concat(" ~ rankhouse.columns_given(of_columns) ~ ", " ~ others ~ ")" -%}
    {#- Every step of a template brings the comma before it, the first one too. -#}
    {%- set text = "replace(replace(" ~ text ~ ", 'with ,', 'with '), 'with recursive ,', 'with recursive ')" -%}
    {%- set steps_of_values = [{"values": values, "lists": rankhouse.lists_of_groups(t.lists)}] -%}
    {%- set between = rankhouse.filled("part", "p['values']") -%}
    {%- set last -%}
        case
            when p['problem'] is not null then error({{ rankhouse.message("p['problem']") }})
            else {{ rankhouse.repeated(text, "p['lists']", ["key", "name"], "‹›", between) }}
        end
    {%- endset -%}
    {{ rankhouse.pipeline_of_call(first, steps + steps_of_values, last) }}
{%- endmacro %}
