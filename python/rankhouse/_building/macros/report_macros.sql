{# The table macros of reports/: several evaluations in one query, or none. #}
{# tie_audit: the same evaluation by each rule for ties; the average of those measures that have one. #}
{% macro table_macro_tie_audit(t) -%}
    {%- set measures = rankhouse.distinct_measures("p['asked']") -%}
    {%- set evaluations = [] -%}
    {%- for ties in ["item", "worst", "best", "average"] -%}
        {%- do evaluations.append(rankhouse.evaluation_by_policies(measures, rankhouse.literal(ties))) -%}
    {%- endfor -%}
    {%- set steps = rankhouse.steps_of_ranking(t) -%}
    {%- do steps.extend(
        rankhouse.steps_of_evaluations(
            t,
            "[" ~ evaluations | join(", ") ~ "]",
            t.templates.query_metrics,
            "e['ties'] = 'average'",
            ["problem", "text", "measures", "chosen", "lists"],
        )
    ) -%}
    {%- set averages = "map {'averages': " ~ rankhouse.yes_no("len(p['evaluations'][4]['measures']) > 0") ~ "}" -%}
    {%- set chosen = "map_concat(p['evaluations'][1]['chosen'], " ~ averages ~ ")" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "audit", t.templates.main, chosen)) -%}
    {%- set texts = {} -%}
    {%- for ties in ["item", "worst", "best", "average"] -%}
        {%- do texts.update({"values_" ~ ties: "p['evaluations'][" ~ loop.index ~ "]['text']"}) -%}
    {%- endfor -%}
    {%- do steps.append(
        {
            "audited": rankhouse.repeated(
                "p['audit']", "p['evaluations'][1]['lists']", ["number", "measure", "k"]
            )
        }
    ) -%}
    {%- do steps.append({"text": rankhouse.filled("p['audited']", rankhouse.map_of(texts))}) -%}
    {{ rankhouse.answer(t, steps, "p['text']", rankhouse.values_of_ranking()) }}
{%- endmacro %}

