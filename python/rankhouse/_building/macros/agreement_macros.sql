{# As agreement_plan. #}
{% macro table_macro_of_agreement(t) -%}
    {%- set requested = rankhouse.pipeline(
        "m",
        rankhouse.distinct_measures("p['asked']"),
        rankhouse.steps_of_declaration()
        + [
            {
                "needs": "string_split(m['texts'][1], '¦')",
                "lowest": "m['texts'][2]",
                "highest": "m['texts'][3]",
            }
        ],
        ["measure", "metric", "k", "options", "needs", "lowest", "highest"],
    ) -%}
    {%- set system, names = "p['names']['system']", [] -%}
    {%- for name in rankhouse.names_of_kind(t.arguments, "name") if name != "system" -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {%- set problems = rankhouse.problem_of_relation("run", true) -%}
    {%- do problems.append([system ~ " = ''", rankhouse.said("no_name", ["'system'", system])]) -%}
    {%- do problems.extend(rankhouse.problem_of_names("by")) -%}
    {%- set said = rankhouse.said("names_role", ["'by'", system, "'system'"]) -%}
    {%- do problems.append(["list_contains(p['by'], " ~ system ~ ")", said]) -%}
    {%- do problems.extend(rankhouse.problem_beside("by", rankhouse.names_taken(t.name))) -%}
    {%- do problems.extend(rankhouse.problem_of_columns(names, ["run"]) + rankhouse.problem_of_measures()) -%}
    {%- set said = rankhouse.said("no_side", [system, "p['baseline']"]) -%}
    {%- do problems.append(["contains(p['baseline'], chr(10))", said]) -%}
    {%- set shown = {
        "measure": rankhouse.as_literal("m['measure']"),
        "metric": rankhouse.as_literal("m['metric']"),
        "k": "coalesce(m['k']::varchar, 'null')",
        "lowest": "m['lowest']",
        "highest": "m['highest']",
    } -%}
    {%- for name in ["p", "ties", "denominator"] -%}
        {%- set value = "list_filter(m['options'], lambda o: o['option'] = '" ~ name ~ "')[1]['value']" -%}
        {%- set value = value if name == "p" else rankhouse.as_literal(value) -%}
        {%- do shown.update({name: "coalesce(" ~ value ~ ", 'null')"}) -%}
    {%- endfor -%}
    {%- set lists = "map {'measures': list_transform(p['requested'], lambda m: " ~ rankhouse.map_of(shown) ~ ")}" -%}
    {%- set depth = "list_transform(p['requested'], lambda m: m['k'])" -%}
    {%- set is_whole = "len(list_filter(p['requested'], lambda m: m['k'] is null)) > 0" -%}
    {%- set chosen = {
        "reach": "case when " ~ is_whole ~ " then 'whole' else 'cut' end",
        "names_run.rank": rankhouse.yes_no(rankhouse.names_column("run", "rank")),
        "baseline": rankhouse.is_given("p['baseline']"),
    } -%}
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
    {{ rankhouse.answer(t, steps, text, {"baseline": rankhouse.as_literal("p['baseline']")}) }}
{%- endmacro %}
