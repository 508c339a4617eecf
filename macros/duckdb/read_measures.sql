{#
Measure strings as parse_measures reads them, as steps over structs m with the fields text and convention (its name). What
measures and conventions allow is looked up in the facts of the call, which are made of their declarations; what is said
of a measure that cannot be read is what macros/catalogue/messages.sql says. Fields in the end:

    problem                  why the measure is refused, NULL when it is not
    metric, k, measure       as in parse_measures
    options                  a list of option, value, default and setting (the value as conditions know it)
    without_relevant, only   as in parse_measures
#}
{% macro steps_of_measures(by_convention=true) %}
    {%- set none_of_library = {
        "problem_of_library": "null::varchar[]",
        "problems_of_options": "null::varchar[][]",
        "without_relevant": "null::varchar",
        "only": "null::varchar",
    } -%}
    {%- set problem -%}
        coalesce(
            m['problem_of_name'],
            {{ rankhouse.first_not_null("list_transform(m['given'], lambda o: o['problem'])") }},
            m['problem_of_library'],
            {{ rankhouse.first_not_null("m['problems_of_options']") }}
        )
    {%- endset -%}
    {{
        return(
            rankhouse.steps_of_name()
            + rankhouse.steps_of_given_options()
            + (rankhouse.steps_of_convention() if by_convention else [none_of_library])
            + rankhouse.steps_of_options(by_convention)
            + [{"problem": problem}]
        )
    }}
{% endmacro %}

{# The measure that is meant, its cutoff, and the text of its options. #}
{% macro steps_of_name() %}
    {%- set source -%} regexp_replace(lower(m['text']), '^\s+|\s+$', '', 'g') {%- endset -%}
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
            then trim(substr(m['tail'], 2))
            when {{ is_stemmed }}
            then regexp_extract(m['head'], '_([0-9]+)$', 1)
        end
    {%- endset -%}
    {%- set is_malformed -%} (m['head'] = '' or m['tail'] <> '' and (m['tail'][1] <> '@' or {{ is_stemmed }})) {%- endset -%}
    {%- set k -%} case when regexp_full_match(m['cutoff'], '[0-9]{1,18}') then nullif(m['cutoff']::bigint, 0) end {%- endset -%}
    {%- set text, elsewhere = "m['text']", rankhouse.fact("'elsewhere ' || m['head']") -%}
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
            ["m['cutoff'] is not null and m['k'] is null", rankhouse.said("wrong_cutoff", ["m['cutoff']", text])],
            [
                "m['k'] is not null and " ~ rankhouse.fact("m['metric'] || ' cutoff'") ~ " = 'none'",
                rankhouse.said("no_cutoff", ["m['metric']", text]),
            ],
        ]
    ) -%}
    {%- set spelling = rankhouse.fact("'spelling ' || m['head']") -%}
    {{
        return(
            [
                {"source": source},
                {"parts": parts},
                {"head": "trim(m['parts']['head'])", "tail": "trim(m['parts']['tail'])"},
                {"exact": spelling, "stemmed": rankhouse.fact("'spelling ' || " ~ stem)},
                {"metric": "coalesce(m['exact'], m['stemmed'])", "cutoff": cutoff, "is_malformed": is_malformed},
                {"k": k},
                {"problem_of_name": problem},
            ]
        )
    }}
{% endmacro %}

