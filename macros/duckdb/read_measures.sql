{#
Measure strings as parse_measures reads them, as steps over structs m with the fields text, convention (its name) and p,
the call. What measures and conventions allow is looked up in the call's facts, which python/rankhouse/_facts.py makes of
their declarations. Fields in the end:

    problem                     why the measure is refused, NULL when it is not
    metric, k, measure          as in parse_measures
    settings, options           what conditions look at; the value of each option, for the tokens of formulas
    needs, is_whole             as needs_of and takes_whole_list say
    value, weight, gain, worth  as SQL
#}
{% macro steps_of_measures() %}
    {{
        return(
            rankhouse.steps_of_name()
            + rankhouse.steps_of_options()
            + rankhouse.steps_of_convention()
            + rankhouse.steps_of_settings()
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
    {%- set is_malformed -%}
        (m['head'] = '' or m['tail'] <> '' and (m['tail'][1] <> '@' or {{ is_stemmed }}))
    {%- endset -%}
    {%- set k -%}
        case when regexp_full_match(m['cutoff'], '[0-9]{1,18}') then nullif(m['cutoff']::bigint, 0) end
    {%- endset -%}
    {%- set elsewhere = rankhouse.fact("'elsewhere ' || m['head']") ~ "[1]" -%}
    {%- set hint -%}
        case
            when {{ elsewhere }} is not null
            then ': it is one of ' || {{ elsewhere }}
            else {{ rankhouse.hinted("m['head']", rankhouse.fact("'names'")) }}
        end
    {%- endset -%}
    {%- set problem = rankhouse.first_problem(
        [
            ["m['is_malformed']", rankhouse.said(rankhouse.says_malformed, {"text": "m['text']"})],
            [
                "m['metric'] is null",
                rankhouse.said(rankhouse.says_unknown_measure, {"text": "m['text']", "hint": hint}),
            ],
            [
                "m['cutoff'] is not null and m['k'] is null",
                rankhouse.said(rankhouse.says_wrong_cutoff, {"cutoff": "m['cutoff']", "text": "m['text']"}),
            ],
            [
                "m['k'] is not null and " ~ rankhouse.fact("m['metric'] || ' cutoff'") ~ "[1] = 'none'",
                rankhouse.said(rankhouse.says_no_cutoff, {"name": "m['metric']", "text": "m['text']"}),
            ],
        ]
    ) -%}
    {{
        return(
            [
                {"source": source},
                {"parts": parts},
                {"head": "trim(m['parts']['head'])", "tail": "trim(m['parts']['tail'])"},
                {
                    "exact": rankhouse.fact("'spelling ' || m['head']") ~ "[1]",
                    "stemmed": rankhouse.fact("'spelling ' || " ~ stem) ~ "[1]",
                },
                {
                    "metric": "coalesce(m['exact'], m['stemmed'])",
                    "cutoff": cutoff,
                    "is_malformed": is_malformed,
                },
                {"k": k},
                {"problem_of_name": problem},
            ]
        )
    }}
{% endmacro %}

{# m['given']: the options that are written, each with what is wrong with it. #}
{% macro steps_of_options() %}
    {%- set plain -%}
        replace(
            replace(translate(m['parts']['options'], ' ''"', ''), 'min(k,relevant)', 'min'), 'min(relevant,k)', 'min'
        )
    {%- endset -%}
    {%- set pairs -%}
        list_transform(
            list_filter(string_split(m['plain'], ','), lambda pair: m['plain'] <> ''),
            lambda pair: {
                'pair': pair,
                'option': split_part(pair, '=', 1),
                'raw': case when contains(pair, '=') then substr(pair, strpos(pair, '=') + 1) else '' end
            }
        )
    {%- endset -%}
    {%- set known = rankhouse.fact("m['metric'] || ' options'") -%}
    {%- set looked_up = {} -%}
    {%- for what in ["choices", "range", "pairs", "default"] -%}
        {%- do looked_up.update({what: rankhouse.fact("m['metric'] || '.' || o['option'] || ' " ~ what ~ "'")}) -%}
    {%- endfor -%}
    {%- set value -%}
        case
            when o['choices'] is not null
            then case when o['raw'] = 'min' then 'min(k, relevant)' else o['raw'] end
            when {{ rankhouse.is_a_number("o['raw']") }}
            then {{ rankhouse.spelled_number("o['raw']") }}
        end
    {%- endset -%}
    {%- set number = "try_cast(o['value'] as double)" -%}
    {%- set in_range -%}
        coalesce({{ number }} > coalesce(try_cast(o['range'][1] as double), '-inf'::double), false)
        and {{ number }} < coalesce(try_cast(o['range'][2] as double), 'inf'::double)
        and {{ number }} >= coalesce(try_cast(o['range'][3] as double), '-inf'::double)
        and {{ number }} <= coalesce(try_cast(o['range'][4] as double), 'inf'::double)
    {%- endset -%}
    {%- set is_map = "o['pairs'] is not null and contains(o['value'], ':')" -%}
    {%- set named = {"option": "o['option']", "name": "m['metric']", "value": "o['value']", "text": "m['text']"} -%}
    {%- set hint -%}
        case when {{ known }} is null then ': it takes none' else {{ rankhouse.hinted("o['option']", known) }} end
    {%- endset -%}
    {%- set problem = rankhouse.first_problem(
        [
            [
                "o['option'] = '' or o['raw'] = ''",
                rankhouse.said(rankhouse.says_malformed_option, {"pair": "o['pair']", "text": "m['text']"}),
            ],
            [
                "o['default'] is null",
                rankhouse.said(
                    rankhouse.says_unknown_option,
                    {"name": "m['metric']", "option": "o['option']", "text": "m['text']", "hint": hint},
                ),
            ],
            [
                "list_position(list_transform(m['pairs'], lambda pair: pair['option']), o['option']) < o['place']",
                rankhouse.said(rankhouse.says_option_twice, {"option": "o['option']", "text": "m['text']"}),
            ],
            [
                is_map,
                "case when not "
                ~ rankhouse.are_rising_pairs_in_sql("o['value']")
                ~ " then "
                ~ rankhouse.said(
                    rankhouse.says_wrong_pairs,
                    {"rule": "o['pairs'][1]", "value": "o['value']", "text": "m['text']"},
                )
                ~ " end",
            ],
            [
                "o['choices'] is not null and not list_contains(o['choices'], o['value'])",
                rankhouse.said(
                    rankhouse.says_wrong_choice,
                    dict(named, choices="array_to_string(o['choices'], ' | ')"),
                ),
            ],
            [
                "o['choices'] is null and not coalesce(" ~ in_range ~ ", false)",
                rankhouse.said(
                    rankhouse.says_wrong_number, dict(named, range="o['range'][5]", value="o['raw']")
                ),
            ],
        ]
    ) -%}
    {%- set given = rankhouse.pipeline(
        "o",
        "list_transform(m['pairs'], lambda pair, place: struct_insert(pair, place := place))",
        [looked_up, {"value": value}, {"problem": problem}],
        true,
    ) -%}
    {{ return([{"plain": plain}, {"pairs": pairs}, {"given": given}]) }}
{% endmacro %}

{# As are_rising_pairs. #}
{% macro are_rising_pairs_in_sql(value) -%}
    {%- set first, second = "split_part(pair, ':', 1)", "substr(pair, strpos(pair, ':') + 1)" -%}
    list_transform(
        [string_split({{ value }}, '/')],
        lambda pairs: len(
            list_filter(
                pairs,
                lambda pair: not (
                    {{ rankhouse.is_a_number(first) }} and {{ rankhouse.is_a_number(second) }} and contains(pair, ':')
                )
            )
        )
        = 0
        and len(
            list_filter(
                pairs,
                lambda pair, place: coalesce(try_cast({{ first }} as double), 0)
                <= coalesce(try_cast(split_part(pairs[place - 1], ':', 1) as double), 0)
                or coalesce(try_cast({{ second }} as double), 0) < coalesce(
                    try_cast(split_part(pairs[place - 1], ':', 2) as double), 0
                )
            )
        )
        = 0
    )[1]
{%- endmacro %}

{# What the convention says of the measure, as in given_by_convention. #}
{% macro steps_of_convention() %}
    {%- set convention = "m['convention'] || ' ' || " -%}
    {%- set of_measure = convention ~ "m['metric']" -%}
    {%- set library = rankhouse.fact("m['convention'] || ' library'") ~ "[1]" -%}
    {%- set refused -%}
        coalesce(
            {{ rankhouse.fact("m['convention'] || ' refused ' || m['metric']") }},
            case
                when m['k'] is not null
                then {{ rankhouse.fact("m['convention'] || ' refused ' || m['metric'] || '@k'") }}
            end
        )[1]
    {%- endset -%}
    {%- set measures = rankhouse.fact("m['convention'] || ' measures'") -%}
    {%- set options = "coalesce(" ~ rankhouse.fact(of_measure ~ " || ' options'") ~ ", [])" -%}
    {%- set allowed = rankhouse.fact(of_measure ~ " || '.' || option") -%}
    {%- set given_value = "list_filter(m['given'], lambda o: o['option'] = option)[1]['value']" -%}
    {%- set of_option = rankhouse.first_problem(
        [
            [
                "option = 'cutoff' and (m['k'] is null and " ~ allowed ~ "[1] = 'required' or m['k'] is not null and " ~ allowed ~ "[1] = 'none')",
                rankhouse.said(
                    rankhouse.says_cutoff_of_library,
                    {
                        "library": "m['library']",
                        "name": "m['metric']",
                        "cutoff": "case when m['k'] is null then ' with a cutoff' else ' without a cutoff' end",
                        "text": "m['text']",
                    },
                ),
            ],
            [
                "option <> 'cutoff' and "
                ~ allowed
                ~ "[1] <> 'any' and not list_contains("
                ~ allowed
                ~ ", "
                ~ given_value
                ~ ")",
                rankhouse.said(
                    rankhouse.says_choice_of_library,
                    {
                        "library": "m['library']",
                        "option": "option",
                        "name": "m['metric']",
                        "allowed": "array_to_string(" ~ allowed ~ ", ' | ')",
                        "text": "m['text']",
                    },
                ),
            ],
        ]
    ) -%}
    {%- set problem = rankhouse.first_problem(
        [
            ["m['library'] is null", "null"],
            [
                "m['reason'] is not null",
                rankhouse.said(
                    rankhouse.says_not_reproduced,
                    {"library": "m['library']", "text": "m['text']", "reason": "m['reason']"},
                ),
            ],
            [
                "not list_contains(" ~ measures ~ ", m['metric'])",
                rankhouse.said(
                    rankhouse.says_not_in_library,
                    {
                        "library": "m['library']",
                        "text": "m['text']",
                        "known": "array_to_string(" ~ measures ~ ", ', ')",
                    },
                ),
            ],
        ]
    ) -%}
    {%- set no_option = rankhouse.said(
        rankhouse.says_no_option_in_library,
        {"library": "m['library']", "option": "o['option']", "name": "m['metric']", "text": "m['text']"},
    ) -%}
    {%- set problems_of_options -%}
        list_concat(
            list_transform(m['options_of_library'], lambda option: {{ of_option }}),
            list_transform(
                list_filter(
                    m['given'],
                    lambda o: m['library'] is not null and not list_contains(m['options_of_library'], o['option'])
                ),
                lambda o: {{ no_option }}
            )
        )
    {%- endset -%}
    {{
        return(
            [
                {"library": library, "reason": refused, "options_of_library": options},
                {"problem_of_library": problem, "problems_of_library": problems_of_options},
                {
                    "without_relevant": "coalesce("
                    ~ rankhouse.fact(of_measure ~ " || '.without_relevant'")
                    ~ ", "
                    ~ rankhouse.fact("m['convention'] || ' without_relevant'")
                    ~ ")[1]",
                    "only": rankhouse.fact(of_measure ~ " || '.queries'") ~ "[1]",
                },
            ]
        )
    }}
{% endmacro %}

{# The value of every option, the canonical measure string, and what is wrong with all of it. #}
{% macro steps_of_settings() %}
    {%- set declared = rankhouse.fact("m['metric'] || '.' || option || ' default'") ~ "[1]" -%}
    {%- set allowed = rankhouse.fact("m['convention'] || ' ' || m['metric'] || '.' || option") ~ "[1]" -%}
    {%- set chosen = rankhouse.pipeline(
        "o",
        "list_transform(coalesce("
        ~ rankhouse.fact("m['metric'] || ' options'")
        ~ ", []), lambda option: {'option': option, 'declared': "
        ~ declared
        ~ ", 'default': coalesce(nullif("
        ~ allowed
        ~ ", 'any'), "
        ~ declared
        ~ ")})",
        [
            {
                "value": "coalesce(list_filter(m['given'], lambda g: g['option'] = o['option'])[1]['value'], o['default'])"
            },
            {
                "setting": "case when contains(o['value'], ':') then 'map' when "
                ~ rankhouse.fact("m['metric'] || '.' || o['option'] || ' range'")
                ~ " is null then o['value'] when o['value'] = o['declared'] then 'default' else 'other' end"
            },
        ],
        true,
    ) -%}
    {%- set measure -%}
        m['metric'] || coalesce(
            '('
            || nullif(
                array_to_string(
                    list_transform(
                        list_filter(m['chosen'], lambda o: o['value'] <> o['default']),
                        lambda o: o['option'] || '=' || o['value']
                    ),
                    ', '
                ),
                ''
            )
            || ')',
            ''
        )
        || coalesce('@' || m['k'], '')
    {%- endset -%}
    {%- set settings -%}
        map_from_entries(
            list_concat(
                list_transform(m['chosen'], lambda o: row(o['option'], o['setting'])),
                [
                    row('cutoff', case when m['k'] is null then 'none' else 'given' end),
                    row('without_relevant', case when m['without_relevant'] is null then 'none' else 'given' end),
                    row('only', coalesce(m['only'], 'none')),
                    row('relevant_from', case when m['p']['relevant_from'] is null then 'none' else 'given' end)
                ]
            )
        )
    {%- endset -%}
    {%- set values -%}
        map_from_entries(
            list_concat(
                list_transform(m['chosen'], lambda o: row(o['option'], o['value'])),
                [row('k', m['k']::varchar), row('without_relevant', m['without_relevant'])]
            )
        )
    {%- endset -%}
    {%- set problem -%}
        coalesce(
            m['problem_of_name'],
            {{ rankhouse.first_not_null("list_transform(m['given'], lambda o: o['problem'])") }},
            m['problem_of_library'],
            {{ rankhouse.first_not_null("m['problems_of_library']") }},
            {{ rankhouse.refused_by_rule("m['settings']", "m['text']") }}
        )
    {%- endset -%}
    {{
        return(
            [
                {"chosen": chosen},
                {"measure": measure, "settings": settings, "options": values},
                {"problem": problem},
            ]
        )
    }}
{% endmacro %}

{# What the first rule of the measure says that holds under these settings, as refusal(). #}
{% macro refused_by_rule(settings, text) -%}
    list_transform(
        list_filter(
            coalesce({{ rankhouse.fact("m['metric'] || ' rules'") }}, []),
            lambda rule: {{ rankhouse.holds("split_part(rule, '>', 1)", settings) }}
        )[1:1],
        lambda rule: replace(
            replace(replace(substr(rule, strpos(rule, '>') + 1), '{metric}', m['metric']), '{measure}', m['measure']),
            '{text}',
            {{ text }}
        )
    )[1]
{%- endmacro %}

{# What the formulas of a measure ask of its rows, and the formulas themselves. #}
{% macro steps_of_formulas() %}
    {%- set needs -%}
        list_transform(
            list_filter(
                coalesce({{ rankhouse.fact("m['metric'] || ' needs'") }}, []),
                lambda need: {{ rankhouse.holds("split_part(need, '>', 1)", "m['settings']") }}
            ),
            lambda need: split_part(need, '>', 2)
        )
    {%- endset -%}
    {%- set is_whole -%}
        m['k'] is null or len(
            list_filter(
                coalesce({{ rankhouse.fact("m['metric'] || ' whole'") }}, []),
                lambda conditions: {{ rankhouse.holds("conditions", "m['settings']") }}
            )
        )
        > 0
    {%- endset -%}
    {%- set map_name -%}
        'gain_map_' || replace(replace(replace(m['options']['gain'], ':', 'to'), '/', '_'), '.', 'p')
    {%- endset -%}
    {%- set pair = {"grade": "split_part(pair, ':', 1)", "gain": "split_part(pair, ':', 2)"} -%}
    {%- set map_worth -%}
        '(case ' || array_to_string(
            list_transform(
                list_reverse(string_split(m['options']['gain'], '/')),
                lambda pair: {{ rankhouse.spoken(rankhouse.case_of_pair("relevance", "ǀgradeǀ", "ǀgainǀ"), pair) }}
            ),
            ' '
        )
        || {{ rankhouse.literal(" else " ~ rankhouse.double(0) ~ " end)") }}
    {%- endset -%}
    {%- set is_map = "m['settings']['gain'] = 'map'" -%}
    {%- set steps = [{"needs": needs, "is_whole": is_whole}] -%}
    {%- for name in ["value", "weight", "gain", "worth"] -%}
        {%- do steps.extend(
            rankhouse.steps_of_text(
                "m",
                name ~ "_text",
                rankhouse.fact("m['metric'] || ' " ~ name ~ "'") ~ "[1]",
                "m['settings']",
            )
        ) -%}
    {%- endfor -%}
    {%- do steps.append({"gain": "case when " ~ is_map ~ " then " ~ map_name ~ " else " ~ rankhouse.filled("m['gain_text']", "m['options']") ~ " end"}) -%}
    {%- do steps.append(
        {
            "worth": "case when "
            ~ is_map
            ~ " then "
            ~ map_worth
            ~ " else "
            ~ rankhouse.filled("m['worth_text']", "m['options']")
            ~ " end",
            "tokens": "map_concat(m['options'], map {'gain': m['gain'], 'relevant_from': m['p']['relevant_from']})",
        }
    ) -%}
    {%- do steps.append(
        {
            "value": rankhouse.filled("m['value_text']", "m['tokens']"),
            "weight": rankhouse.filled("m['weight_text']", "m['tokens']"),
        }
    ) -%}
    {{ return(steps) }}
{% endmacro %}
