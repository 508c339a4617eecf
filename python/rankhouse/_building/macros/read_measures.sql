{#
Measure strings as parse_measures reads them, as steps of the call p. What measures and conventions allow is looked up in
the facts of the call, which are made of their declarations; what is said of a measure that cannot be read is what
macros/catalogue/messages.sql says.

    p['named']      every measure m as it is written: place, text, metric, k, and the options that are written
    p['given']      every option o that is written: the place of its measure, option, value, and what is wrong with it
    p['asked']      every measure m in full: `problem`, why it is refused, NULL when it is not; metric, k, measure,
                    without_relevant and only as in parse_measures; options, a list of option, value, default and setting
                    (the value as conditions know it)
#}
{% macro steps_of_measures(convention=none) %}
    {{ return(rankhouse.steps_of_texts() + [{"asked": rankhouse.measures_by(convention)}]) }}
{% endmacro %}

{# p['named'] and p['given']. #}
{% macro steps_of_texts() %}
    {%- set named = ["place", "text", "metric", "k", "pairs", "problem_of_name"] -%}
    {%- set given = ["of_measure", "option", "value", "problem"] -%}
    {%- set texts = "list_transform(p['measures_at'], lambda text, place: {'place': place, 'text': text})" -%}
    {%- set pairs -%}
        flatten(
            list_transform(
                p['named'],
                lambda m: list_transform(
                    m['pairs'],
                    lambda pair, place: {
                        'of_measure': m['place'],
                        'metric': m['metric'],
                        'text': m['text'],
                        'pair': pair,
                        'option': split_part(pair, '=', 1),
                        'raw': case when contains(pair, '=') then substr(pair, strpos(pair, '=') + 1) else '' end,
                        'is_twice': list_position(
                            list_transform(m['pairs'], lambda other: split_part(other, '=', 1)), split_part(pair, '=', 1)
                        )
                        < place
                    }
                )
            )
        )
    {%- endset -%}
    {{
        return(
            [
                {"measures_at": rankhouse.each_cutoff_in_sql()},
                {"named": rankhouse.pipeline("m", texts, rankhouse.steps_of_name(), named)},
                {"given": rankhouse.pipeline("o", pairs, rankhouse.steps_of_given_option(), given)},
            ]
        )
    }}
{% endmacro %}

{# As each_cutoff. #}
{% macro each_cutoff_in_sql() -%}
    flatten(
        list_transform(
            p['measures'],
            lambda text:list_transform(
                [string_split(regexp_replace(regexp_extract(text, '(?s)@\{(.*)\}\s*$', 1), '\s', '', 'g'), ',')],
                lambda cutoffs: case
                    when
                        regexp_full_match(text, '(?s)[^{]*@\{\s*[0-9]+\s*(,\s*[0-9]+\s*)*\}\s*')
                        and len(list_distinct(cutoffs)) = len(cutoffs)
                    then
                        list_transform(
                            cutoffs,
                            lambda cutoff:{{ rankhouse.stripped("split_part(text, '@{', 1)") }} || '@' || cutoff
                        )
                    else [text]
                end
            )[1]
        )
    )
{%- endmacro %}

{# The measures by a convention, whose name is an expression; none: there is no such thing. #}
{% macro measures_by(convention) %}
    {%- set given = {"given": "list_filter(p['given'], lambda o: o['of_measure'] = m['place'])"} -%}
    {%- set steps = [given] -%}
    {%- if convention is none -%}
        {%- do given.update({"without_relevant": "null::varchar", "only": "null::varchar"}) -%}
    {%- else -%} {%- do steps.extend(rankhouse.steps_of_convention(convention)) -%}
    {%- endif -%}
    {%- set problems = [
        "m['problem_of_name']",
        "list_filter(m['given'], lambda o: o['problem'] is not null)[1]['problem']",
    ] -%}
    {%- if convention is not none -%}
        {%- do problems.extend(["m['problem_of_library']", rankhouse.first_not_null("m['problems_of_options']")]) -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.steps_of_options(convention is not none)) -%}
    {%- do steps.append({"problem": "coalesce(" ~ problems | join(", ") ~ ")"}) -%}
    {%- set kept = ["metric", "k", "measure", "text", "options", "without_relevant", "only", "problem"] -%}
    {{ return(rankhouse.pipeline("m", "p['named']", steps, kept)) }}
{% endmacro %}

{# Without blanks and line breaks around it, as Jinja's trim. #}
{% macro stripped(text) %} {{ return("regexp_replace(" ~ text ~ ", '^\\s+|\\s+$', '', 'g')") }}{% endmacro %}

{# The measure that is meant, its cutoff, and the text of its options. #}
{% macro steps_of_name() %}
    {%- set source = rankhouse.stripped("lower(m['text'])") -%}
    {%- set parts -%}
        case
            when contains(m['source'], '(')
            then regexp_extract(m['source'], '(?s)^([^(]*)\((.*)\)([^)]*)$', ['head', 'options', 'tail'])
            else regexp_extract(m['source'], '(?s)^([^@]*)()(.*)$', ['head', 'options', 'tail'])
        end
    {%- endset -%}
    {%- set stem -%}
        case when regexp_full_match(m['head'], '.*_[0-9]+') then regexp_replace(m['head'], '_[0-9]+$', '') end
    {%- endset -%}
    {%- set is_stemmed = "(m['exact'] is null and m['stemmed'] is not null)" -%}
    {%- set cutoff -%}
        case
            when m['tail'] <> ''
            then {{ rankhouse.stripped("substr(m['tail'], 2)") }}
            when {{ is_stemmed }}
            then regexp_extract(m['head'], '_([0-9]+)$', 1)
        end
    {%- endset -%}
    {%- set is_malformed -%} (m['head'] = '' or m['tail'] <> '' and (m['tail'][1] <> '@' or {{ is_stemmed }})) {%- endset -%}
    {%- set k -%} case when regexp_full_match(m['cutoff'], '[0-9]{1,18}') then nullif(m['cutoff']::bigint, 0) end {%- endset -%}
    {%- set text = "m['text']" -%}
    {%- set has_it = "list_contains(" ~ rankhouse.facts("task") ~ ", m['head'])" -%}
    {%- set elsewhere = "list_filter(" ~ rankhouse.facts("'elsewhere'") ~ ", lambda task: " ~ has_it ~ ")[1]" -%}
    {%- set problem = rankhouse.first_problem(
        [
            ["m['is_malformed']", rankhouse.said("malformed", [text])],
            [
                "m['metric'] is null",
                "case when "
                ~ elsewhere
                ~ " is null then "
                ~ rankhouse.said("unknown_measure", [text, "m['head']"], "'names'")
                ~ " else "
                ~ rankhouse.said("elsewhere", [text, elsewhere])
                ~ " end",
            ],
            [
                "m['cutoff'] is not null and m['k'] is null",
                rankhouse.said("wrong_cutoff", ["m['cutoff']", text]),
            ],
            [
                "m['k'] is not null and list_contains(" ~ rankhouse.facts("'no cutoff'") ~ ", m['metric'])",
                rankhouse.said("no_cutoff", ["m['metric']", text]),
            ],
        ]
    ) -%}
    {%- set plain -%}
        replace(
            replace(translate(m['parts']['options'], ' ''"', ''), 'min(k,relevant)', 'min'), 'min(relevant,k)', 'min'
        )
    {%- endset -%}
    {%- set meant = rankhouse.facts("'means'") ~ "[list_position(" ~ rankhouse.facts("'names'") ~ ", {})]" -%}
    {{
        return(
            [
                {"source": source},
                {"parts": parts},
                {
                    "head": rankhouse.stripped("m['parts']['head']"),
                    "tail": rankhouse.stripped("m['parts']['tail']"),
                },
                {"exact": meant.format("m['head']"), "stemmed": meant.format(stem)},
                {"metric": "coalesce(m['exact'], m['stemmed'])", "cutoff": cutoff, "is_malformed": is_malformed},
                {"k": k},
                {"problem_of_name": problem},
                {"plain": plain},
                {"pairs": "list_filter(string_split(m['plain'], ','), lambda pair: m['plain'] <> '')"},
            ]
        )
    }}
{% endmacro %}

{# An option o that is written: what it takes (spec), its value and what is wrong with it. #}
{% macro steps_of_given_option() %}
    {%- set value -%}
        case
            when o['spec'][1] <> 'number'
            then case when o['raw'] = 'min' then 'min(k, relevant)' else o['raw'] end
            when {{ rankhouse.is_a_number("o['raw']") }}
            then {{ rankhouse.spelled_number("o['raw']") }}
        end
    {%- endset -%}
    {%- set option, name, text, value_given = "o['option']", "o['metric']", "o['text']", "o['value']" -%}
    {%- set problem = rankhouse.first_problem(
        [
            [option ~ " = '' or o['raw'] = ''", rankhouse.said("malformed_option", ["o['pair']", text])],
            [rankhouse.facts(name) ~ " is null", rankhouse.said("no_option", [name, option, text])],
            ["o['spec'] is null", rankhouse.said("unknown_option", [name, option, text, option], name)],
            ["o['is_twice']", rankhouse.said("option_twice", [option, text])],
            [
                "o['spec'][1] = 'map' and contains(o['value'], ':')",
                "case when not "
                ~ rankhouse.are_rising_pairs_in_sql(value_given)
                ~ " then "
                ~ rankhouse.said("wrong_pairs", [rankhouse.fact("'map'"), value_given, text])
                ~ " end",
            ],
            [
                "o['spec'][1] <> 'number' and not list_contains(o['spec'][2:], o['value'])",
                rankhouse.said(
                    "wrong_choice",
                    [option, name, "array_to_string(o['spec'][2:], ' | ')", value_given, text],
                ),
            ],
            [
                "o['spec'][1] = 'number' and not coalesce(" ~ rankhouse.in_range_in_sql() ~ ", false)",
                rankhouse.said("wrong_number", [option, name, "o['spec'][7]", "o['raw']", text]),
            ],
        ]
    ) -%}
    {{ return([{"spec": rankhouse.facts(name ~ " || '.' || " ~ option)}, {"value": value}, {"problem": problem}]) }}
{% endmacro %}

{# As in_range: the limits are empty where there is none. #}
{% macro in_range_in_sql() %}
    {%- set conditions = [] -%}
    {%- for compared in [">", "<", ">=", "<="] -%}
        {%- set limit = "try_cast(nullif(o['spec'][" ~ (loop.index + 2) ~ "], '') as double)" -%}
        {%- do conditions.append("coalesce(try_cast(o['value'] as double) " ~ compared ~ " " ~ limit ~ ", true)") -%}
    {%- endfor -%}
    {{ return("isfinite(try_cast(o['value'] as double)) and " ~ conditions | join(" and ")) }}
{% endmacro %}

{# As are_rising_pairs. #}
{% macro are_rising_pairs_in_sql(value) -%}
    {%- set first, second = "split_part(pair, ':', 1)", "substr(pair, strpos(pair, ':') + 1)" -%}
    {%- set number = "coalesce(try_cast({} as double), 0)" -%}
    list_transform(
        [string_split({{ value }}, '/')],
        lambda pairs:len(
            list_filter(
                pairs,
                lambda pair,
                place:
                not ({{ rankhouse.is_a_number(first) }} and {{ rankhouse.is_a_number(second) }} and contains(pair, ':'))
                or {{ number.format(first) }} <= {{ number.format("split_part(pairs[place - 1], ':', 1)") }}
                or {{ number.format(second) }} < {{ number.format("split_part(pairs[place - 1], ':', 2)") }}
            )
        )
        = 0
    )[1]
{%- endmacro %}

{# What the convention says of the measure, as given_by_convention. m['said']: its options, each with what is allowed. #}
{% macro steps_of_convention(convention) %}
    {%- set refused = rankhouse.fact(convention ~ " || ' refused ' || m['metric']") -%}
    {%- set refused_at_k = rankhouse.fact(convention ~ " || ' refused ' || m['metric'] || '@k'") -%}
    {%- set said -%}
        list_transform(
            coalesce({{ rankhouse.facts(convention ~ " || ' ' || m['metric']") }}, []),
            lambda one: {
                'option': split_part(one, '=', 1),
                'allowed': string_split(substr(one, strpos(one, '=') + 1), '|')
            }
        )
    {%- endset -%}
    {%- set measures = rankhouse.facts(convention ~ " || ' measures'") -%}
    {%- set library, name, text = "m['library']", "m['metric']", "m['text']" -%}
    {%- set problem = rankhouse.first_problem(
        [
            ["m['library'] is null", "null"],
            ["m['reason'] is not null", rankhouse.said("not_reproduced", [library, text, "m['reason']"])],
            [
                "not list_contains(" ~ measures ~ ", m['metric'])",
                rankhouse.said(
                    "not_in_library", [library, text, "array_to_string(" ~ measures ~ ", ', ')"]
                ),
            ],
        ]
    ) -%}
    {%- set given_value = "list_filter(m['given'], lambda o: o['option'] = s['option'])[1]['value']" -%}
    {%- set of_cutoff = "case when m['k'] is null then ' with a cutoff' else ' without a cutoff' end" -%}
    {%- set of_option = rankhouse.first_problem(
        [
            [
                "s['option'] = 'cutoff'",
                "case when s['allowed'][1] = case when m['k'] is null then 'required' else 'none' end then "
                ~ rankhouse.said("cutoff_of_library", [library, name, of_cutoff, text])
                ~ " end",
            ],
            [
                "s['allowed'][1] <> 'any' and not list_contains(s['allowed'], " ~ given_value ~ ")",
                rankhouse.said(
                    "choice_of_library",
                    [library, "s['option']", name, "array_to_string(s['allowed'], ' | ')", text],
                ),
            ],
        ]
    ) -%}
    {%- set no_option = rankhouse.said("no_option_in_library", [library, "o['option']", name, text]) -%}
    {%- set is_foreign = "m['library'] is not null and " ~ rankhouse.said_by_library("o['option']") ~ " is null" -%}
    {%- set problems = (
        "list_concat(list_transform(m['said'], lambda s: "
        ~ of_option
        ~ "), list_transform(list_filter(m['given'], lambda o: "
        ~ is_foreign
        ~ "), lambda o: "
        ~ no_option
        ~ "))"
    ) -%}
    {%- set without_relevant = (
        "coalesce("
        ~ rankhouse.said_by_library("'without_relevant'")
        ~ ", "
        ~ rankhouse.fact(convention ~ " || ' without_relevant'")
        ~ ")"
    ) -%}
    {{
        return(
            [
                {
                    "library": rankhouse.fact(convention ~ " || ' library'"),
                    "reason": "coalesce(" ~ refused ~ ", case when m['k'] is not null then " ~ refused_at_k ~ " end)",
                    "said": said,
                },
                {"problem_of_library": problem, "problems_of_options": problems},
                {"without_relevant": without_relevant, "only": rankhouse.said_by_library("'queries'")},
            ]
        )
    }}
{% endmacro %}

{# What the convention takes for an option's default, NULL where it says nothing of it. #}
{% macro said_by_library(option) %}
    {{ return("list_filter(m['said'], lambda s: s['option'] = " ~ option ~ ")[1]['allowed'][1]") }}
{% endmacro %}

{# Every option of the measure with its value, and the canonical measure string. #}
{% macro steps_of_options(by_convention) %}
    {%- set declared = rankhouse.facts("m['metric'] || '.' || option") ~ "[2]" -%}
    {%- set of_library = "coalesce(nullif(" ~ rankhouse.said_by_library("option") ~ ", 'any'), " ~ declared ~ ")" -%}
    {%- set default = of_library if by_convention else declared -%}
    {%- set given = "list_filter(m['given'], lambda g: g['option'] = option)[1]['value']" -%}
    {%- set options -%}
        list_transform(
            list_transform(
                coalesce({{ rankhouse.facts("m['metric']") }}, []),
                lambda option: {'option': option, 'given': {{ given }}, 'declared': {{ declared }}, 'default': {{ default }}}
            ),
            lambda o: struct_insert(
                o,
                value := coalesce(o['given'], o['default']),
                setting := {{ rankhouse.setting_of_option("coalesce(o['given'], o['default'])", "m['metric']") }}
            )
        )
    {%- endset -%}
    {%- set spelled -%}
        array_to_string(
            list_transform(
                list_filter(m['options'], lambda o: o['value'] <> o['default']),
                lambda o: o['option'] || '=' || o['value']
            ),
            ', '
        )
    {%- endset -%}
    {%- set measure -%}
        m['metric'] || coalesce('(' || nullif({{ spelled }}, '') || ')', '') || coalesce('@' || m['k'], '')
    {%- endset -%}
    {{ return([{"options": options}, {"measure": measure}]) }}
{% endmacro %}

{# An option's value as conditions know it: a choice; `map` for a gain map; of a number, whether it is the default. #}
{% macro setting_of_option(value, metric) -%}
    case
        when contains({{ value }}, ':')
        then 'map'
        when {{ rankhouse.facts(metric ~ " || '.' || o['option']") }} [1] <> 'number'
        then {{ value }}
        when {{ value }} = o['declared']
        then 'default'
        else 'other'
    end
{%- endmacro %}

{#
m['texts']: the parts of the template that a measure's declaration is made into (see python/rankhouse/_facts.py), with its
options in them. `choices` and `values`: what there is to choose by and to fill in beside options and cutoff.
#}
{% macro steps_of_declaration(choices={}, values={}) %}
    {%- set cutoff = {"cutoff": "case when m['k'] is null then 'none' else 'given' end"} -%}
    {%- set spelled = {
        "k": "m['k']::varchar",
        "metric": "m['metric']",
        "measure": "m['measure']",
        "text": "m['text']",
    } -%}
    {%- set of_options = "map_from_entries(list_transform(m['options'], lambda o: row(o['option'], o['{}'])))" -%}
    {%- set chosen = of_options.format("setting") ~ ", " ~ rankhouse.map_of(dict(cutoff, **choices)) -%}
    {%- set filled = of_options.format("value") ~ ", " ~ rankhouse.map_of(dict(spelled, **values)) -%}
    {%- set template = rankhouse.fact("m['metric'] || ' formulas'") -%}
    {{
        return(
            [{"chosen": "map_concat(" ~ chosen ~ ")", "values": "map_concat(" ~ filled ~ ")"}]
            + rankhouse.steps_of_text("m", "formulas", template, "m['chosen']")
            + [{"texts": "string_split(" ~ rankhouse.filled("m['formulas']", "m['values']") ~ ", '¬')"}]
        )
    }}
{% endmacro %}

{# The first of what is said against a measure, as such a template has it. #}
{% macro refused_in_sql(text) %}
    {%- set refused = "nullif(split_part(" ~ text ~ ", '¦', 1), '')" -%}
    {{ return("case when " ~ refused ~ " is not null then " ~ rankhouse.said("refused", [refused]) ~ " end") }}
{% endmacro %}

{# What measures need, a list, as choices of a template. #}
{% macro choices_of_needs(needs) %}
    {%- set need = "row(need, " ~ rankhouse.yes_no("list_contains(" ~ needs ~ ", need)") ~ ")" -%}
    {{ return("map_from_entries(list_transform(" ~ rankhouse.facts("'needs'") ~ ", lambda need: " ~ need ~ "))") }}
{% endmacro %}
