{#
What the expressions of table macros are made of. An expression has no steps, so what would be variables are fields of a
struct, to which one list_transform after the other adds what follows from those before. The depth of lambdas within
lambdas is what DuckDB takes its time for, exponentially: whatever is done to several things stands in a list of its own.
#}
{#
A list of structs with the fields of each step added to every one, as `variable['field']`. `steps` are dictionaries of
expressions, `kept` the fields in the end: DuckDB carries the types of all others through every lambda that follows.
#}
{% macro pipeline(variable, structs, steps, kept) %}
    {%- set sql = namespace(text=structs) -%}
    {%- for step in steps -%}
        {%- set added = "struct_insert(" ~ variable ~ ", " ~ rankhouse.fields_of(step, " := ") ~ ")" -%}
        {%- set sql.text = "list_transform(" ~ sql.text ~ ", lambda " ~ variable ~ ": " ~ added ~ ")" -%}
    {%- endfor -%}
    {{
        return(
            "list_transform(" ~ sql.text ~ ", lambda " ~ variable ~ ": " ~ rankhouse.struct_of(variable, kept) ~ ")"
        )
    }}
{% endmacro %}

{#
The same for one struct, p, whose fields `first` come of the call's arguments c; `last` is an expression over it. A field
is there as long as something reads it.
#}
{% macro pipeline_of_call(first, steps, last) %}
    {%- set later = [last] -%}
    {%- for step in steps | reverse -%} {%- do later.append(later[-1] ~ step.values() | join(" ")) -%} {%- endfor -%}
    {%- set sql = namespace(
        text="list_transform([ǁ], lambda c: {" ~ rankhouse.fields_of(first, ": ") ~ "})[1]",
        fields=first.keys() | list,
    ) -%}
    {%- for step in steps -%}
        {%- set read = [] -%}
        {%- set needed = later[steps | length - loop.index0] -%}
        {%- for name in sql.fields if "p['" ~ name ~ "']" in needed -%} {%- do read.append(name) -%} {%- endfor -%}
        {%- set struct = "p" if read == sql.fields else rankhouse.struct_of("p", read) -%}
        {%- set added = "struct_insert(" ~ struct ~ ", " ~ rankhouse.fields_of(step, " := ") ~ ")" -%}
        {%- set sql.text = "list_transform([" ~ sql.text ~ "], lambda p: " ~ added ~ ")[1]" -%}
        {%- set sql.fields = read + step.keys() | list -%}
    {%- endfor -%}
    {{ return("list_transform([" ~ sql.text ~ "], lambda p: " ~ last ~ ")[1]") }}
{% endmacro %}

{% macro fields_of(values, sign) %}
    {%- set fields = [] -%}
    {%- for name, expression in values.items() -%}
        {%- do fields.append('"' ~ name ~ '"' ~ sign ~ expression) -%}
    {%- endfor -%}
    {{ return(fields | join(", ")) }}
{% endmacro %}

{# A struct of some of the fields of one. #}
{% macro struct_of(variable, names) %}
    {%- set fields = {} -%}
    {%- for name in names -%} {%- do fields.update({name: variable ~ "['" ~ name ~ "']"}) -%} {%- endfor -%}
    {{ return("{" ~ rankhouse.fields_of(fields, ": ") ~ "}") }}
{% endmacro %}

{#
What is wrong, as a list: the name of what says it (says_malformed) and its arguments, which are expressions. In place of
a hint stands the name that is not known, and the fact with the known ones follows.
#}
{% macro said(name, values, known=none) %}
    {%- set parts = [rankhouse.literal(name)] + values + ([known] if known is not none else []) -%}
    {{ return("[" ~ parts | join(", ") ~ "]") }}
{% endmacro %}

{# The message of such a list. #}
{% macro message(said) -%}
    list_transform(
        [{{ said }}],
        lambda said:array_to_string(
            list_transform(
                string_split({{ rankhouse.fact("'says ' || said[1]") }}, 'ǀ'),
                lambda part,
                place: case
                    when place % 2 = 1
                    then part
                    when part[1] <> '?'
                    then said[part::int]
                    else {{ rankhouse.suggested("said[part[2:]::int]", rankhouse.facts("said[-1]")) }}
                end
            ),
            ''
        )
    )[1]
{%- endmacro %}

{#
The first problem whose condition holds: a list of conditions with what is said then. One under no condition is a problem
unless it is NULL.
#}
{% macro first_problem(problems) %}
    {%- set found, cases = [], [] -%}
    {%- for condition, problem in problems + [[none, none]] -%}
        {%- if condition is not none -%} {%- do cases.append("when " ~ condition ~ " then " ~ problem) -%}
        {%- else -%}
            {%- if cases -%} {%- do found.append("case " ~ cases | join(" ") ~ " end") -%}
            {%- endif -%}
            {%- do cases.clear() -%}
            {%- if problem is not none -%} {%- do found.append(problem) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("coalesce(" ~ found | join(", ") ~ ")") }}
{% endmacro %}

{% macro first_not_null(list) %}
    {{ return("list_filter(" ~ list ~ ", lambda found: found is not null)[1]") }}
{% endmacro %}

{# Every element of a list once, in the order of their first places. #}
{% macro each_once(list) %}
    {{ return("list_filter(" ~ list ~ ", lambda one, place: list_position(" ~ list ~ ", one) = place)") }}
{% endmacro %}

{# What the facts have under a name, which is an expression: a list of texts; see python/rankhouse/_facts.py. #}
{% macro facts(name) %} {{ return("p['facts'][" ~ name ~ "]") }}{% endmacro %}

{# The same of one text. #}
{% macro fact(name) %} {{ return(rankhouse.facts(name) ~ "[1]") }}{% endmacro %}

{# A text as an identifier, and as a literal. #}
{% macro as_identifier(text) %} {{ return("'\"' || replace(" ~ text ~ ", '\"', '\"\"') || '\"'") }}{% endmacro %}

{% macro as_literal(text) %} {{ return("'''' || replace(" ~ text ~ ", '''', '''''') || ''''") }}{% endmacro %}

{# Whether an expression is true, as a choice of a template. #}
{% macro yes_no(expression) %} {{ return("coalesce(" ~ expression ~ ", false)::varchar") }}{% endmacro %}

{# Whether a value is there, as a choice of a template. #}
{% macro is_given(value) %} {{ return("(" ~ value ~ " is not null)::varchar") }}{% endmacro %}

{# The entries of a dictionary with these names alone. #}
{% macro as_far_as(names, values) %}
    {%- set kept = {} -%}
    {%- for name, value in values.items() if name in names -%} {%- do kept.update({name: value}) -%} {%- endfor -%}
    {{ return(kept) }}
{% endmacro %}

{# A dictionary of expressions, which are texts, as a map. #}
{% macro map_of(values) %}
    {%- set entries = [] -%}
    {%- for name, expression in values.items() -%}
        {%- do entries.append(rankhouse.literal(name) ~ ": " ~ expression) -%}
    {%- endfor -%}
    {{ return("map {" ~ entries | join(", ") ~ "}" if entries else "map {}::map(varchar, varchar)") }}
{% endmacro %}

{# Whether conditions such as `ties=best|worst&weighted=true` hold under `chosen`, a map of choices. #}
{% macro holds(conditions, chosen) -%}
    len(
        list_filter(
            string_split({{ conditions }}, '&'),
            lambda condition:condition <> ''
            and not coalesce(
                list_contains(
                    string_split(split_part(condition, '=', 2), '|'), ({{ chosen }})[split_part(condition, '=', 1)]
                ),
                false
            )
        )
    )
    = 0
{%- endmacro %}

{#
The text of a template as steps over a struct: `name` is the field with the text, `chosen` a map of choices. Tokens and
what is repeated stay. See python/rankhouse/_templates.py for what a template is.
#}
{% macro steps_of_text(variable, name, template, chosen) %}
    {%- set chunks, known = name ~ "_chunks", name ~ "_holds" -%}
    {%- set held -%}
        list_transform(
            string_split({{ variable }}['{{ chunks }}'][1], '!'),
            lambda conditions: {{ rankhouse.holds("conditions", chosen) }}
        )
    {%- endset -%}
    {%- set text -%}
        array_to_string(
            list_transform(
                {{ variable }}['{{ chunks }}'][2:],
                lambda chunk: case
                    when {{ variable }}['{{ known }}'][split_part(chunk, '!', 1)::int]
                    then split_part(chunk, '!', 2)
                    else ''
                end
            ),
            ''
        )
    {%- endset -%}
    {{ return([{chunks: "string_split(" ~ template ~ ", '~')"}, {known: held}, {name: text}]) }}
{% endmacro %}

{#
A text with what is repeated in it («list*between*text») filled in from lists of maps, by their names in a map. `names` are
the tokens in there; what takes the place of the last one is not looked at again. `between`: what becomes of the parts
between.
#}
{% macro repeated(text, lists, names, brackets="«»", between="part") -%}
    {%- set element = namespace(
        text="substr(part, instr(part, '*') + instr(substr(part, instr(part, '*') + 1), '*') + 1)"
    ) -%}
    {%- for name in names -%}
        {%- set element.text = (
            "replace(" ~ element.text ~ ", 'ǀ" ~ name ~ "ǀ', coalesce(element['" ~ name ~ "'], ''))"
        ) -%}
    {%- endfor -%}
    array_to_string(
        list_transform(
            string_split(replace({{ text }}, '{{ brackets[1] }}', '{{ brackets[0] }}'), '{{ brackets[0] }}'),
            lambda part,
            place: case
                when place % 2 = 1
                then {{ between }}
                else
                    array_to_string(
                        list_transform(
                            ({{ lists }})[split_part(part, '*', 1)],
                            lambda element,
                            number: case when number > 1 then split_part(part, '*', 2) else '' end || {{ element.text }}
                        ),
                        ''
                    )
            end
        ),
        ''
    )
{%- endmacro %}

{# A text with its tokens filled in from a map; a token that the map lacks stays. #}
{% macro filled(text, values) -%}
    array_to_string(
        list_transform(
            string_split({{ text }}, 'ǀ'),
            lambda part,
            place: case when place % 2 = 1 then part else coalesce(({{ values }})[part], 'ǀ' || part || 'ǀ') end
        ),
        ''
    )
{%- endmacro %}

{# As suggest(): of `known`, a list, the name that shares most pairs of letters with the given one, and all of them. #}
{% macro suggested(given, known) -%}
    {%- set pairs = "list_transform(range(1, length(" ~ given ~ ")), lambda i: substr(" ~ given ~ ", i, 2))" -%}
    {%- set letters = "string_split(" ~ given ~ ", '')" -%}
    list_transform(
        [
            list_reduce(
                list_transform(
                    {{ known }},
                    lambda name: {
                        'name':name,
                        'score': case
                            when list_sort(string_split(name, '')) = list_sort({{ letters }})
                            then 1.0::double
                            else 0.0::double
                        end + (
                            2.0::double * len(list_filter({{ pairs }}, lambda part:contains(name, part)))
                            + len(list_filter({{ letters }}, lambda part:contains(name, part)))
                        )
                        / (length({{ given }}) + length(name))
                    }
                ),
                lambda one,
                other: case when other['score'] > one['score'] then other else one end
            )
        ],
        lambda best: case
            when best['score'] > 0.6
            then ': did you mean ''' || best['name'] || '''?'
            else '; known: ' || array_to_string({{ known }}, ', ')
        end
    )[1]
{%- endmacro %}

{# As is_number_text. #}
{% macro is_a_number(text) %}
    {{
        return(
            "(regexp_full_match("
            ~ text
            ~ ", '([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?') and length("
            ~ text
            ~ ") <= 25)"
        )
    }}
{% endmacro %}

{# A number as it is spelled elsewhere: whole ones without a fraction. #}
{% macro spelled_number(number) %}
    {{ return("regexp_replace((" ~ number ~ ")::double::varchar, '\\.0$', '')") }}
{% endmacro %}