{# convention_problems: no evaluation, but what the convention needs of the data. #}
{% macro table_macro_convention_problems(t) -%}
    {%- set needed = rankhouse.facts("p['convention'] || ' needs'") -%}
    {%- set given = (
        "case need when 'untied scores' then p['ties'] is not null when 'positive scores' then "
        ~ rankhouse.names_column("run", "rank")
        ~ " else false end"
    ) -%}
    {%- set is_required = "list_contains(list_filter(" ~ needed ~ ", lambda need: not (" ~ given ~ ")), {})" -%}
    {%- set grades = rankhouse.facts("p['convention'] || ' grades'") ~ "[1]" -%}
    {%- set required = {"grades": "coalesce(" ~ grades ~ ", 'none')"} -%}
    {%- for need in rankhouse.needs_of_conventions() -%}
        {%- do required.update({need: rankhouse.yes_no(is_required.format(rankhouse.literal(need)))}) -%}
    {%- endfor -%}
    {%- set of_ties = rankhouse.problem_of_choice("ties", "p['ties']", rankhouse.policies().ties) -%}
    {%- set problems = rankhouse.problems_of_inputs() + of_ties + rankhouse.problem_of_convention("convention") -%}
    {%- set chosen = "map_concat(" ~ rankhouse.choices_of_call(t) ~ ", " ~ rankhouse.map_of(required) ~ ")" -%}
    {%- set steps = rankhouse.steps_of_run_groups() + [{"problem": rankhouse.first_problem(problems)}] -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']", rankhouse.values_of_ranking()) }}
{%- endmacro %}

{% macro table_macro_input_problems(t) -%}
    {%- set is_single = rankhouse.map_of({"is_single": "(p['judgments'] is null)::varchar"}) -%}
    {%- set chosen = "map_concat(" ~ rankhouse.choices_of_call(t) ~ ", " ~ is_single ~ ")" -%}
    {%- set steps = rankhouse.steps_of_run_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(rankhouse.problems_of_inputs())}) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']", rankhouse.values_of_ranking()) }}
{%- endmacro %}

{#
explain, as steps_between: every measure x by the conventions `source` and `target`, all that decides its value as two
maps; what is switched, one step after the other; and an evaluation of each.
#}
{% macro table_macro_explain(t) -%}
    {%- set steps = rankhouse.steps_of_run_groups() -%}
    {%- do steps.extend(rankhouse.steps_of_texts()) -%}
    {%- do steps.append(
        {
            "by_source": rankhouse.measures_by("p['source']"),
            "by_target": rankhouse.measures_by("p['target']"),
        }
    ) -%}
    {%- set in_turn = "flatten(list_transform(p['by_source'], lambda m, place: [m, p['by_target'][place]]))" -%}
    {%- set problems = rankhouse.problem_of_convention("source") + rankhouse.problem_of_convention("target") -%}
    {%- do problems.extend(rankhouse.problem_of_measures(in_turn)) -%}
    {%- do problems.extend(rankhouse.problem_of_choice("ties", "p['ties']", rankhouse.policies().ties)) -%}
    {%- do problems.extend(rankhouse.problems_of_inputs() + rankhouse.problems_of_groups(t, ["by", "judgments_by"])) -%}
    {%- do steps.append({"problem_of_call": rankhouse.first_problem(problems)}) -%}
    {%- set compared -%}
        list_transform(
            p['by_source'],
            lambda m, place: {
                'before': {{ rankhouse.all_settings_in_sql("m", "p['source']") }},
                'after': {{ rankhouse.all_settings_in_sql("p['by_target'][place]", "p['target']") }},
                'asked': m
            }
        )
    {%- endset -%}
    {%- set compared = rankhouse.pipeline("x", compared, rankhouse.steps_of_switches(), ["steps"]) -%}
    {%- do steps.append({"switched": "flatten(list_transform(" ~ compared ~ ", lambda x: x['steps']))"}) -%}
    {%- do steps.extend(
        rankhouse.steps_of_evaluations(
            t, "list_transform(p['switched'], lambda s: s['evaluation'])", t.templates.evaluation
        )
    ) -%}
    {%- set lists -%}
        map {
            'steps': list_transform(
                p['switched'],
                lambda s, place: map {
                    'measure': {{ rankhouse.as_literal("s['measure']") }},
                    'step': s['step']::varchar,
                    'switched': coalesce({{ rankhouse.as_literal("s['switched']") }}, 'null'),
                    'before': coalesce({{ rankhouse.as_literal("s['before']") }}, 'null'),
                    'after': coalesce({{ rankhouse.as_literal("s['after']") }}, 'null'),
                    'values': p['evaluations'][place]['text']
                }
            )
        }
    {%- endset -%}
    {%- set chosen = rankhouse.map_of({"per_query": rankhouse.yes_no("p['per_query']")}) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "explained", t.templates.main, chosen)) -%}
    {%- do steps.append(
        {
            "text": rankhouse.repeated(
                "p['explained']", lists, ["measure", "step", "switched", "before", "after", "values"]
            )
        }
    ) -%}
    {{ rankhouse.answer(t, steps, "p['text']", rankhouse.values_of_ranking()) }}
{%- endmacro %}

