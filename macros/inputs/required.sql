{#
What dbt knows of an input when a model is compiled: whether the columns that are read are there, and of a type that can be
read. An engine would say so in its own words, of a table `source`, and of one column at a time. Nothing is known of what has
not been built, nor in Python, whose inputs are checked when they are opened. Of texts in dbt on DuckDB, and in DuckDB's table
macros, inputs are given back that look at the types themselves: by side, for the plan.

`plan` has the inputs, `columns` and the groups of groups_of; `reads` our names of the columns of each input that is there.
    numbers     those that have to be numbers, or checks of kinds
    ids         those by which two inputs are joined
    alike       two columns of the first input that are compared with each other
    roles       those that an argument of their name names, system
    lists       pairs of an argument that names grouping columns and the input that has them, by default by of the first
                input and judgments_by of the second; what both have is a shared_group
#}
{% macro require_columns(plan, reads, numbers=[], ids=[], roles=[], lists=none, alike=[]) %}
    {%- set typed = numbers + ["measure", "metric"] -%}
    {%- if dbt_version is not defined -%}
        {{ return(rankhouse.guarded_inputs(plan, reads, typed, ids, alike)) }}
    {%- endif -%}
    {{ return(rankhouse.require_of_catalogue(plan, reads, typed, ids, roles, lists, alike)) }}
{% endmacro %}

{# The same by what dbt's catalogue knows. #}
{% macro require_of_catalogue(plan, reads, numbers, ids, roles, lists, alike) %}
    {%- if not execute or plan.get("checked", false) -%} {{ return({}) }}{%- endif -%}
    {%- set known, sides = {}, [] -%}
    {%- for side in reads if plan.get(side) is not none -%}
        {%- set columns = rankhouse.columns_of_relation(plan[side]) -%}
        {%- do known.update({side: columns}) -%}
        {%- if columns -%} {%- do sides.append(side) -%} {%- endif -%}
    {%- endfor -%}
    {%- for side in sides -%}
        {%- for name in reads[side] -%}
            {%- do rankhouse.require_column(plan, side, name, known[side], name in roles) -%}
        {%- endfor -%}
        {%- do rankhouse.require_numbers(plan, side, reads[side], numbers, known[side]) -%}
        {%- for name in reads[side] -%}
            {%- do rankhouse.require_equality(plan, side, rankhouse.name_of_column(plan, side, name), known[side]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set read, shared = reads.keys() | list, plan.get("groups", {}).get("shared_group", []) -%}
    {%- set pairs = [["by", read[0]], ["judgments_by", read[1:] | first | default("")]] if lists is none else lists -%}
    {%- for argument, side in pairs if side in sides -%}
        {%- set own = plan.get("groups", {}).get("run_group" if argument == pairs[0][0] else "judged_group", []) -%}
        {%- for name in own + shared -%}
            {%- do rankhouse.require_named(plan, side, argument, name, known[side]) -%}
            {%- do rankhouse.require_equality(plan, side, name, known[side]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for other in sides if other != read[0] and read[0] in sides -%}
        {%- for name in ids if name in reads[read[0]] and name in reads[other] -%}
            {%- do rankhouse.require_one_type(plan, [read[0], other], [name, name], known) -%}
        {%- endfor -%}
        {%- for name in shared if name | lower in known[read[0]] and name | lower in known[other] -%}
            {%- do rankhouse.require_one_type(plan, [read[0], other], [name, name], known) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if alike and read[0] in sides -%}
        {%- do rankhouse.require_one_type(plan, [read[0], read[0]], alike, known) -%}
    {%- endif -%}
    {%- set texts = [] -%}
    {%- for side in known if plan[side] is string -%} {%- do texts.append(side) -%} {%- endfor -%}
    {{ return(rankhouse.guarded_texts(plan, reads, numbers, ids, alike) if texts else {}) }}
{% endmacro %}

{# Texts look at their types themselves, on the engine that can. #}
{% macro guarded_texts(plan, reads, numbers, ids, alike) %}
    {{ return(adapter.dispatch("guarded_texts", "rankhouse")(plan, reads, numbers, ids, alike)) }}
{% endmacro %}

{% macro default__guarded_texts(plan, reads, numbers, ids, alike) %} {{ return({}) }}{% endmacro %}

{% macro duckdb__guarded_texts(plan, reads, numbers, ids, alike) %}
    {{ return(rankhouse.guarded_inputs(plan, reads, numbers, ids, alike)) }}
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
{% macro require_column(plan, side, name, known, is_role=false) %}
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
{% endmacro %}

{# That columns are numbers, where dbt knows that they are not. #}
{% macro require_numbers(plan, side, names, numbers, known) %}
    {%- for number in numbers -%}
        {%- set check = rankhouse.number_check(plan, side, number) if number is string else number -%}
        {%- set column = known[rankhouse.name_of_column(plan, side, check.column) | lower] if check.column in names -%}
        {%- set kinds = check.kinds + (["other", "a user-defined"] if "text" in check.kinds else ["other"]) -%}
        {%- set kind = rankhouse.known_kind_of(column) if check.column in names -%}
        {%- set is_read = kind in kinds and (kind != "boolean" or rankhouse.reads_booleans(check.column)) -%}
        {%- if check.column in names and not is_read -%}
            {%- set said = rankhouse.says_other_kind(check, column.name, rankhouse.shown_input(plan, side)) -%}
            {{ exceptions.raise_compiler_error(said[0] ~ column.dtype ~ said[1]) }}
        {%- endif -%}
    {%- endfor -%}
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

{# That the values of a column can be told apart: rows cannot be grouped by others. #}
{% macro require_equality(plan, side, own, known) %}
    {%- set column = known[own | lower] -%}
    {%- if rankhouse.known_kind_of(column) in rankhouse.kinds_without_equality() -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.shown_input(plan, side)
                ~ ": column '"
                ~ column.name
                ~ "' is "
                ~ column.dtype
                ~ ", and this engine cannot tell whether two values of this type are equal; cast it to a text"
            )
        }}
    {%- endif -%}
{% endmacro %}

{% macro kinds_without_equality() %}
    {{ return(adapter.dispatch("kinds_without_equality", "rankhouse")()) }}
{% endmacro %}

{% macro default__kinds_without_equality() %} {{ return([]) }}{% endmacro %}

{% macro postgres__kinds_without_equality() %} {{ return(["a json", "a xml", "a point"]) }}{% endmacro %}

{# That ids of two inputs are of one kind, where dbt knows their kinds. #}
{% macro require_one_type(plan, sides, names, known) %}
    {%- set columns, kinds = [], [] -%}
    {%- for side in sides -%}
        {%- set name = rankhouse.name_of_column(plan, side, names[loop.index0]) -%}
        {%- do columns.append(known[side][name | lower]) -%}
        {%- do kinds.append(rankhouse.known_kind_of(columns[-1])) -%}
    {%- endfor -%}
    {%- if kinds[0] != kinds[1] and ("text" in kinds or "other" not in kinds) -%}
        {%- set shown = [rankhouse.shown_input(plan, sides[0]), rankhouse.shown_input(plan, sides[1])] -%}
        {%- set said = rankhouse.says_two_types(shown[0], columns[0].name, shown[1], columns[1].name) -%}
        {{ exceptions.raise_compiler_error(said[0] ~ columns[0].dtype ~ said[1] ~ columns[1].dtype ~ said[2]) }}
    {%- endif -%}
{% endmacro %}

{# Of estimates by a model, which a log may lack. #}
{% macro advises_no_model() %} {{ return(", or without a model ask for estimators=['ips', 'snips']") }} {% endmacro %}

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

{# That a relation has columns by the user's own names, none among which are left out. `side`: what it is called. #}
{% macro require_names(side, relation, names) %}
    {%- if dbt_version is not defined or not execute -%} {{ return("") }}{%- endif -%}
    {%- set known = rankhouse.columns_of_relation(relation) -%}
    {%- for name in names | select if known and name | lower not in known -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_column_missing({side: relation}, side, name, name, known)) }}
    {%- endfor -%}
{% endmacro %}
