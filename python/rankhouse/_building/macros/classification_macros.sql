{# What the table macros over predictions read of a call, as classification_plan() does. #}
{% macro steps_of_predictions(t, problems=[]) %}
    {%- set own = t.arguments | reject("in", ["predictions", "by"]) | list -%}
    {%- set of_own = rankhouse.problems_of_arguments(t, rankhouse.as_far_as(own, t.arguments)) -%}
    {%- set all = rankhouse.problems_of_predictions(t) + of_own + problems -%}
    {{ return(rankhouse.steps_of_groups() + [{"problem": rankhouse.first_problem(all)}]) }}
{% endmacro %}

{% macro problems_of_predictions(t) %}
    {%- set given = "map_keys(p['columns'])" -%}
    {%- set unknown = (
        "list_filter("
        ~ given
        ~ ", lambda name: not list_contains("
        ~ rankhouse.facts("'columns'")
        ~ ", name))[1]"
    ) -%}
    {%- set predicts_labels = rankhouse.names_column("predictions", "prediction") -%}
    {%- set problems = [
        [
            unknown ~ " is not null",
            rankhouse.said("no_column_of_predictions", [unknown, unknown], "'columns'"),
        ],
        [
            "list_contains(" ~ given ~ ", 'score') and " ~ predicts_labels,
            rankhouse.said("score_and_prediction", []),
        ],
    ] + rankhouse.problem_of_relation("predictions", true) -%}
    {%- if t.needs_scores -%}
        {%- do problems.append([predicts_labels, rankhouse.said("needs_scores", [rankhouse.literal(t.name)])]) -%}
    {%- endif -%}
    {{ return((rankhouse.problems_of_groups(t, ["by"]) if "by" in t.arguments else []) + problems) }}
{% endmacro %}

{# What templates choose by: the arguments, the groups, and `others`. #}
{% macro choices_over_predictions(t, others={}) %}
    {%- set chosen = dict(rankhouse.choices_of_arguments(t), **others) -%}
    {%- do chosen.update({"predicts_labels": rankhouse.yes_no(rankhouse.names_column("predictions", "prediction"))}) -%}
    {%- if "weight" in t.arguments -%}
        {%- do chosen.update({"is_weighted": rankhouse.yes_no(rankhouse.names_column("predictions", "weight"))}) -%}
    {%- endif -%}
    {{ return("map_concat(" ~ rankhouse.map_of(rankhouse.as_far_as(t.choices, chosen)) ~ ", p['chosen_groups'])") }}
{% endmacro %}

{# Those that take nothing but predictions and numbers. #}
{% macro table_macro_of_predictions(t) -%}
    {%- set problems = [] -%}
    {%- if "lowest" in t.arguments -%}
        {%- set lowest, highest = rankhouse.spelled_number("p['lowest']"), rankhouse.spelled_number("p['highest']") -%}
        {%- do problems.append(["p['lowest'] >= p['highest']", rankhouse.said("wrong_range", [lowest, highest])]) -%}
    {%- endif -%}
    {%- if "confidence" in t.arguments -%} {%- do problems.extend(rankhouse.problem_of_confidence()) -%} {%- endif -%}
    {%- set steps = rankhouse.steps_of_predictions(t, problems) -%}
    {%- do steps.extend(
        rankhouse.steps_of_text("p", "text", t.templates.main, rankhouse.choices_over_predictions(t))
    ) -%}
    {{ rankhouse.answer(t, steps, "p['text']") }}
{%- endmacro %}

{% macro problems_of_thresholds() %}
    {%- set given = "p['thresholds']" -%}
    {%- set wrong = "list_filter(" ~ given ~ ", lambda one: not coalesce(isfinite(one), false))" -%}
    {{
        return(
            [
                [given ~ " is null", rankhouse.said("thresholds_are_a_list", ["'NULL'"])],
                [
                    "len(" ~ given ~ ") = 0 and not " ~ rankhouse.names_column("predictions", "prediction"),
                    rankhouse.said("no_threshold", []),
                ],
                [
                    "len(" ~ wrong ~ ") > 0",
                    rankhouse.said("wrong_threshold", ["coalesce(" ~ wrong ~ "[1]::varchar, 'None')"]),
                ],
            ]
        )
    }}
{% endmacro %}

{# As read_thresholds: a list of cut and threshold. #}
{% macro list_of_thresholds() -%}
    {%- set number = (
        "replace("
        ~ rankhouse.literal(rankhouse.double("ǀnǀ"))
        ~ ", 'ǀnǀ', "
        ~ rankhouse.spelled_number("one")
        ~ ")"
    ) -%}
    {%- set of_labels = {"cut": rankhouse.double(0.5), "threshold": rankhouse.double("null")} -%}
    case
        when {{ rankhouse.names_column("predictions", "prediction") }}
        then
            [
                map{
                    'cut':{{ rankhouse.literal(of_labels.cut) }},
                    'threshold':{{ rankhouse.literal(of_labels.threshold) }}
                }
            ]
        else
            list_transform(
                {{ rankhouse.each_once("p['thresholds']") }},
                lambda one:map{'cut':{{ number }}, 'threshold':{{ number }}}
            )
    end
{%- endmacro %}

{% macro table_macro_confusion(t) -%}
    {%- set steps = rankhouse.steps_of_predictions(t, rankhouse.problems_of_thresholds()) -%}
    {%- set lists = "map {'thresholds': " ~ rankhouse.list_of_thresholds() ~ "}" -%}
    {%- do steps.extend(
        rankhouse.steps_of_text("p", "text", t.templates.main, rankhouse.choices_over_predictions(t))
    ) -%}
    {{ rankhouse.answer(t, steps, rankhouse.repeated("p['text']", lists, ["cut", "threshold"])) }}
{%- endmacro %}

{# As requested_of_classifier: every measure by what it is computed from. #}
{% macro table_macro_classifier_metrics(t) -%}
    {%- set requested = rankhouse.pipeline(
        "m",
        rankhouse.distinct_measures("p['asked']"),
        rankhouse.steps_of_declaration()
        + [
            {"value": "m['texts'][1]", "part": "m['texts'][2]", "needs": "string_split(m['texts'][3], '¦')"}
        ],
        ["measure", "metric", "options", "value", "part", "needs"],
    ) -%}
    {%- set of_scores = "list_filter(p['requested'], lambda m: m['part'] <> 'confusion')" -%}
    {%- set problems = rankhouse.problems_of_thresholds() + rankhouse.problem_of_measures() -%}
    {%- do problems.append(
        [
            "len(" ~ of_scores ~ ") > 0 and " ~ rankhouse.names_column("predictions", "prediction"),
            rankhouse.said("needs_scores", [of_scores ~ "[1]['measure']"]),
        ]
    ) -%}
    {%- set is_unweighted = "list_contains(" ~ rankhouse.facts("'unweighted'") ~ ", m['metric'])" -%}
    {%- set of_rows = "list_filter(p['requested'], lambda m: " ~ is_unweighted ~ ")" -%}
    {%- do problems.append(
        [
            "len(" ~ of_rows ~ ") > 0 and " ~ rankhouse.names_column("predictions", "weight"),
            rankhouse.said("no_weights", [of_rows ~ "[1]['measure']"]),
        ]
    ) -%}
    {%- set of_parts = "list_filter(p['requested'], lambda m: m['part'] in ({}))" -%}
    {%- set chosen = {
        "needs_confusion": of_parts.format("'confusion'"),
        "needs_points": of_parts.format("'points'"),
        "needs_whole": of_parts.format("'points', 'rows'"),
    } -%}
    {%- for name, listed in chosen.items() -%}
        {%- do chosen.update({name: rankhouse.yes_no("len(" ~ listed ~ ") > 0")}) -%}
    {%- endfor -%}
    {%- set needs = rankhouse.choices_of_needs("flatten(list_transform(p['requested'], lambda m: m['needs']))") -%}
    {%- set shown -%}
        list_transform(
            p['requested'],
            lambda m, place: map {
                'number': place::varchar,
                'part': m['part'],
                'measure': {{ rankhouse.as_literal("m['measure']") }},
                'metric': {{ rankhouse.as_literal("m['metric']") }},
                'value': m['value'],
                'bins': coalesce(list_filter(m['options'], lambda o: o['option'] = 'bins')[1]['value'], 'null')
            }
        )
    {%- endset -%}
    {%- set lists -%}
        map {
            'thresholds': {{ rankhouse.list_of_thresholds() }},
            'at_thresholds': list_filter(p['shown'], lambda m: m['part'] = 'confusion'),
            'over_thresholds': list_concat(
                list_filter(p['shown'], lambda m: m['part'] = 'points'), list_filter(p['shown'], lambda m: m['part'] = 'rows')
            )
        }
    {%- endset -%}
    {%- set steps = rankhouse.steps_of_measures() + [{"requested": requested}] -%}
    {%- do steps.extend(rankhouse.steps_of_predictions(t, problems) + [{"shown": shown}]) -%}
    {%- set all_choices = "map_concat(" ~ rankhouse.choices_over_predictions(t, chosen) ~ ", " ~ needs ~ ")" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, all_choices)) -%}
    {{
        rankhouse.answer(
            t,
            steps,
            rankhouse.repeated(
                "p['text']", lists, ["cut", "threshold", "number", "measure", "metric", "value", "bins"]
            ),
        )
    }}
{%- endmacro %}

{# As compare_classifiers. #}
{% macro table_macro_compare_classifiers(t) -%}
    {%- set system, threshold, problems = "p['names']['system']", "p['threshold']", [] -%}
    {%- for name in ["test", "correction"] -%}
        {%- set given = "coalesce(p['" ~ name ~ "'], 'None')" -%}
        {%- do problems.extend(rankhouse.problem_of_choice(name, given, t.arguments[name].choices)) -%}
    {%- endfor -%}
    {%- do problems.append([system ~ " = ''", rankhouse.said("no_name", ["'system'", system])]) -%}
    {%- do problems.extend(rankhouse.problem_of_names("by")) -%}
    {%- set said = rankhouse.said("names_role", ["'by'", system, "'system'"]) -%}
    {%- do problems.append(["list_contains(p['by'], " ~ system ~ ")", said]) -%}
    {%- do problems.extend(rankhouse.problems_of_predictions(t)) -%}
    {%- set needs_scores = "p['test'] = 'delong' and " ~ rankhouse.names_column("predictions", "prediction") -%}
    {%- do problems.append([needs_scores, rankhouse.said("needs_scores", ["'delong'"])]) -%}
    {%- set said = rankhouse.said("no_side", [system, "p['baseline']"]) -%}
    {%- do problems.append(["contains(p['baseline'], chr(10))", said]) -%}
    {%- set spelled = "coalesce(" ~ rankhouse.spelled_number(threshold) ~ ", 'none')" -%}
    {%- do problems.append(
        [
            "not coalesce(isfinite(" ~ threshold ~ "), false)",
            rankhouse.said("no_number", ["'threshold'", spelled]),
        ]
    ) -%}
    {%- set all = rankhouse.first_problem(problems + rankhouse.problem_of_confidence()) -%}
    {%- set steps = rankhouse.steps_of_groups() + [{"problem": all}] -%}
    {%- set chosen = rankhouse.choices_over_predictions(t) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']", {"baseline": rankhouse.as_literal("p['baseline']")}) }}
{%- endmacro %}

{# As multiclass_plan, with the columns of the result, and `undefined` where there is one. #}
{% macro table_macro_of_classes(t) -%}
    {%- set problems = rankhouse.problem_of_relation("predictions", true) -%}
    {%- do problems.extend(rankhouse.problems_of_groups(t, ["by"])) -%}
    {%- set names = rankhouse.names_of_kind(t.arguments, "name") -%}
    {%- do problems.extend(rankhouse.problem_of_columns(names, ["predictions"])) -%}
    {%- set chosen = {"is_weighted": rankhouse.yes_no(rankhouse.names_column("predictions", "weight"))} -%}
    {%- if "undefined" in t.arguments -%}
        {%- set undefined = "coalesce(p['undefined'], 'None')" -%}
        {%- do problems.extend(rankhouse.problem_of_choice("undefined", undefined, t.arguments.undefined.choices)) -%}
        {%- do chosen.update({"undefined": "p['undefined']"}) -%}
    {%- endif -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set all_choices = "map_concat(" ~ rankhouse.map_of(chosen) ~ ", p['chosen_groups'])" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, all_choices)) -%}
    {{ rankhouse.answer(t, steps, "p['text']") }}
{%- endmacro %}
