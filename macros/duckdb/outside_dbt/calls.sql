{#
A call of a table macro, as DuckDB asks for the text that it runs: `query(rankhouse_sql('metrics', <arguments as JSON>))`.
Python answers with Jinja, the extension with these macros as Lua. `call` has the arguments by name, NULL as none;
`version` is that of the library whose macro is called, `show_sql` asks for the text as a row.
#}
{% macro text_of_call(macro, call) %}
    {%- if macro == "version" -%} {{ return(rankhouse.version()) }}{%- endif -%}
    {%- set known = rankhouse.table_macros() -%}
    {%- if macro not in known -%} {{ exceptions.raise_compiler_error(rankhouse.says_no_table_macro(macro)) }}
    {%- elif call is not mapping -%} {{ exceptions.raise_compiler_error(rankhouse.says_no_call(call)) }}
    {%- elif call.get("version", rankhouse.version()) != rankhouse.version() -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_other_version(call.version)) }}
    {%- endif -%}
    {%- set sql = rankhouse[macro](**rankhouse.arguments_of_call(macro, known[macro], call)) -%}
    {%- if call.get("show_sql") -%}
        {{ return("select " ~ rankhouse.literal(rankhouse.indented(sql)) ~ " as sql") }}
    {%- endif -%}
    {{ return("from (" ~ sql ~ ")" ~ (" order by all" if known[macro].get("ordered", true) else "")) }}
{% endmacro %}

