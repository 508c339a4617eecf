{# As sides_plan, and what the macros over two sides have beside it. #}
{% macro table_macro_of_sides(t) -%}
    {%- set roles, lists, names = [], [], [] -%}
    {%- for name in ["system", "day"] if name in t.arguments -%} {%- do roles.append(name) -%} {%- endfor -%}
    {%- for name in ["by", "segments"] if name in t.arguments -%} {%- do lists.append(name) -%} {%- endfor -%}
    {%- for name in rankhouse.names_of_kind(t.arguments, "name") if name not in roles -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {%- set has_segments = "segments" in lists -%}
    {%- set results = rankhouse.columns_of_result(t.name) -%}
    {%- if "test" in t.arguments -%} {%- set results = results | reject("equalto", "system") | list -%} {%- endif -%}
    {%- set is_result = "list_contains([" ~ rankhouse.literals(results) ~ "], lower({}))" -%}
    {%- set first_of = "list_filter(p['{}'], lambda one: {})[1]" -%}
    {%- set named = "p['names']['{}']" -%}
    {%- set problems = rankhouse.problem_of_relation("query_metrics", true) -%}
    {%- for role in roles -%}
        {%- set mine, name = rankhouse.literal(role), named.format(role) -%}
        {%- do problems.append([name ~ " = ''", rankhouse.said("no_name", [mine, name])]) -%}
        {%- do problems.append([is_result.format(name), rankhouse.said("named_like_a_result", [mine, name])]) -%}
    {%- endfor -%}
    {%- for list in lists -%}
        {%- do problems.extend(rankhouse.problem_of_names(list)) -%}
        {%- for role in roles -%}
            {%- set said = rankhouse.said(
                "names_role", [rankhouse.literal(list), named.format(role), rankhouse.literal(role)]
            ) -%}
            {%- do problems.append(["list_contains(p['" ~ list ~ "'], " ~ named.format(role) ~ ")", said]) -%}
        {%- endfor -%}
        {%- do problems.extend(rankhouse.problem_beside(list, results)) -%}
    {%- endfor -%}
    {%- if has_segments -%}
        {%- set both = first_of.format("by", "list_contains(p['segments'], one)") -%}
        {%- do problems.append(["len(p['segments']) = 0", rankhouse.said("no_segments", [])]) -%}
        {%- do problems.append([both ~ " is not null", rankhouse.said("names_role", ["'by'", both, "'segments'"])]) -%}
    {%- endif -%}
    {%- do problems.extend(rankhouse.problem_of_columns(names, ["query_metrics"])) -%}
    {%- set said = rankhouse.said("no_side", [named.format("system"), "p['baseline']"]) -%}
    {%- do problems.append(["contains(p['baseline'], chr(10))", said]) -%}
    {%- if "day" in roles -%}
        {%- set said = rankhouse.said("names_role", ["'day'", named.format("day"), "'system'"]) -%}
        {%- do problems.append([named.format("day") ~ " = " ~ named.format("system"), said]) -%}
        {%- set is_share = "isfinite({0}) and {0} > 0 and {0} < 1".format("p['confidence']") -%}
        {%- set spelled = "coalesce(" ~ rankhouse.spelled_number("p['confidence']") ~ ", 'None')" -%}
        {%- do problems.append(
            ["not coalesce(" ~ is_share ~ ", false)", rankhouse.said("wrong_confidence", [spelled])]
        ) -%}
        {%- for name in ["tightest_at", "min_queries"] -%}
            {%- do problems.extend(rankhouse.problem_of_whole_number(name, t.arguments[name])) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if "test" in t.arguments -%} {%- do problems.extend(rankhouse.problems_of_methods(t)) -%} {%- endif -%}
    {%- set steps = rankhouse.steps_of_groups("p['by']", "p['segments']" if has_segments else none) -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set choices = rankhouse.choices_of_arguments(t) -%}
    {%- if "test" in t.arguments -%} {%- do choices.update({"interval": rankhouse.interval_chosen()}) -%} {%- endif -%}
    {%- set chosen = "map_concat(" ~ rankhouse.map_of(choices) ~ ", p['chosen_groups'])" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, "p['text']", {"baseline": rankhouse.as_literal("p['baseline']")}) }}
{%- endmacro %}

{# The interval of a comparison, whose default is that of its test. #}
{% macro interval_chosen() %}
    {{ return("coalesce(p['interval'], case when p['test'] = 'bootstrap' then 'bca' else 't' end)") }}
{% endmacro %}

{# As methods_of_comparison, resampling_arguments and power_given, in the order of `compare`. #}
{% macro problems_of_methods(t) %}
    {%- set problems = [] -%}
    {%- set own_system = "list_filter(p['by'], lambda one: lower(one) = 'system')[1]" -%}
    {%- do problems.append(
        [own_system ~ " is not null", rankhouse.said("named_like_a_result", ["'by'", own_system])]
    ) -%}
    {%- for name in ["test", "correction"] -%}
        {%- do problems.extend(
            rankhouse.problem_of_choice(
                name, "coalesce(p['" ~ name ~ "'], 'None')", t.arguments[name].choices
            )
        ) -%}
    {%- endfor -%}
    {%- do problems.extend(
        rankhouse.problem_of_choice("interval", rankhouse.interval_chosen(), t.arguments.interval.choices)
    ) -%}
    {%- do problems.extend(rankhouse.problems_of_resampling(t)) -%}
    {%- set power = "p['power']" -%}
    {%- set is_power = "isfinite({0}) and {0} > 0.5 and {0} < 1".format(power) -%}
    {%- set spelled = "coalesce(" ~ rankhouse.spelled_number(power) ~ ", 'None')" -%}
    {%- do problems.append(["not coalesce(" ~ is_power ~ ", false)", rankhouse.said("wrong_power", [spelled])]) -%}
    {{ return(problems) }}
{% endmacro %}