{#
m['given']: the options that are written, each with what is wrong with it. o['spec'] is what the option takes: its default,
and either the rule of a map and the choices, or the range of a number.
#}
{% macro steps_of_given_options() %}
    {%- set plain -%}
        replace(
            replace(translate(m['parts']['options'], ' ''"', ''), 'min(k,relevant)', 'min'), 'min(relevant,k)', 'min'
        )
    {%- endset -%}
    {%- set pairs -%}
        list_transform(
            list_filter(string_split(m['plain'], ','), lambda pair: m['plain'] <> ''),
            lambda pair, place: {
                'pair': pair,
                'place': place,
                'option': split_part(pair, '=', 1),
                'raw': case when contains(pair, '=') then substr(pair, strpos(pair, '=') + 1) else '' end
            }
        )
    {%- endset -%}
    {%- set key = "m['metric'] || '.' || o['option']" -%}
    {%- set looked_up = {"choices": rankhouse.facts(key ~ " || ' choices'"), "range": rankhouse.facts(key ~ " || ' range'")} -%}
    {%- set value -%}
        case
            when o['choices'] is not null
            then case when o['raw'] = 'min' then 'min(k, relevant)' else o['raw'] end
            when {{ rankhouse.is_a_number("o['raw']") }}
            then {{ rankhouse.spelled_number("o['raw']") }}
        end
    {%- endset -%}
    {{
        return(
            [
                {"plain": plain},
                {"pairs": pairs},
                {
                    "given": rankhouse.pipeline(
                        "o",
                        "m['pairs']",
                        [
                            looked_up,
                            {"value": value, "map_rule": rankhouse.fact(key ~ " || ' pairs'")},
                            {"problem": rankhouse.problem_of_option()},
                        ],
                        true,
                    )
                },
            ]
        )
    }}
{% endmacro %}

{# What is wrong with a written option o of a measure m. #}
{% macro problem_of_option() %}
    {%- set known = "m['metric'] || ' options'" -%}
    {%- set is_twice = "list_position(list_transform(m['pairs'], lambda pair: pair['option']), o['option']) < o['place']" -%}
    {%- set is_map = "o['map_rule'] is not null and contains(o['value'], ':')" -%}
    {%- set option, name, text, value = "o['option']", "m['metric']", "m['text']", "o['value']" -%}
    {{
        return(
            rankhouse.first_problem(
                [
                    [option ~ " = '' or o['raw'] = ''", rankhouse.said("malformed_option", ["o['pair']", text])],
                    [
                        rankhouse.facts(known) ~ " is null",
                        rankhouse.said("no_option", [name, option, text]),
                    ],
                    [
                        "o['choices'] is null and o['range'] is null",
                        rankhouse.said("unknown_option", [name, option, text, option], known),
                    ],
                    [is_twice, rankhouse.said("option_twice", [option, text])],
                    [
                        is_map,
                        "case when not "
                        ~ rankhouse.are_rising_pairs_in_sql(value)
                        ~ " then "
                        ~ rankhouse.said("wrong_pairs", ["o['map_rule']", value, text])
                        ~ " end",
                    ],
                    [
                        "not list_contains(o['choices'], o['value'])",
                        rankhouse.said(
                            "wrong_choice", [option, name, "array_to_string(o['choices'], ' | ')", value, text]
                        ),
                    ],
                    [
                        "not coalesce(" ~ rankhouse.in_range_in_sql() ~ ", false)",
                        rankhouse.said("wrong_number", [option, name, "o['range'][5]", "o['raw']", text]),
                    ],
                ]
            )
        )
    }}
{% endmacro %}

{# As in_range: o['range'] has the limits above, below, from and to, empty where there is none. #}
{% macro in_range_in_sql() %}
    {%- set conditions = [] -%}
    {%- for compared in [">", "<", ">=", "<="] -%}
        {%- set limit = "try_cast(nullif(o['range'][" ~ loop.index ~ "], '') as double)" -%}
        {%- do conditions.append("coalesce(try_cast(o['value'] as double) " ~ compared ~ " " ~ limit ~ ", true)") -%}
    {%- endfor -%}
    {{ return("o['range'] is null or o['value'] is not null and " ~ conditions | join(" and ")) }}
{% endmacro %}

{# As are_rising_pairs. #}
{% macro are_rising_pairs_in_sql(value) -%}
    {%- set first, second = "split_part(pair, ':', 1)", "substr(pair, strpos(pair, ':') + 1)" -%}
    {%- set number = "coalesce(try_cast({} as double), 0)" -%}
    list_transform(
        [string_split({{ value }}, '/')],
        lambda pairs: len(
            list_filter(
                pairs,
                lambda pair, place: not (
                    {{ rankhouse.is_a_number(first) }} and {{ rankhouse.is_a_number(second) }} and contains(pair, ':')
                )
                or {{ number.format(first) }} <= {{ number.format("split_part(pairs[place - 1], ':', 1)") }}
                or {{ number.format(second) }} < {{ number.format("split_part(pairs[place - 1], ':', 2)") }}
            )
        )
        = 0
    )[1]
{%- endmacro %}

{# What the convention says of the measure, as given_by_convention. #}
{% macro steps_of_convention() %}
    {%- set of_measure = "m['convention'] || ' ' || m['metric']" -%}
    {%- set allowed = rankhouse.facts(of_measure ~ " || '.' || option") -%}
    {%- set refused -%}
        coalesce(
            {{ rankhouse.fact("m['convention'] || ' refused ' || m['metric']") }},
            case when m['k'] is not null then {{ rankhouse.fact("m['convention'] || ' refused ' || m['metric'] || '@k'") }} end
        )
    {%- endset -%}
    {%- set measures = rankhouse.facts("m['convention'] || ' measures'") -%}
    {%- set library, name, text = "m['library']", "m['metric']", "m['text']" -%}
    {%- set problem = rankhouse.first_problem(
        [
            ["m['library'] is null", "null"],
            ["m['reason'] is not null", rankhouse.said("not_reproduced", [library, text, "m['reason']"])],
            [
                "not list_contains(" ~ measures ~ ", m['metric'])",
                rankhouse.said("not_in_library", [library, text, "array_to_string(" ~ measures ~ ", ', ')"]),
            ],
        ]
    ) -%}
    {%- set given_value = "list_filter(m['given'], lambda o: o['option'] = option)[1]['value']" -%}
    {%- set cutoff = "case when m['k'] is null then 'required' else 'none' end" -%}
    {%- set of_cutoff = "case when m['k'] is null then ' with a cutoff' else ' without a cutoff' end" -%}
    {%- set of_option = rankhouse.first_problem(
        [
            [
                "option = 'cutoff'",
                "case when "
                ~ allowed
                ~ "[1] = "
                ~ cutoff
                ~ " then "
                ~ rankhouse.said("cutoff_of_library", [library, name, of_cutoff, text])
                ~ " end",
            ],
            [
                allowed ~ "[1] <> 'any' and not list_contains(" ~ allowed ~ ", " ~ given_value ~ ")",
                rankhouse.said(
                    "choice_of_library", [library, "option", name, "array_to_string(" ~ allowed ~ ", ' | ')", text]
                ),
            ],
        ]
    ) -%}
    {%- set no_option = rankhouse.said("no_option_in_library", [library, "o['option']", name, text]) -%}
    {%- set is_foreign = "m['library'] is not null and not list_contains(m['options_of_library'], o['option'])" -%}
    {%- set problems = (
        "list_concat(list_transform(m['options_of_library'], lambda option: "
        ~ of_option
        ~ "), list_transform(list_filter(m['given'], lambda o: "
        ~ is_foreign
        ~ "), lambda o: "
        ~ no_option
        ~ "))"
    ) -%}
    {%- set without_relevant = (
        "coalesce("
        ~ rankhouse.fact(of_measure ~ " || '.without_relevant'")
        ~ ", "
        ~ rankhouse.fact("m['convention'] || ' without_relevant'")
        ~ ")"
    ) -%}
    {{
        return(
            [
                {
                    "library": rankhouse.fact("m['convention'] || ' library'"),
                    "reason": refused,
                    "options_of_library": "coalesce(" ~ rankhouse.facts(of_measure ~ " || ' options'") ~ ", [])",
                },
                {"problem_of_library": problem, "problems_of_options": problems},
                {"without_relevant": without_relevant, "only": rankhouse.fact(of_measure ~ " || '.queries'")},
            ]
        )
    }}
{% endmacro %}

{# Every option of the measure with its value, and the canonical measure string. #}
{% macro steps_of_options(by_convention) %}
    {%- set declared = rankhouse.fact("m['metric'] || '.' || option || ' default'") -%}
    {%- set of_library = rankhouse.fact("m['convention'] || ' ' || m['metric'] || '.' || option") -%}
    {%- set default = "coalesce(nullif(" ~ of_library ~ ", 'any'), " ~ declared ~ ")" if by_convention else declared -%}
    {%- set first -%}
        list_transform(
            coalesce({{ rankhouse.facts("m['metric'] || ' options'") }}, []),
            lambda option: {'option': option, 'declared': {{ declared }}, 'default': {{ default }}}
        )
    {%- endset -%}
    {%- set value -%}
        coalesce(list_filter(m['given'], lambda g: g['option'] = o['option'])[1]['value'], o['default'])
    {%- endset -%}
    {%- set options = rankhouse.pipeline(
        "o", first, [{"value": value}, {"setting": rankhouse.setting_of_option("m['metric']")}], true
    ) -%}
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
{% macro setting_of_option(metric) -%}
    case
        when contains(o['value'], ':') then 'map'
        when {{ rankhouse.facts(metric ~ " || '.' || o['option'] || ' range'") }} is null then o['value']
        when o['value'] = o['declared'] then 'default'
        else 'other'
    end
{%- endmacro %}
