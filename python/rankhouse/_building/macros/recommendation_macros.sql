{# As recommendation_plan. #}
{% macro table_macro_recommendation_metrics(t) -%}
    {%- set inputs = rankhouse.recommendation_inputs().keys() | list -%}
    {%- set given = {} -%}
    {%- for name in inputs -%} {%- do given.update({name: rankhouse.is_given("p['" ~ name ~ "']")}) -%} {%- endfor -%}
    {%- set has_weights = rankhouse.names_column("features", "weight") -%}
    {%- set weights = "case when " ~ has_weights ~ " then 'given' else 'none' end" -%}
    {%- set requested = rankhouse.pipeline(
        "m",
        rankhouse.distinct_measures("p['asked']"),
        rankhouse.steps_of_declaration(dict(given, weights_of_features=weights))
        + [
            {
                "needs": "string_split(m['texts'][1], '¦')",
                "refused": rankhouse.refused_in_sql("m['texts'][2]"),
                "lowest": "m['texts'][3]",
                "highest": "m['texts'][4]",
            }
        ],
        ["measure", "metric", "k", "options", "needs", "refused", "lowest", "highest"],
    ) -%}
    {%- set problems = rankhouse.problems_of_arguments(t) + rankhouse.problem_of_measures() -%}
    {%- do problems.append(
        [none, rankhouse.first_not_null("list_transform(p['requested'], lambda m: m['refused'])")]
    ) -%}
    {%- set option = "list_filter(m['options'], lambda o: o['option'] = '{}')[1]['value']" -%}
    {%- set shown = {
        "measure": rankhouse.as_literal("m['measure']"),
        "metric": rankhouse.as_literal("m['metric']"),
        "k": "coalesce(m['k']::varchar, 'null')",
        "lowest": "m['lowest']",
        "highest": "m['highest']",
    } -%}
    {%- for name, is_number in rankhouse.options_of_recommendations().items() -%}
        {%- set value = option.format(name) -%}
        {%- do shown.update(
            {name: "coalesce(" ~ (value if is_number else rankhouse.as_literal(value)) ~ ", 'null')"}
        ) -%}
    {%- endfor -%}
    {%- set lists = "map {'measures': list_transform(p['requested'], lambda m: " ~ rankhouse.map_of(shown) ~ ")}" -%}
    {%- set depth = "list_transform(p['requested'], lambda m: m['k'])" -%}
    {%- set is_whole = "len(list_filter(p['requested'], lambda m: m['k'] is null)) > 0" -%}
    {%- set chosen = dict(given) -%}
    {%- do chosen.update(
        {
            "reach": "case when " ~ is_whole ~ " then 'whole' else 'cut' end",
            "names_run.rank": rankhouse.yes_no(rankhouse.names_column("run", "rank")),
            "names_baseline.rank": rankhouse.yes_no(rankhouse.names_column("baseline", "rank")),
            "names_features.weight": rankhouse.yes_no(rankhouse.names_column("features", "weight")),
        }
    ) -%}
    {%- set needs = rankhouse.choices_of_needs("flatten(list_transform(p['requested'], lambda m: m['needs']))") -%}
    {%- set all_choices = (
        "map_concat("
        ~ rankhouse.map_of(rankhouse.as_far_as(t.choices, chosen))
        ~ ", p['chosen_groups'], "
        ~ needs
        ~ ")"
    ) -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.extend(rankhouse.steps_of_measures()) -%}
    {%- do steps.append({"requested": requested}) -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, all_choices)) -%}
    {%- set cut = "replace(p['text'], 'ǀdepthǀ', coalesce(list_max(" ~ depth ~ ")::varchar, ''))" -%}
    {%- set text = rankhouse.repeated(cut, lists, shown.keys() | list) -%}
    {{ rankhouse.answer(t, steps, text) }}
{%- endmacro %}
