{# What the steps of a split need to know, worked out of its arguments. #}
{% macro split_plan(ratings, method, arguments, seed, policies, columns) %}
    {%- do rankhouse.check_arguments("split", dict(policies, ratings=ratings, method=method, seed=seed)) -%}
    {%- do rankhouse.known_columns(columns, rankhouse.split_columns(), ["ratings"]) -%}
    {%- set plan = {"ratings": ratings, "columns": columns, "method": method, "seed": seed | int} -%}
    {%- do plan.update(rankhouse.split_sizes(method, arguments)) -%}
    {%- set is_numbered = method == "folds" and plan.fold is none -%}
    {%- if is_numbered and [policies.short, policies.new_users, policies.new_items] != ["train", "keep", "keep"] -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_policies_of_numbered_folds()) }}
    {%- endif -%}
    {%- do plan.update(
        {
            "user": rankhouse.renamed("ratings", "user_id", columns),
            "item": rankhouse.renamed("ratings", "item_id", columns),
            "time": rankhouse.renamed("ratings", "rated_at", columns),
            "by_time": method in ["time", "leave_last"],
            "cut_text": none if arguments.cut is none or arguments.cut is number else arguments.cut | string,
            "curve": method == "learning_curve",
            "is_numbered": is_numbered,
            "part_of_short": "left_out" if policies.short == "leave_out" else "train",
            "known_sides": (
                (["user"] if policies.new_users == "leave_out" else [])
                + (["item"] if policies.new_items == "leave_out" else [])
            ),
        }
    ) -%}
    {%- set read = ["user_id", "item_id"] + (["rated_at"] if plan.by_time else []) -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"ratings": read})) -%}
    {{ return(plan) }}
{% endmacro %}

{# The rating is not read: whoever names the columns of all ratings alike may name it too. #}
{% macro split_columns() %} {{ return(["user_id", "item_id", "rating", "rated_at"]) }}{% endmacro %}

{# The arguments of each method with their defaults; none means no default, and one such argument is required. #}
{% macro split_methods() %}
    {{
        return(
            {
                "random": {"n": none, "share": 0.2},
                "leave_last": {"n": 1, "share": none},
                "time": {"cut": none},
                "weak": {"given": none},
                "strong": {"given": none, "share": 0.2},
                "folds": {"folds": 5, "fold": none},
                "learning_curve": {"given": none},
            }
        )
    }}
{% endmacro %}

{# How much goes where, as SQL; numbers that Jinja computes with stay numbers. #}
{% macro split_sizes(method, arguments) %}
    {%- set defaults = rankhouse.split_methods()[method] -%}
    {%- for name, value in arguments.items() if value is not none and name not in defaults -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_size(method, name, defaults.keys() | list)) }}
    {%- endfor -%}
    {%- set sizes = {} -%}
    {%- do sizes.update(arguments) -%}
    {%- do rankhouse.check_arguments("split", sizes) -%}
    {%- for name in ["n", "given", "folds", "fold"] if sizes[name] is not none -%}
        {%- do sizes.update({name: sizes[name] | int}) -%}
    {%- endfor -%}
    {%- if sizes.n is not none and sizes.share is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_two_sizes(method)) }}
    {%- endif -%}
    {%- for name, default in defaults.items() if sizes[name] is none and default is not none -%}
        {%- if not (name == "share" and sizes.n is not none) and not (name == "n" and sizes.share is not none) -%}
            {%- do sizes.update({name: default}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, meaning in rankhouse.size_meanings().items() if name in defaults and sizes[name] is none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_missing_size(method, name, meaning)) }}
    {%- endfor -%}
    {%- if sizes.fold is not none and sizes.fold > sizes.folds -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_fold(sizes.fold, sizes.folds)) }}
    {%- endif -%}
    {%- if method == "learning_curve" and sizes.given > 1000 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_long_curve(sizes.given)) }}
    {%- endif -%}
    {%- if sizes.share is not none -%}
        {%- do sizes.update({"share": rankhouse.double(sizes.share | string)}) -%}
    {%- endif -%}
    {%- if sizes.cut is not none -%} {%- do sizes.update({"cut": rankhouse.split_cut(sizes.cut)}) -%} {%- endif -%}
    {{ return(sizes) }}
{% endmacro %}

{# A time as text or as Python has it, or the number that the ratings have for it. #}
{% macro split_cut(cut) %}
    {%- set is_list = cut is not string and cut is iterable -%}
    {%- if cut is boolean or is_list or cut | string | trim == "" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_cut(cut)) }}
    {%- elif cut is number and not rankhouse.is_finite(cut) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_number("cut", {"kind": "number"}, cut)) }}
    {%- elif cut is number -%} {{ return(cut | string) }}
    {%- endif -%}
    {{ return(rankhouse.moment(cut | string)) }}
{% endmacro %}
