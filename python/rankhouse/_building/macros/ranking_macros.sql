{#
What the table macros over a run and judgments read of a call, as plan() does: the policies, every measure m, and what each
evaluation e of them asks of the steps.
#}
{% macro steps_of_ranking(t) %}
    {%- set problems = rankhouse.problems_of_ranking("exclude" in t.arguments) + rankhouse.problem_of_measures() -%}
    {%- do problems.extend(rankhouse.problems_of_groups(t, ["by", "judgments_by"])) -%}
    {{
        return(
            rankhouse.steps_of_policies()
            + rankhouse.steps_of_run_groups()
            + rankhouse.steps_of_measures("p['convention']")
            + [{"problem_of_call": rankhouse.first_problem(problems)}]
        )
    }}
{% endmacro %}

{# A single table holds scores and labels together, so its grouping columns belong to both. #}
{% macro steps_of_run_groups() %}
    {{ return(rankhouse.steps_of_groups("p['by']", rankhouse.columns_of_judgments())) }}
{% endmacro %}

{% macro columns_of_judgments() %}
    {{ return("case when p['judgments'] is null then p['by'] else p['judgments_by'] end") }}
{% endmacro %}

{# The policies, as read_policies: what is given, else what the convention says, else the default. #}
{% macro steps_of_policies() %}
    {%- set policies = {} -%}
    {%- for name, choices in rankhouse.policies().items() -%}
        {%- set said = rankhouse.fact("p['convention'] || ' " ~ name ~ "'") -%}
        {%- set values = ["p['" ~ name ~ "']", said, rankhouse.literal(choices[0])] -%}
        {%- do policies.update({"policy_" ~ name: "coalesce(" ~ values | join(", ") ~ ")"}) -%}
    {%- endfor -%}
    {%- for name in rankhouse.readings() -%}
        {%- do policies.update({name: rankhouse.fact("p['convention'] || ' " ~ name ~ "'")}) -%}
    {%- endfor -%}
    {{ return([policies]) }}
{% endmacro %}

{# What is wrong with the arguments beside the measures, in the order in which plan() looks at them. #}
{% macro problems_of_ranking(has_pairs) %}
    {%- set problems = rankhouse.problem_of_convention("convention") -%}
    {%- for name, choices in rankhouse.policies().items() -%}
        {%- do problems.extend(rankhouse.problem_of_choice(name, "p['policy_" ~ name ~ "']", choices)) -%}
    {%- endfor -%}
    {%- do problems.append(rankhouse.problem_of_relevant_from()) -%}
    {%- do problems.extend(rankhouse.problems_of_inputs()) -%}
    {%- if has_pairs -%}
        {%- do problems.extend(
            rankhouse.problem_of_relation("exclude") + rankhouse.problem_of_relation("candidates")
        ) -%}
    {%- endif -%}
    {{ return(problems + rankhouse.problem_of_groups("p['policy_pool']", "p['policy_queries']")) }}
{% endmacro %}

{% macro problem_of_relevant_from() %}
    {%- set relevant_from = rankhouse.spelled_number("p['relevant_from']") -%}
    {{
        return(
            [
                "not (p['relevant_from'] > 0 and isfinite(p['relevant_from']))",
                rankhouse.said("wrong_relevant_from", [relevant_from]),
            ]
        )
    }}
{% endmacro %}

{# A query that has no judgments is in no group of theirs. #}
{% macro problem_of_groups(pool, queries) %}
    {%- set is_in_none = pool ~ " = 'retrieved' and " ~ queries ~ " = 'run' and len(p['judged_group']) > 0" -%}
    {%- set said = rankhouse.said("no_group_of_judgments", ["array_to_string(p['judged_group'], ', ')"]) -%}
    {{ return([[is_in_none, said]]) }}
{% endmacro %}

{% macro problem_of_convention(argument) %}
    {%- set given, known = "p['" ~ argument ~ "']", "'conventions'" -%}
    {%- set is_unknown = "not list_contains(" ~ rankhouse.facts(known) ~ ", " ~ given ~ ")" -%}
    {{ return([[is_unknown, rankhouse.said("unknown_convention", [given, "lower(" ~ given ~ ")"], known)]]) }}
{% endmacro %}

{% macro problems_of_inputs() %}
    {%- set of_names = rankhouse.problem_of_names("by") + rankhouse.problem_of_names("judgments_by") -%}
    {%- set of_relations = rankhouse.problem_of_relation("run", true) + rankhouse.problem_of_relation("judgments") -%}
    {%- set of_columns = rankhouse.problem_of_columns(
        rankhouse.columns_of_rankings(), rankhouse.sides_of_rankings()
    ) -%}
    {{ return(of_names + of_relations + of_columns) }}
{% endmacro %}

{% macro problem_of_measures(asked="p['asked']") %}
    {%- set given = "coalesce(p['measures']::varchar, 'NULL')" -%}
    {{
        return(
            [
                [
                    "coalesce(len(list_filter(p['measures'], lambda text: text is null)) > 0, true)",
                    rankhouse.said("measures_are_a_list", [given]),
                ],
                ["len(p['measures']) = 0", rankhouse.said("no_measure", [])],
                [none, rankhouse.first_not_null("list_transform(" ~ asked ~ ", lambda m: m['problem'])")],
            ]
        )
    }}
{% endmacro %}

{# Measures of a list by their canonical strings, each once. #}
{% macro distinct_measures(measures) %}
    {%- set names = "list_transform(" ~ measures ~ ", lambda one: one['measure'])" -%}
    {{ return("list_filter(" ~ measures ~ ", lambda m, place: list_position(" ~ names ~ ", m['measure']) = place)") }}
{% endmacro %}

{#
What plan() works out for an evaluation e, whose fields are its number, the policies and how ids, scores and relevances are
read: in the end `text` and `problem`. Its measures are those of p['formed']. `template` is that of its query; `leaves_out`:
the condition that measures which are refused are left out.
#}
{% macro steps_of_evaluation(t, template, leaves_out="false") %}
    {%- set measures = "list_filter(p['formed'], lambda m: m['evaluation'] = e['number'])" -%}
    {%- if leaves_out != "false" -%}
        {%- set measures = (
            "list_filter(" ~ measures ~ ", lambda m: m['refused'] is null or not (" ~ leaves_out ~ "))"
        ) -%}
    {%- endif -%}
    {%- set of_measures = "list_transform(e['measures'], lambda m: {})" -%}
    {%- set gains = of_measures.format("{'gain': m['gain'], 'worth': m['worth']}") -%}
    {%- set gains = "list_filter(" ~ gains ~ ", lambda g: g['gain'] <> '')" -%}
    {%- set is_summed = "starts_with(g['gain'], 'gain_') and not ends_with(g['gain'], '_keep') and list_contains(e['needs_of_measures'], 'gain_upto')" -%}
    {%- set summed_hits = "list_has_any(e['needs_of_measures'], ['hits_upto', 'first_hit', 'best_precision']) or len(e['summed']) > 0" -%}
    {%- set depth -%}
        case
            when len(list_filter(e['measures'], lambda m: m['is_whole'])) = 0
            then list_max({{ of_measures.format("m['k']") }})
        end
    {%- endset -%}
    {%- set limit = rankhouse.heap_limit() -%}
    {%- set reach -%}
        case
            when e['depth'] is null then 'whole'
            when e['depth'] <= {{ limit }} then 'heap'
            when e['depth'] < {{ rankhouse.far_away() }} then 'deep'
            else 'far'
        end
    {%- endset -%}
    {%- set refused = rankhouse.first_not_null(of_measures.format("m['refused']")) -%}
    {%- set no_group = rankhouse.problem_of_groups("e['pool']", "e['queries']") -%}
    {%- set names = ["number", "measure", "metric", "k", "gain", "worth", "weight", "lowest", "highest", "value"] -%}
    {%- set text = rankhouse.repeated(
        "replace(e['template'], 'ǀdepthǀ', coalesce(e['depth']::varchar, ''))", "e['lists']", names
    ) -%}
    {{
        return(
            [
                {"measures": measures},
                {
                    "problem": rankhouse.first_problem(no_group + [[none, refused]]),
                    "all_gains": gains,
                    "needs_of_measures": "flatten(" ~ of_measures.format("m['needs']") ~ ")",
                    "depth": depth,
                },
                {"gains": rankhouse.each_once("e['all_gains']"), "reach": reach},
                {
                    "stops": "list_filter(e['gains'], lambda g: starts_with(g['gain'], 'stop_'))",
                    "shares": "list_filter(e['gains'], lambda g: regexp_matches(g['gain'], '^(share|inst)_') and list_contains(e['needs_of_measures'], 'share_upto'))",
                    "summed": "list_filter(e['gains'], lambda g: " ~ is_summed ~ ")",
                },
                {
                    "needs": "list_concat(e['needs_of_measures'], case when "
                    ~ summed_hits
                    ~ " then ['summed_hits'] else [] end)"
                },
                {"chosen": rankhouse.choices_of_evaluation(t), "lists": rankhouse.lists_of_evaluation()},
            ]
            + rankhouse.steps_of_text("e", "template", template, "e['chosen']")
            + [{"text": text}]
        )
    }}
{% endmacro %}

{# What templates of an evaluation choose by. #}
{% macro choices_of_evaluation(t) %}
    {%- set is_geometric = "list_contains(" ~ rankhouse.facts("'geometric'") ~ ", m['metric'])" -%}
    {%- set any_measure = "len(list_filter(e['measures'], lambda m: {})) > 0" -%}
    {%- set any_gain = "len(list_filter(e['gains'], lambda g: ends_with(g['gain'], '_keep'))) > 0" -%}
    {%- set chosen = {
        "reach": "e['reach']",
        "weighted": rankhouse.yes_no(any_measure.format("m['weight'] <> '1'")),
        "geometric": rankhouse.yes_no(any_measure.format(is_geometric)),
        "sums_gains": rankhouse.yes_no("len(e['summed']) > 0"),
        "keeps_negative": rankhouse.yes_no(any_gain),
    } -%}
    {%- for name in rankhouse.policies() -%} {%- do chosen.update({name: "e['" ~ name ~ "']"}) -%} {%- endfor -%}
    {%- for name in rankhouse.readings() -%}
        {%- do chosen.update({name: "coalesce(e['" ~ name ~ "'], 'none')"}) -%}
    {%- endfor -%}
    {%- set needs = rankhouse.choices_of_needs("e['needs']") -%}
    {{
        return(
            "map_concat("
            ~ rankhouse.map_of(rankhouse.as_far_as(t.choices, chosen))
            ~ ", "
            ~ rankhouse.choices_of_call(t)
            ~ ", "
            ~ needs
            ~ ")"
        )
    }}
{% endmacro %}

{# The same of the call. #}
{% macro choices_of_call(t) %}
    {%- set chosen = {
        "checked": rankhouse.yes_no("p['checked']"),
        "run_is_grouped": "(len(p['by']) > 0)::varchar",
        "judgments_are_grouped": "(len(p['judged_group']) > 0)::varchar",
        "names_run.rank": rankhouse.yes_no(rankhouse.names_column("run", "rank")),
        "relevant_from": rankhouse.is_given("p['relevant_from']"),
        "per_query": rankhouse.yes_no("p['per_query']"),
        "exclude": rankhouse.is_given("p['exclude']"),
        "candidates": rankhouse.is_given("p['candidates']"),
    } -%}
    {{ return("map_concat(" ~ rankhouse.map_of(rankhouse.as_far_as(t.choices, chosen)) ~ ", p['chosen_groups'])") }}
{% endmacro %}

{# What parts of a template are repeated for. #}
{% macro lists_of_evaluation() -%}
    map{
        'measures':list_transform(
            e['measures'],
            lambda m,
            place:map{
                'number':place::varchar,
                'measure':{{ rankhouse.as_literal("m['measure']") }},
                'metric':{{ rankhouse.as_literal("m['metric']") }},
                'k':coalesce(m['k']::varchar, 'null'),
                'value':m['value'],
                'weight':m['weight'],
                'lowest':m['lowest'],
                'highest':m['highest']
            }
        ),
        'gains':list_transform(e['gains'], lambda g:map{'gain':g['gain'], 'worth':g['worth']}),
        'stops':list_transform(e['stops'], lambda g:map{'gain':g['gain'], 'worth':g['worth']}),
        'summed_gains':list_transform(e['summed'], lambda g:map{'gain':g['gain'], 'worth':g['worth']}),
        'shares':list_transform(e['shares'], lambda g:map{'gain':g['gain'], 'worth':g['worth']}),
        'insts':list_transform(
            list_filter(e['shares'], lambda g:starts_with(g['gain'], 'inst_')),
            lambda g:map{'gain':g['gain'], 'worth':replace(split_part(g['gain'], '_', 2), 'p', '.')}
        )
    }
{%- endmacro %}

{#
What a measure m with its options comes to (see steps_of_declaration): its formulas value and weight, the column with what
an item is worth to it (gain, and its value worth), what it needs of its rows, whether it looks at the whole list, and why
it is refused.
#}
{% macro steps_of_formulas() %}
    {%- set choices = {
        "ties": "m['ties']",
        "without_relevant": rankhouse.is_given("m['without_relevant']"),
        "only": "coalesce(m['only'], 'none')",
        "relevant_from": rankhouse.is_given("p['relevant_from']"),
    } -%}
    {%- set gain = (
        "case when m['chosen']['gain'] = 'map' then "
        ~ rankhouse.column_of_map()
        ~ " else replace(m['texts'][3], '.', 'p') end"
    ) -%}
    {%- set worth = (
        "case when m['chosen']['gain'] = 'map' then " ~ rankhouse.worth_of_map() ~ " else m['texts'][4] end"
    ) -%}
    {{
        return(
            rankhouse.steps_of_declaration(choices, {"without_relevant": "m['without_relevant']"})
            + [
                {"gain": gain, "worth": worth},
                {
                    "value": "replace(m['texts'][1], 'ǀgain_columnǀ', m['gain'])",
                    "weight": "m['texts'][2]",
                    "needs": "string_split(m['texts'][5], '¦')",
                    "is_whole": "m['k'] is null or m['texts'][6] <> ''",
                    "refused": rankhouse.refused_in_sql("m['texts'][7]"),
                    "lowest": "m['texts'][8]",
                    "highest": "m['texts'][9]",
                },
            ]
        )
    }}
{% endmacro %}

{# The column and the value of a gain map, as worth_gain. #}
{% macro map_given() %}
    {{ return("list_filter(m['options'], lambda o: o['option'] = 'gain')[1]['value']") }}
{% endmacro %}

{% macro column_of_map() -%}
    'gain_map_' || translate(replace({{ rankhouse.map_given() }}, ':', 'to'), '/.-+', '_pm')
{%- endmacro %}

{% macro worth_of_map() -%}
    {%- set pair = {"grade": "split_part(pair, ':', 1)", "gain": "split_part(pair, ':', 2)"} -%}
    {%- set case = rankhouse.case_of_pair("relevance", "ǀgradeǀ", "ǀgainǀ") -%}
    '( case ' || array_to_string(
        list_transform(
            list_reverse(string_split({{ rankhouse.map_given() }}, '/')),
            lambda pair:{{ rankhouse.filled(rankhouse.literal(case), rankhouse.map_of(pair)) }}
        ),
        ' '
    )
    || {{ rankhouse.literal(" else " ~ rankhouse.double(0) ~ " end )") }}
{%- endmacro %}

{# The evaluation of some measures under the policies of the call. #}
{% macro evaluation_by_policies(measures, ties="p['policy_ties']") -%}
    {
        'asked':{{ measures }},
        'ties':{{ ties }},
        'queries':p['policy_queries'],
        'unjudged':p['policy_unjudged'],
        'pool':p['policy_pool']
        {%- for name in rankhouse.readings() -%}, '{{ name }}':p['{{ name }}'] {%- endfor -%}
    }
{%- endmacro %}

{#
The evaluations of a list, each with its problem and its text, as steps of the call: p['formed'] are the measures of all of
them with their formulas.
#}
{% macro steps_of_evaluations(t, evaluations, template, leaves_out="false", kept=["problem", "text"]) %}
    {%- set formed -%}
        flatten(
            list_transform(
                p['to_evaluate'],
                lambda e, number: list_transform(
                    e['asked'], lambda m: struct_insert(m, evaluation := number, ties := e['ties'])
                )
            )
        )
    {%- endset -%}
    {%- set of_measure = ["evaluation", "metric", "k", "measure", "gain", "worth", "value", "weight", "needs"] -%}
    {%- do of_measure.extend(["is_whole", "refused", "lowest", "highest"]) -%}
    {%- set numbered = "list_transform(p['to_evaluate'], lambda e, number: struct_insert(e, number := number))" -%}
    {%- set evaluated = rankhouse.pipeline(
        "e", numbered, rankhouse.steps_of_evaluation(t, template, leaves_out), kept
    ) -%}
    {%- set problem = rankhouse.first_not_null("list_transform(p['evaluations'], lambda e: e['problem'])") -%}
    {{
        return(
            [
                {"to_evaluate": evaluations},
                {"formed": rankhouse.pipeline("m", formed, rankhouse.steps_of_formulas(), of_measure)},
                {"evaluations": evaluated},
                {"problem": "coalesce(p['problem_of_call'], " ~ problem ~ ")"},
            ]
        )
    }}
{% endmacro %}

{# Tokens of the inputs. #}
{% macro values_of_ranking() %}
    {{
        return(
            {
                "run": rankhouse.as_relation_with("p['run']", "p['by']"),
                "judgments": rankhouse.as_relation_with(
                    "coalesce(p['judgments'], p['run'])",
                    rankhouse.columns_of_judgments(),
                ),
                "relevant_from": rankhouse.spelled_number("p['relevant_from']"),
            }
        )
    }}
{% endmacro %}

{# metrics and query_metrics: one evaluation of all measures. #}
{% macro table_macro_of_evaluation(t) -%}
    {%- set evaluation = rankhouse.evaluation_by_policies(rankhouse.distinct_measures("p['asked']")) -%}
    {%- set steps = rankhouse.steps_of_ranking(t) + rankhouse.steps_of_evaluations(
        t, "[" ~ evaluation ~ "]", t.templates.main
    ) -%}
    {{ rankhouse.answer(t, steps, "p['evaluations'][1]['text']", rankhouse.values_of_ranking()) }}
{%- endmacro %}
