{# What the checks look at, from the arguments of macros over logs and ratings. #}
{% macro checked_interleaving(macro, arguments) %}
    {%- set options = {"method": "team_draft", "team_a": "a", "team_b": "b", "cluster": none} -%}
    {%- for name in options if name in arguments -%} {%- do options.update({name: arguments[name]}) -%} {%- endfor -%}
    {%- set plan = rankhouse.interleaving_plan(
        macro, arguments.log, arguments.get("by", []), arguments.get("columns", {}), options
    ) -%}
    {%- do plan.update(rankhouse.told_of_inputs(arguments)) -%}
    {{ return(rankhouse.checked_relations(rankhouse.interleaved_checks(plan), plan, ["log"])) }}
{% endmacro %}

{% macro checked_policies(macro, arguments) %}
    {%- set columns, by = arguments.get("columns", {}), arguments.get("by", []) -%}
    {%- if macro == "off_policy_weights" -%} {%- set plan = rankhouse.weights_plan(arguments.log, by, 0.95, columns) -%}
    {%- else -%}
        {%- set estimators = arguments.get("estimators", ["ips", "snips", "dr"]) -%}
        {%- set limits = {"switch": 10, "shrinkage": 10} -%}
        {%- set prefixes = ["", "baseline_"] if macro == "compare_policies" else [""] -%}
        {%- set plan = rankhouse.off_policy_plan(
            "off_policy", arguments.log, estimators, dict(limits, clip=none), by, columns, prefixes
        ) -%}
    {%- endif -%}
    {%- do plan.update(rankhouse.told_of_inputs(arguments)) -%}
    {{ return(rankhouse.checked_relations(rankhouse.logged_policy_checks(plan), plan, ["log"])) }}
{% endmacro %}

{% macro checked_click_estimates(macro, arguments) %}
    {%- set relations = {"log": arguments.log, "run": arguments.run, "examination": arguments.examination} -%}
    {%- set by, run_by = arguments.get("by", []), arguments.get("run_by", []) -%}
    {%- set plan = rankhouse.click_estimates_plan(
        dict(relations, clip=none), ["dcg@10"], by, run_by, arguments.get("columns", {})
    ) -%}
    {%- do plan.update(rankhouse.told_of_inputs(arguments)) -%}
    {{ return(rankhouse.checked_relations(rankhouse.click_estimate_checks(plan), plan, relations | list)) }}
{% endmacro %}

{% macro checked_ratings(macro, arguments) %}
    {%- set by, columns = arguments.get("by", []), arguments.get("columns", {}) -%}
    {%- set scale = arguments.get("scale", []) -%}
    {%- set plan = rankhouse.ratings_plan(macro, arguments.ratings, by, columns, {"scale": scale}) -%}
    {%- set method = arguments.get("method", "krippendorff" if macro == "rater_agreement" else "majority") -%}
    {%- set pairs, weights = arguments.get("pairs", false), arguments.get("weights") -%}
    {%- do plan.update(rankhouse.asked_of_ratings(method, arguments.get("level"), pairs, weights)) -%}
    {%- do plan.update(rankhouse.told_of_inputs(arguments)) -%}
    {{ return(rankhouse.checked_relations(rankhouse.rater_checks(plan), plan, ["ratings"])) }}
{% endmacro %}

{# What checks know of inputs that have been looked at: see checks_of. #}
{% macro told_of_inputs(arguments) %}
    {%- set told = {} -%}
    {%- for name in ["one_in", "shown", "others"] -%}
        {%- do told.update({name: arguments.get(name, {})}) -%}
    {%- endfor -%}
    {{ return(told) }}
{% endmacro %}

{# Checks of relations as they are. #}
{% macro checked_relations(checks, plan, sides) %}
    {%- set sources = {} -%}
    {%- for side in sides -%} {%- do sources.update({side: plan[side]}) -%} {%- endfor -%}
    {{ return({"checks": checks, "sources": sources, "steps": []}) }}
{% endmacro %}
