{# Checks of arguments: each raises an error that names the argument, or does nothing. #}
{# Checks the arguments of a macro against the table of arguments. #}
{% macro check_arguments(macro, arguments) %}
    {%- for name, spec in rankhouse.arguments_of(macro, arguments).items() -%}
        {%- do rankhouse.check_argument(name, arguments[name], spec) -%}
    {%- endfor -%}
{% endmacro %}

{% macro check_argument(name, value, spec) %}
    {%- set kind = spec.get("kind", "choice") -%}
    {%- if value is none and spec.get("optional", false) -%}
    {%- elif kind == "choice" -%} {%- do rankhouse.one_of(name, value, spec.choices) -%}
    {%- elif kind == "relation" -%} {%- do rankhouse.a_relation(name, value) -%}
    {%- elif kind == "column" -%} {%- do rankhouse.one_name(name, value) -%}
    {%- elif kind == "columns" -%} {%- do rankhouse.list_of_names(name, value) -%}
    {%- elif kind == "flag" -%} {%- do rankhouse.yes_or_no(name, value) -%}
    {%- elif kind in ["number", "whole"] -%} {%- do rankhouse.a_number(name, value, spec) -%}
    {%- elif kind == "limits" -%}
        {%- if value is not mapping -%} {{ exceptions.raise_compiler_error(rankhouse.says_no_limits(name, value)) }}
        {%- endif -%}
        {%- for measure, limit in value.items() -%}
            {%- do rankhouse.a_number(name ~ "['" ~ measure ~ "']", limit, spec) -%}
        {%- endfor -%}
    {%- endif -%}
{% endmacro %}

{# The same arguments, checked, with numbers as SQL: 2.0 counts as a whole number. #}
{% macro read_arguments(macro, arguments) %}
    {%- set read = {} -%}
    {%- for name, spec in rankhouse.arguments_of(macro, arguments).items() -%}
        {%- set value, kind = arguments[name], spec.get("kind") -%}
        {%- do rankhouse.check_argument(name, value, spec) -%}
        {%- set is_number = value is not none and kind in ["number", "whole"] -%}
        {%- do read.update({name: ((value | int if kind == "whole" else value) | string) if is_number else value}) -%}
    {%- endfor -%}
    {{ return(read) }}
{% endmacro %}

{% macro one_of(name, value, choices) %}
    {%- if value not in choices -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_policy(name, choices, value)) }}
    {%- endif -%}
{% endmacro %}

{% macro list_of_names(name, value) %}
    {%- set is_list = value is not string and value is not mapping and value is iterable -%}
    {%- if not is_list or value | reject("string") | list or "" in value -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_list_of_names(name, value)) }}
    {%- elif value | unique | list | length != value | length -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_name_twice(name, value)) }}
    {%- endif -%}
{% endmacro %}

{% macro one_name(name, value) %}
    {%- if value is not string or value == "" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_name(name, value)) }}
    {%- endif -%}
{% endmacro %}

{#
A table without a schema would be taken for a step of the query when it is named like one. The ready-made models, such as
rankhouse__metrics, are not.
#}
{% macro not_a_step(name, relation) %}
    {%- if rankhouse.is_step_name(relation) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_step_name(name, relation)) }}
    {%- endif -%}
{% endmacro %}

{% macro is_step_name(relation) %}
    {%- set bare = relation | string | lower | replace('"', "") -%}
    {{ return(bare.startswith("rankhouse_") and not bare.startswith("rankhouse__") and "." not in bare) }}
{% endmacro %}

{# The distinct names of a list, each of which must be known. `what` is singular: "measure of rating error". #}
{% macro asked_names(name, texts, known, what) %}
    {%- if texts is string or texts is mapping or texts is not iterable or not texts | list -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_no_list_of(name, known[:2] | list, texts if texts else "none")
            )
        }}
    {%- endif -%}
    {%- set asked = [] -%}
    {%- for text in texts -%}
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

{# Names of columns by ours, for every input or for one: "score" or "run.score". #}
{% macro known_columns(columns, names, sides) %}
    {%- do rankhouse.names_by_ours(columns) -%}
    {%- for key in columns -%}
        {%- set parts = (key | string).split(".") -%}
        {%- if parts[-1] not in names or parts[:-1] | reject("in", sides) | list or parts | length > 2 -%}
            {%- do rankhouse.no_argument_of_columns(key, columns[key]) -%}
            {{
                exceptions.raise_compiler_error(
                    rankhouse.says_no_column(key, rankhouse.keys_of_columns(names, sides))
                )
            }}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}

{# Refuses a key that is an argument of macros that names columns. #}
{% macro no_argument_of_columns(key, name) %}
    {%- set argument = (key | string).split(".")[-1] -%}
    {%- if rankhouse.arguments().get(argument, {}).get("kind") in ["column", "columns"] -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_key_is_argument(key, argument, name)) }}
    {%- endif -%}
{% endmacro %}

