{# As split_plan and sizes_of_split. #}
{% macro table_macro_split(t) -%}
    {%- set methods, columns = rankhouse.split_methods(), rankhouse.columns_of_ratings() -%}
    {%- set given, problems = "p['{}']", rankhouse.problem_of_relation("ratings", true) -%}
    {%- for name, argument in t.arguments.items() if argument.kind == "choice" -%}
        {%- set problem = rankhouse.problem_of_choice(
            name, "coalesce(" ~ given.format(name) ~ ", 'None')", argument.choices
        ) -%}
        {%- do problems.extend(problem) -%}
        {%- if name == "method" -%}
            {%- do problems.extend(rankhouse.problem_of_columns(columns, ["ratings"])) -%}
            {%- do problems.extend(rankhouse.problem_of_whole_number("seed", t.arguments.seed)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do problems.extend(rankhouse.problems_of_sizes(t, methods)) -%}
    {%- set others = {"n": "share", "share": "n", "folds": "fold"} -%}
    {%- set sizes, values = {}, {"cut": "p['cut']"} -%}
    {%- for name, other in others.items() -%}
        {%- set cases = [] -%}
        {%- for method, defaults in methods.items() if defaults.get(name) -%}
            {%- do cases.append("when " ~ rankhouse.literal(method) ~ " then " ~ defaults[name]) -%}
        {%- endfor -%}
        {%- set default = "case p['method'] " ~ cases | join(" ") ~ " end" -%}
        {%- if name != "folds" -%}
            {%- set default = "case when " ~ given.format(other) ~ " is null then " ~ default ~ " end" -%}
        {%- endif -%}
        {%- do sizes.update({"size_" ~ name: "coalesce(" ~ given.format(name) ~ ", " ~ default ~ ")"}) -%}
        {%- do values.update({name: rankhouse.spelled_number("p['size_" ~ name ~ "']")}) -%}
    {%- endfor -%}
    {%- set wrong_fold = rankhouse.said(
        "wrong_fold", [rankhouse.spelled_number("p['fold']"), rankhouse.spelled_number("p['size_folds']")]
    ) -%}
    {%- do problems.append(["p['fold'] > p['size_folds']", wrong_fold]) -%}
    {%- do problems.extend(rankhouse.last_problems_of_split()) -%}
    {%- set steps = [sizes, {"problem": rankhouse.first_problem(problems)}] -%}
    {%- set chosen = dict(rankhouse.choices_of_arguments(t), n=rankhouse.is_given("p['size_n']")) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, rankhouse.map_of(chosen))) -%}
    {{ rankhouse.answer(t, steps, "p['text']", values) }}
{%- endmacro %}

{# What a method takes, and what the numbers may be. #}
{% macro problems_of_sizes(t, methods) %}
    {%- set taken, known, given, problems = {}, {}, [], [] -%}
    {%- for method, defaults in methods.items() -%}
        {%- do taken.update({method: "[" ~ rankhouse.literals(defaults) ~ "]"}) -%}
        {%- do known.update({method: rankhouse.literal(defaults | join(", "))}) -%}
    {%- endfor -%}
    {%- set taken = "(" ~ rankhouse.map_of(taken) ~ ")[p['method']]" -%}
    {%- for name in ["n", "share", "given", "cut", "folds", "fold"] -%}
        {%- do given.append("case when p['" ~ name ~ "'] is not null then '" ~ name ~ "' end") -%}
    {%- endfor -%}
    {%- set is_unknown = "name is not null and not list_contains(" ~ taken ~ ", name)" -%}
    {%- set unknown = "list_filter([" ~ given | join(", ") ~ "], lambda name: " ~ is_unknown ~ ")[1]" -%}
    {%- set said = rankhouse.said(
        "no_size", ["p['method']", unknown, "(" ~ rankhouse.map_of(known) ~ ")[p['method']]"]
    ) -%}
    {%- do problems.append([unknown ~ " is not null", said]) -%}
    {%- for name in ["n", "given", "folds", "fold"] -%}
        {%- do problems.extend(rankhouse.problem_of_whole_number(name, t.arguments[name])) -%}
    {%- endfor -%}
    {%- set is_share = "p['share'] > 0 and p['share'] < 1" -%}
    {%- set wrong_share = rankhouse.said("wrong_share", [rankhouse.spelled_number("p['share']")]) -%}
    {%- do problems.append(["not (" ~ is_share ~ ")", wrong_share]) -%}
    {%- set both = "p['n'] is not null and p['share'] is not null" -%}
    {%- do problems.append([both, rankhouse.said("two_sizes", ["p['method']"])]) -%}
    {%- for name, meaning in rankhouse.meanings_of_sizes().items() -%}
        {%- set missing = "p['" ~ name ~ "'] is null and list_contains(" ~ taken ~ ", '" ~ name ~ "')" -%}
        {%- set said = rankhouse.said(
            "missing_size", ["p['method']", rankhouse.literal(name), rankhouse.literal(meaning)]
        ) -%}
        {%- do problems.append([missing, said]) -%}
    {%- endfor -%}
    {{ return(problems) }}
{% endmacro %}

{% macro last_problems_of_split() %}
    {%- set policies = "[p['short'], p['new_users'], p['new_items']] <> ['train', 'keep', 'keep']" -%}
    {%- set long_curve = rankhouse.said("long_curve", [rankhouse.spelled_number("p['given']")]) -%}
    {{
        return(
            [
                ["p['method'] = 'learning_curve' and p['given'] > 1000", long_curve],
                ["replace(p['cut'], ' ', '') = ''''''", rankhouse.said("wrong_cut", ["p['cut'][2:-2]"])],
                ["p['cut'] in ('nan', 'inf', '-inf')", rankhouse.said("no_number", ["'cut'", "p['cut']"])],
                [
                    "p['method'] = 'folds' and p['fold'] is null and " ~ policies,
                    rankhouse.said("policies_of_numbered_folds", []),
                ],
            ]
        )
    }}
{% endmacro %}

{% macro table_macro_split_counts(t) -%}
    {%- set steps = rankhouse.steps_of_groups() -%}
    {%- do steps.append({"problem": rankhouse.first_problem(rankhouse.problems_of_arguments(t))}) -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, "p['chosen_groups']")) -%}
    {{ rankhouse.answer(t, steps, "p['text']") }}
{%- endmacro %}