{# What the package's macro gets: relations as tables of DuckDB, and names of columns together. #}
{% macro arguments_of_call(macro, made, call) %}
    {%- set arguments, names, alone = {}, {}, [] -%}
    {%- for name, other in made.get("beside", {}).items() if call.get(other) is none -%}
        {%- do alone.append(name) -%}
    {%- endfor -%}
    {%- set relations_and_options = (
        (made.get("needs", "") ~ " " ~ made.get("takes", "") ~ " " ~ made.get("own", "")).split()
        | reject("in", alone)
        | list
    ) -%}
    {%- set columns, optional = made.get("columns", "").split(), made.get("optional", "").split() + alone -%}
    {%- for name, value in call.items() if name not in ["columns", "show_sql", "version"] -%}
        {%- if name in relations_and_options -%}
            {%- do arguments.update({name: rankhouse.read_of_call(macro, made, name, value, call)}) -%}
        {%- elif name not in columns + optional -%}
            {{
                exceptions.raise_compiler_error(
                    rankhouse.says_no_argument(macro, name, relations_and_options + columns + optional)
                )
            }}
        {#- Labels replace the scores; the column of the scores may still be named. -#}
        {%- elif value is not none and (value != name or name in optional) and (
            name != "score" or call.get("prediction") is none
        ) -%}
            {%- do names.update({name: value | string}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name in made.get("needs", "").split() if name not in call -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_missing_argument(macro, name)) }}
    {%- endfor -%}
    {%- set named = call.get("columns") -%}
    {%- if named is none or named is mapping -%} {%- set named = dict(names, **(named or {})) -%} {%- endif -%}
    {{ return(dict(arguments, columns=named)) }}
{% endmacro %}

{# A whole number as one. #}
{% macro number_of_call(one) %}
    {%- set is_whole = rankhouse.is_finite(one) and one == one | int -%} {{ return(one | int if is_whole else one) }}
{% endmacro %}

{# An argument by its kind. A list of one may come without brackets, and NULL among names is a name that nothing has. #}
{% macro read_of_call(macro, made, name, value, call) %}
    {%- set kind = rankhouse.argument_of(macro, name).get("kind", "choice") -%}
    {%- set is_list = value is iterable and value is not string and value is not mapping -%}
    {%- if value is none -%} {{ return(false if kind == "flag" else none) }}
    {%- elif kind == "relation" -%} {{ return(rankhouse.relation_of_call(macro, made, name, value, call)) }}
    {%- elif kind in ["columns", "texts"] -%}
        {%- set texts = [] -%}
        {%- set several = value if is_list else [value] -%}
        {%- for one in several -%} {%- do texts.append("NULL" if one is none else one | string) -%}
        {%- endfor -%}
        {{ return(texts) }}
    {%- elif is_list and kind in ["numbers", "pair", "grades"] -%}
        {#- A list in DuckDB has one type: with 0.5 beside it, 2 is 2.0. -#}
        {%- set numbers = [] -%}
        {%- for one in value -%} {%- do numbers.append(rankhouse.number_of_call(one)) -%}
        {%- endfor -%}
        {{ return(numbers) }}
    {%- elif kind == "numbers" -%} {{ return([value]) }}
    {%- elif kind == "limits" and value is mapping -%}
        {#- So have the fields of a map. -#}
        {%- set numbers = {} -%}
        {%- for name, one in value.items() -%} {%- do numbers.update({name: rankhouse.number_of_call(one)}) -%}
        {%- endfor -%}
        {{ return(numbers) }}
    {%- elif kind in ["text", "column", "choice"] and value is not boolean -%} {{ return(value | string) }}
    {%- endif -%}
    {{ return(value) }}
{% endmacro %}

{#
A table by its name, which cannot be anything else. Where it has to have the columns of a list, they are put in place of
themselves: of one that is missing DuckDB names the input, and which ones are near.
#}
{% macro relation_of_call(macro, made, name, value, call) %}
    {%- set text = value | string if value is mapping else value -%}
    {#- Anything that is no table is refused by the macro, in its own order. -#}
    {%- if text is not string or text | replace(" ", "") == "" -%} {{ return(text) }}
    {%- elif rankhouse.is_step_name(text) -%} {{ return(rankhouse.quoted(text)) }}
    {%- endif -%}
    {%- set bare = text | lower | replace('"', "") -%}
    {%- if bare.count(".") == 1 and rankhouse.is_step_name(bare.split(".")[1]) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_step_in_schema(name, text)) }}
    {%- endif -%}
    {%- set table = "query_table(" ~ rankhouse.literal(text) ~ ")" -%}
    {%- set first = made.get("grouped", (made.get("needs", "").split() + [""])[0]) -%}
    {%- set of_sides = {"judgments": ["judgments_by"], "ground_truth": ["ground_truth_by"]} -%}
    {%- set lists = of_sides.get(name, ["by", "segments"] if name == first else []) -%}
    {%- set looked_up = [] -%}
    {%- for each in lists if rankhouse.argument_of(macro, each).get("kind") == "columns" -%}
        {%- set columns = call.get(each) -%}
        {%- set columns = columns if columns is iterable and columns is not string else [columns] -%}
        {%- for column in columns if column is string -%}
            {%- set own = rankhouse.quoted(column) -%} {%- do looked_up.append(own ~ " as " ~ own) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(rankhouse.with_replaced(table, name, looked_up | unique | list) if looked_up else table) }}
{% endmacro %}


{#
The same of a parameter of a frozen macro or of the plain script, whose texts know no names yet. `otherwise`: the parameter that is
read where this one is NULL.
#}
{% macro table_of_parameter(parameter, otherwise=none) %}
    {%- set read = parameter if otherwise is none else "coalesce(" ~ parameter ~ ", " ~ otherwise ~ ")" -%}
    {%- set said = rankhouse.literal(rankhouse.says_step_in_schema(parameter, "<name>")) -%}
    {%- set said = said | replace("<name>", "' || " ~ parameter ~ " || '") -%}
    {%- set is_step = "regexp_matches(" ~ parameter ~ ", '^([^.]*[.])?\"?rankhouse_[^_.][^.]*$', 'i')" -%}
    {{ return("query_table(case when " ~ is_step ~ " then error(" ~ said ~ ") else " ~ read ~ " end)") }}
{% endmacro %}

{# DuckDB's query_table takes schema.name for a step of that name too. #}
{% macro says_step_in_schema(name, relation) %}
    {{
        return(
            name
            ~ ": DuckDB takes the name "
            ~ relation
            ~ " for a step of this query: write the database and the schema before it, such as memory.main.run"
        )
    }}
{% endmacro %}

{% macro says_no_table_macro(macro) %} {{ return("rankhouse has no table macro '" ~ macro ~ "'") }} {% endmacro %}

{% macro says_no_call(call) %}
    {{ return("rankhouse_sql takes the arguments of a macro as a JSON object, got " ~ call) }}
{% endmacro %}

{% macro says_missing_argument(macro, name) %} {{ return(macro ~ " needs the argument " ~ name) }}{% endmacro %}

{% macro says_other_version(version) %}
    {{
        return(
            "the macro that was called was made by rankhouse "
            ~ version
            ~ ", but this is "
            ~ rankhouse.version()
            ~ ": create the macros again where they are stored, with rankhouse.register(con, schema=...)"
        )
    }}
{% endmacro %}