{# As all_settings: what decides a value, as a map; what is not there is NULL. #}
{% macro all_settings_in_sql(measure, convention) %}
    {%- set settings = {"only": measure ~ "['only']", "without_relevant": measure ~ "['without_relevant']"} -%}
    {%- for policy, choices in rankhouse.policies().items() -%}
        {%- set given = "p['ties'], " if policy == "ties" else "" -%}
        {%- set said = rankhouse.fact(convention ~ " || ' " ~ policy ~ "'") -%}
        {%- do settings.update({policy: "coalesce(" ~ given ~ said ~ ", " ~ rankhouse.literal(choices[0]) ~ ")"}) -%}
    {%- endfor -%}
    {%- for name in rankhouse.readings() -%}
        {%- do settings.update({name: rankhouse.fact(convention ~ " || ' " ~ name ~ "'")}) -%}
    {%- endfor -%}
    {%- set options = (
        "map_from_entries(list_transform("
        ~ measure
        ~ "['options'], lambda o: row(o['option'], o['value'])))"
    ) -%}
    {{ return("map_concat(" ~ rankhouse.map_of(settings) ~ ", " ~ options ~ ")") }}
{% endmacro %}

{# x['steps']: by the source, and after each switch that changes something, with its evaluation. #}
{% macro steps_of_switches() %}
    {%- set switches = [] -%}
    {%- for name, settings in rankhouse.switches().items() -%}
        {%- do switches.append(
            "{'name': " ~ rankhouse.literal(name) ~ ", 'settings': [" ~ rankhouse.literals(settings) ~ "]}"
        ) -%}
    {%- endfor -%}
    {%- set is_changed = "x['before'][setting] is distinct from x['after'][setting]" -%}
    {%- set changes -%}
        list_filter(
            list_transform(
                [{{ switches | join(", ") }}],
                lambda w: {'name': w['name'], 'settings': list_filter(w['settings'], lambda setting: {{ is_changed }})}
            ),
            lambda w: len(w['settings']) > 0
        )
    {%- endset -%}
    {%- set settings -%}
        list_transform(
            range(0, len(x['changes']) + 1),
            lambda step: {
                'step': step,
                'now': map_concat(
                    x['before'],
                    map_from_entries(
                        list_transform(
                            flatten(list_transform(x['changes'][:step], lambda w: w['settings'])),
                            lambda setting: row(setting, x['after'][setting])
                        )
                    )
                )
            }
        )
    {%- endset -%}
    {%- set measure = "x['asked']['metric'] || coalesce('@' || x['asked']['k'], '')" -%}
    {%- set value = "s['now'][o['option']]" -%}
    {%- set option = (
        "{'option': o['option'], 'value': "
        ~ value
        ~ ", 'setting': "
        ~ rankhouse.setting_of_option(value, "x['asked']['metric']")
        ~ "}"
    ) -%}
    {%- set options = "list_transform(x['asked']['options'], lambda o: " ~ option ~ ")" -%}
    {%- set asked -%}
        {
            'metric': x['asked']['metric'],
            'k': x['asked']['k'],
            'measure': {{ measure }},
            'text': {{ measure }},
            'options': {{ options }},
            'without_relevant': s['now']['without_relevant'],
            'only': s['now']['only']
        }
    {%- endset -%}
    {%- set evaluation = ["'asked': [" ~ asked ~ "]"] -%}
    {%- for name in rankhouse.policies().keys() | list + rankhouse.readings().keys() | list -%}
        {%- do evaluation.append("'" ~ name ~ "': s['now']['" ~ name ~ "']") -%}
    {%- endfor -%}
    {%- set steps -%}
        list_transform(
            x['settings'],
            lambda s: {
                'measure': x['asked']['text'],
                'step': s['step'],
                'switched': x['changes'][s['step']]['name'],
                'before': {{ rankhouse.spelled_settings_in_sql("x['before']") }},
                'after': {{ rankhouse.spelled_settings_in_sql("x['after']") }},
                'evaluation': { {{- evaluation | join(", ") -}} }
            }
        )
    {%- endset -%}
    {{ return([{"changes": changes}, {"settings": settings}, {"steps": steps}]) }}
{% endmacro %}

{# As spelled_settings; NULL for the first step, which switches nothing. #}
{% macro spelled_settings_in_sql(settings) -%}
    list_transform(
        x['changes'][s['step']:s['step']],
        lambda w:array_to_string(
            list_transform(
                w['settings'],
                lambda setting:coalesce(
                    {{ rankhouse.fact("'setting ' || setting") }} || ': ',
                    setting || '='
                ) || coalesce(
                    {{ rankhouse.fact("'setting ' || setting || ' ' || coalesce(" ~ settings ~ "[setting], 'None')") }},
                    {{ settings }} [setting],
                    'None'
                )
            ),
            ', '
        )
    )[1]
{%- endmacro %}