{% macro names_by_ours(columns) %}
    {%- if columns is not mapping or columns.values() | reject("string") | reject("none") | list -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_columns_are_a_map(columns)) }}
    {%- endif -%}
    {%- for key, column in columns.items() if column == "" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_name(key, column)) }}
    {%- endfor -%}
    {%- do rankhouse.names_stay_apart(columns.values() | select | list) -%}
{% endmacro %}

{# The relation that a macro reads; dbt's own are mappings. #}
{% macro a_relation(name, relation) %}
    {%- set is_list = relation is sequence and relation is not string and relation is not mapping -%}
    {%- if relation is none or relation is number or is_list or relation | string | replace(" ", "") == "" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_missing_relation(name, relation)) }}
    {%- endif -%}
    {%- do rankhouse.not_a_step(name, relation) -%}
    {%- if relation is string -%} {%- do rankhouse.warn_of_text(name, relation) -%} {%- endif -%}
{% endmacro %}

{#
Warns of a text that names a model, seed, snapshot or source of the project: without ref dbt builds the two in any order, and
does not build the one in another schema. Refuses one that is a call.
#}
{% macro warn_of_text(name, relation) %}
    {%- if dbt_version is not defined or not execute -%} {{ return("") }}{%- endif -%}
    {%- if rankhouse.names_in_call(relation) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_text_of_model(name, relation, relation.strip("{} "))) }}
    {%- endif -%}
    {%- set table = relation.split(".")[-1] | replace('"', "") | replace("`", "") -%}
    {%- for node in graph.nodes.values() if node.resource_type in ["model", "seed", "snapshot"] -%}
        {%- if table in [node.name, node.alias] -%}
            {%- do exceptions.warn(rankhouse.says_text_of_model(name, relation, "ref('" ~ node.name ~ "')")) -%}
            {{ return("") }}
        {%- endif -%}
    {%- endfor -%}
    {%- for node in graph.sources.values() if table in [node.name, node.identifier] -%}
        {%- set call = "source('" ~ node.source_name ~ "', '" ~ node.name ~ "')" -%}
        {%- do exceptions.warn(rankhouse.says_text_of_model(name, relation, call)) -%}
        {{ return("") }}
    {%- endfor -%}
{% endmacro %}

{# The names in a text such as "ref('search_run')" or "{{ source('shop', 'runs') }}"; none of one that is no such call. #}
{% macro names_in_call(text) %}
    {%- set call, names = (text | string).strip("{} ").replace('"', "'"), [] -%}
    {%- if call[:4] == "ref(" or call[:7] == "source(" -%} {%- do names.extend(call.split("'")[1::2]) -%} {%- endif -%}
    {{ return(names) }}
{% endmacro %}

{% macro yes_or_no(name, value) %}
    {%- if value is not boolean -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_boolean(name, value)) }}
    {%- endif -%}
{% endmacro %}

{# A number within the limits of its entry in the table. #}
{% macro a_number(name, value, spec) %}
    {%- set is_whole = spec.kind == "whole" -%}
    {%- set limits = dict({"to": 10000000}, **spec) if is_whole else spec -%}
    {%- if not rankhouse.is_finite(value) or not rankhouse.in_range(
        value, limits
    ) or is_whole and value != value | int -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_number(name, spec, value)) }}
    {%- endif -%}
{% endmacro %}

{% macro is_finite(value) %}
    {%- set others = ["nan", "inf", "-inf", "NaN", "Infinity", "-Infinity"] -%}
    {{ return(value is number and value is not boolean and value | string not in others) }}
{% endmacro %}

{# Checks the lists of grouping columns, by argument: no column may be named like one of the macro's result. #}
{% macro check_groups(macro, lists) %}
    {%- for argument, columns in lists.items() -%}
        {%- do rankhouse.list_of_names(argument, columns) -%}
        {%- if columns -%}
            {%- do rankhouse.names_beside(argument, columns, rankhouse.names_taken(macro)) -%}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}

{# Refuses a column that is named like one of the result. #}
{% macro names_beside(name, columns, results) %}
    {%- for column in columns if column | lower in results -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_named_like_a_result(name, column)) }}
    {%- endfor -%}
{% endmacro %}

{# Checks that a list of names leaves out the column that has a role of its own, such as system. #}
{% macro names_beside_role(argument, names, role, column) %}
    {%- do rankhouse.list_of_names(argument, names) -%}
    {%- if column in names -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_names_role(argument, column, role)) }}
    {%- endif -%}
{% endmacro %}

{% macro says_names_role(argument, column, role) %}
    {{ return(argument ~ " and " ~ role ~ " both name the column '" ~ column ~ "': name it once") }}
{% endmacro %}
