{#
What dbt knows of an input when a model is compiled: whether the columns that are read are there, and of a type that can be
read. An engine would say so in its own words, of a table `source`, and of one column at a time. Nothing is known of texts,
of what has not been built, and where nobody asks a catalogue: in Python, whose inputs are checked when they are opened,
and in DuckDB's table macros.

`plan` has the inputs, `columns` and the groups of groups_of; `reads` our names of the columns of each input that is there.
    numbers     those that have to be numbers
    ids         those by which two inputs are joined
    roles       those that an argument of their name names, system
    lists       pairs of an argument that names grouping columns and the input that has them, by default by of the first
                input and judgments_by of the second; what both have is a shared_group
#}
{% macro require_columns(plan, reads, numbers=[], ids=[], roles=[], lists=none) %}
    {%- if dbt_version is not defined or not execute or plan.get("checked", false) -%} {{ return("") }}{%- endif -%}
    {%- set known, sides = {}, [] -%}
    {%- for side in reads if plan.get(side) is not none -%}
        {%- set columns = rankhouse.columns_of_relation(plan[side]) -%}
        {%- do known.update({side: columns}) -%}
        {%- if columns -%} {%- do sides.append(side) -%} {%- endif -%}
    {%- endfor -%}
    {%- for side in sides -%}
        {%- for name in reads[side] -%}
            {%- do rankhouse.require_column(plan, side, name, known[side], name in numbers, name in roles) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set read = reads.keys() | list -%}
    {%- set pairs = [["by", read[0]], ["judgments_by", read[1:] | first | default("")]] if lists is none else lists -%}
    {%- for argument, side in pairs if side in sides -%}
        {%- set own = plan.get("groups", {}).get("run_group" if argument == pairs[0][0] else "judged_group", []) -%}
        {%- for name in own + plan.get("groups", {}).get("shared_group", []) -%}
            {%- do rankhouse.require_named(plan, side, argument, name, known[side]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set joined = read[:2] | select("in", sides) | list -%}
    {%- for name in ids if joined | length == 2 -%}
        {%- do rankhouse.require_one_type(plan, joined, name, known) -%}
    {%- endfor -%}
{% endmacro %}

{#
The columns of a relation of dbt by their names in lower case, and as they are where an engine tells capitals apart; none of a
text, or of what is not there.
#}
{% macro columns_of_relation(relation) %}
    {%- set columns = {} -%}
    {%- set is_relation = relation is not string and relation.identifier is defined -%}
    {%- set found = adapter.get_columns_in_relation(relation) if is_relation else [] -%}
    {%- for column in found -%} {%- do columns.update({column.name | lower: column}) -%} {%- endfor -%}
    {%- for column in found if rankhouse.tells_case() -%}
        {%- do columns.update({column.name: column}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# One of our columns, by the user's name. #}
{% macro require_column(plan, side, name, known, is_number, is_role=false) %}
    {%- set own = rankhouse.name_of_column(plan, side, name) -%}
    {#- Estimates from clicks read scores alone. -#}
    {%- set takes_ranks = side in ["run", "runs", "baseline"] and "examination" not in plan -%}
    {%- if own | lower not in known -%}
        {%- set columns = known.values() | map(attribute="name") | unique | list -%}
        {%- set renamed = rankhouse.advice_on_missing(side, name, columns, takes_ranks) -%}
        {%- if is_role -%} {%- set renamed = "; name the right one with " ~ name ~ "='...'" -%} {%- endif -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_column_missing(plan, side, own, name, known) ~ renamed) }}
    {%- endif -%}
    {%- set doubt = rankhouse.doubt_of_score(side, own, takes_ranks) if name == "score" and own != name -%}
    {%- if doubt -%} {%- do exceptions.warn(doubt) -%} {%- endif -%}
    {%- set right = name ~ "='{}'" if is_role else "columns={{'" ~ name ~ "': '{}'}}" -%}
    {%- do rankhouse.require_spelling(plan, side, own, known, "write " ~ right) -%}
    {%- if is_number and rankhouse.kind_of(known[own | lower]) == "text" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_column_is_text(plan, side, own, name, known)) }}
    {%- endif -%}
{% endmacro %}

{# A column that the user names with an argument. #}
{% macro require_named(plan, side, argument, name, known) %}
    {%- if name | lower not in known -%}
        {{
            exceptions.raise_compiler_error(
                argument ~ ": " ~ rankhouse.says_column_missing(plan, side, name, name, known)
            )
        }}
    {%- endif -%}
    {%- do rankhouse.require_spelling(plan, side, name, known, "write '{}' in " ~ argument) -%}
{% endmacro %}

{# That an id is text on both sides, or on none. #}
{% macro require_one_type(plan, sides, name, known) %}
    {%- set types, kinds = [], [] -%}
    {%- for side in sides -%}
        {%- set column = known[side][rankhouse.name_of_column(plan, side, name) | lower] -%}
        {%- do kinds.append(rankhouse.kind_of(column) == "text") -%}
        {%- do types.append(rankhouse.shown_input(plan, side) ~ " has " ~ column.name ~ " as " ~ column.dtype) -%}
    {%- endfor -%}
    {%- if kinds[0] != kinds[1] -%}
        {{
            exceptions.raise_compiler_error(
                types | join(", and ") ~ ", so that '007' and 7 would be one id; cast one of the columns"
            )
        }}
    {%- endif -%}
{% endmacro %}

{# "run (db.main.search_run)" #}
{% macro shown_input(plan, side) %} {{ return(side ~ " (" ~ plan[side] | replace('"', "") ~ ")") }}{% endmacro %}

{% macro says_column_missing(plan, side, own, name, known) %}
    {%- set names = known.values() | map(attribute="name") | unique | list -%}
    {%- set hint = rankhouse.suggest(own | lower, known.keys() | list) -%}
    {%- set hint = hint if "did you mean" in hint else ";" -%}
    {{
        return(
            rankhouse.shown_input(plan, side)
            ~ " has no column '"
            ~ own
            ~ ("'" if own == name else "' (" ~ name ~ ")")
            ~ hint
            ~ " its columns are "
            ~ names
            | join(", ")
        )
    }}
{% endmacro %}

{% macro says_column_is_text(plan, side, own, name, known) %}
    {%- set column = known[own | lower] -%}
    {{
        return(
            rankhouse.shown_input(plan, side)
            ~ ": "
            ~ name
            ~ " must be a number, but the column "
            ~ column.name
            ~ " is text ("
            ~ column.dtype
            ~ "): cast it, or name another column with columns={'"
            ~ name
            ~ "': ...}"
        )
    }}
{% endmacro %}

{# That a relation has columns by the user's own names, none among which are left out. `side`: what it is called. #}
{% macro require_names(side, relation, names) %}
    {%- if dbt_version is not defined or not execute -%} {{ return("") }}{%- endif -%}
    {%- set known = rankhouse.columns_of_relation(relation) -%}
    {%- for name in names | select if known and name | lower not in known -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_column_missing({side: relation}, side, name, name, known)) }}
    {%- endfor -%}
{% endmacro %}
