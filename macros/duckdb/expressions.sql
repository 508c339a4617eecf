{#
What the table macros' expressions are made of. An expression has no steps of its own, so a pipeline is one struct after
the other: each step adds fields that follow from those before it. (Lambdas within lambdas take DuckDB exponentially long
to bind; these stand one after the other.)
#}
{#
`first` with the fields of each step added, as `variable['field']`. `steps` are dictionaries of expressions. With
`each` first is a list, and every struct in it goes through the steps.
#}
{% macro pipeline(variable, first, steps, each=false) %}
    {%- set sql = namespace(text=first if each else "[" ~ first ~ "]") -%}
    {%- for step in steps -%}
        {%- set fields = [] -%}
        {%- for name, expression in step.items() -%} {%- do fields.append(name ~ " := " ~ expression) -%} {%- endfor -%}
        {%- set sql.text = (
            "list_transform("
            ~ sql.text
            ~ ", lambda "
            ~ variable
            ~ ": struct_insert("
            ~ variable
            ~ ", "
            ~ fields
            | join(", ")
            ~ "))"
        ) -%}
    {%- endfor -%}
    {{ return(sql.text if each else sql.text ~ "[1]") }}
{% endmacro %}

{# A text that is made with tokens (ǀnameǀ) as an expression, with SQL in place of each. #}
{% macro spoken(text, values) %}
    {%- set parts = [] -%}
    {%- for part in text.split("ǀ") -%}
        {%- if loop.index0 % 2 == 1 -%} {%- do parts.append(values[part]) -%}
        {%- elif part -%} {%- do parts.append(rankhouse.literal(part)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("(" ~ parts | join(" || ") ~ ")") }}
{% endmacro %}

{# What a macro says of its arguments, these being expressions: spoken_by(says_unknown_option, {"option": "o['option']"}). #}
{% macro said(macro, values) %}
    {%- set tokens = {} -%}
    {%- for name in values -%}
        {%- do tokens.update({name: ["ǀ" ~ name ~ "ǀ"] if name in ["choices", "known", "allowed", "columns"] else "ǀ" ~ name ~ "ǀ"}) -%}
    {%- endfor -%}
    {{ return(rankhouse.spoken(macro(**tokens), values)) }}
{% endmacro %}

{# The first of some expressions that is not NULL, each under its condition. #}
{% macro first_problem(problems) %}
    {%- set cases = [] -%}
    {%- for condition, problem in problems -%} {%- do cases.append("when " ~ condition ~ " then " ~ problem) -%} {%- endfor -%}
    {{ return("case " ~ cases | join(" ") ~ " end") }}
{% endmacro %}

{% macro first_not_null(list) %}
    {{ return("list_filter(" ~ list ~ ", lambda found: found is not null)[1]") }}
{% endmacro %}

{# What the facts of a call have under a name, which is an expression: for a measure, and for the call itself. #}
{% macro fact(name) %} {{ return("m['p']['facts'][" ~ name ~ "]") }}{% endmacro %}

{% macro fact_of_call(name) %} {{ return("p['facts'][" ~ name ~ "]") }}{% endmacro %}

{# A text as an identifier, and as a literal. #}
{% macro as_identifier(text) %} {{ return("'\"' || replace(" ~ text ~ ", '\"', '\"\"') || '\"'") }}{% endmacro %}

{% macro as_literal(text) %} {{ return("'''' || replace(" ~ text ~ ", '''', '''''') || ''''") }}{% endmacro %}

{# The conditions `ties=best|worst&weighted=true` under `settings`, a map of choices. #}
{% macro holds(conditions, settings) -%}
    len(
        list_filter(
            string_split({{ conditions }}, '&'),
            lambda condition: condition <> '' and not coalesce(
                list_contains(
                    string_split(split_part(condition, '=', 2), '|'),
                    ({{ settings }})[split_part(condition, '=', 1)]
                ),
                false
            )
        )
    ) = 0
{%- endmacro %}

{#
The text of a template (see python/rankhouse/_templates.py) as steps over a struct: `name` is the field with the text,
`settings` a map of choices, `lists` what chunks are repeated for, a map of lists of maps. Their values take the place of
the tokens in these chunks; other tokens stay.
#}
{% macro steps_of_text(variable, name, template, settings, lists="map {}::map(varchar, map(varchar, varchar)[])") %}
    {%- set chunks, known = name ~ "_chunks", name ~ "_holds" -%}
    {%- set held -%}
        list_transform(
            string_split({{ variable }}['{{ chunks }}'][1], '§'),
            lambda conditions: {{ rankhouse.holds("conditions", settings) }}
        )
    {%- endset -%}
    {%- set head, text = "split_part(chunk, '§', 1)", "split_part(chunk, '§', 2)" -%}
    {%- set chosen -%}
        array_to_string(
            list_transform(
                {{ variable }}['{{ chunks }}'][2:],
                lambda chunk: case
                    when not {{ variable }}['{{ known }}'][split_part({{ head }}, '*', 1)::int]
                    then ''
                    when not contains({{ head }}, '*')
                    then {{ text }}
                    else
                        array_to_string(
                            list_transform(
                                ({{ lists }})[split_part({{ head }}, '*', 2)],
                                lambda element: {{ rankhouse.filled(text, "element") }}
                            ),
                            split_part({{ head }}, '*', 3)
                        )
                end
            ),
            ''
        )
    {%- endset -%}
    {{ return([{chunks: "string_split(" ~ template ~ ", '¶')"}, {known: held}, {name: chosen}]) }}
{% endmacro %}

{# A text with its tokens filled in from a map; a token that the map lacks stays. #}
{% macro filled(text, tokens) -%}
    array_to_string(
        list_transform(
            string_split({{ text }}, 'ǀ'),
            lambda part, place: case
                when place % 2 = 1 then part else coalesce(({{ tokens }})[part], 'ǀ' || part || 'ǀ')
            end
        ),
        ''
    )
{%- endmacro %}

{# What suggest() says: of `known`, a list, the name that shares most pairs of letters with the given one. #}
{% macro hinted(given, known) -%}
    {%- set pairs = "list_transform(range(1, length(" ~ given ~ ")), lambda i: substr(" ~ given ~ ", i, 2))" -%}
    {%- set letters = "string_split(" ~ given ~ ", '')" -%}
    list_transform(
        [
            list_reduce(
                list_transform(
                    {{ known }},
                    lambda name: {
                        'name': name,
                        'score': (
                            2.0::double * len(list_filter({{ pairs }}, lambda part: contains(name, part)))
                            + len(list_filter({{ letters }}, lambda part: contains(name, part)))
                        )
                        / (length({{ given }}) + length(name))
                    }
                ),
                lambda one, other: case when other['score'] > one['score'] then other else one end
            )
        ],
        lambda best: case when best['score'] > 0.6 then ': did you mean ''' || best['name'] || '''?' else ':' end
    )[1] || ' Known: ' || array_to_string({{ known }}, ', ')
{%- endmacro %}

{# As is_number_text. #}
{% macro is_a_number(text) %}
    {{
        return(
            "(regexp_full_match(" ~ text ~ ", '[0-9]+\\.?[0-9]*|\\.[0-9]+') and length(" ~ text ~ ") <= 15)"
        )
    }}
{% endmacro %}

{# A number as a measure's name spells it: without a fraction of 0. #}
{% macro spelled_number(text) %}
    {{ return("regexp_replace(" ~ text ~ "::double::varchar, '\\.0$', '')") }}
{% endmacro %}
