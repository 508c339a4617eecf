{#
What is wrong with the inputs of a macro, one row per kind of problem that occurs, in the order in which it is told: side,
problem, n_rows, example, message, refused (everywhere, python or counted), column_name and place. `arguments`: those of the
macro, by name, of which relations, columns, groups and options that say what is read count; and besides
    shown    what people call the inputs, by side, such as their files
    one_in   of the inputs in which duplicates are searched in a sample: one in how many
    others   columns of the inputs that are not read, of which one may tell duplicates apart
#}
{% macro checks_of(macro, arguments) -%}
    {%- set answer = ["side", "problem", "n_rows", "example", "message", "refused", "column_name", "place"] -%}
    {{ rankhouse.laid_out(rankhouse.problems_query(macro, arguments, answer)) if execute }}
{%- endmacro %}

{# `which`: of the problems that occur. #}
{% macro problems_query(macro, arguments, answer, which="") %}
    {{ return(rankhouse.problems_of(rankhouse.checked_inputs(macro, arguments), answer, which)) }}
{% endmacro %}

{% macro problems_of(checked, answer, which="") %}
    {%- set checks = checked.checks | rejectattr("kinds") | list -%}
    {%- set steps = rankhouse.found_problems(checks, checked.sources, checked.steps) -%}
    {%- set sql = "select\n" ~ rankhouse.listed(answer) ~ "\nfrom rankhouse_problems\nwhere n_rows > 0" ~ which -%}
    {{ return(rankhouse.query_of(steps, "a kind of problem that occurs", sql)) }}
{% endmacro %}

{#
The checks of a macro, the relations that they look at, and the steps that these need. Each is called by its name, because in a
test dbt knows no macro but those that it finds so.
#}
{% macro checked_inputs(macro, arguments) %}
    {%- set family = rankhouse.checked_macros()[macro].family -%}
    {%- if family == "checked_runs" -%} {{ return(rankhouse.checked_runs(macro, arguments)) }}
    {%- elif family == "checked_clicks" -%} {{ return(rankhouse.checked_clicks(macro, arguments)) }}
    {%- elif family == "checked_interleaving" -%} {{ return(rankhouse.checked_interleaving(macro, arguments)) }}
    {%- elif family == "checked_policies" -%} {{ return(rankhouse.checked_policies(macro, arguments)) }}
    {%- elif family == "checked_ratings" -%} {{ return(rankhouse.checked_ratings(macro, arguments)) }}
    {%- elif family == "checked_grades" -%} {{ return(rankhouse.checked_grades(macro, arguments)) }}
    {%- elif family == "checked_predictions" -%} {{ return(rankhouse.checked_predictions(macro, arguments)) }}
    {%- elif family == "checked_detections" -%} {{ return(rankhouse.checked_detections(macro, arguments)) }}
    {%- elif family == "checked_trust" -%} {{ return(rankhouse.checked_trust(macro, arguments)) }}
    {%- elif family == "checked_click_estimates" -%} {{ return(rankhouse.checked_click_estimates(macro, arguments)) }}
    {%- elif family == "checked_classes" -%} {{ return(rankhouse.checked_classes(macro, arguments)) }}
    {%- elif family == "checked_preferences" -%} {{ return(rankhouse.checked_preferences(macro, arguments)) }}
    {%- elif family == "checked_tries" -%} {{ return(rankhouse.checked_tries(macro, arguments)) }}
    {%- elif family == "checked_rating_errors" -%} {{ return(rankhouse.checked_rating_errors(macro, arguments)) }}
    {%- endif -%}
{% endmacro %}

{#
The macros whose inputs are checked:
    family    the macro that says how
    reads     their relations; needs: the one that has to be there
    options   of their other arguments those that say what is read
#}
{% macro checked_macros() %}
    {%- set run = {"family": "checked_runs", "reads": ["run", "judgments"], "needs": "run", "options": []} -%}
    {%- set preferences = {"family": "checked_preferences", "reads": ["preferences"], "needs": "preferences"} -%}
    {%- do preferences.update({"options": ["cluster", "baseline"]}) -%}
    {%- set clicks = {"family": "checked_clicks", "needs": "log", "options": ["counts", "first_position"]} -%}
    {%- set log = {"reads": ["log"], "needs": "log", "options": []} -%}
    {%- set interleaved = dict(
        log, family="checked_interleaving", options=["method", "team_a", "team_b", "cluster"]
    ) -%}
    {%- set policies = dict(log, family="checked_policies", options=["estimators"]) -%}
    {%- set clicked = {"reads": ["log", "run", "examination"], "needs": "log", "options": []} -%}
    {%- set ratings = {"family": "checked_ratings", "reads": ["ratings"], "needs": "ratings"} -%}
    {%- set grades = {"family": "checked_grades", "reads": ["human", "machine"], "needs": "human", "options": []} -%}
    {%- set predictions = {
        "family": "checked_predictions",
        "reads": ["predictions"],
        "needs": "predictions",
        "options": [],
    } -%}
    {%- set detections = {
        "family": "checked_detections",
        "reads": ["detections", "ground_truth"],
        "needs": "detections",
        "options": [],
    } -%}
    {%- set trust = {"family": "checked_trust", "options": []} -%}
    {{
        return(
            {
                "metrics": run,
                "click_judgments": dict(clicks, reads=["log", "examination"]),
                "position_bias": dict(clicks, reads=["log"]),
                "interleaving": interleaved,
                "interleaving_searches": interleaved,
                "click_estimates": dict(clicked, family="checked_click_estimates"),
                "off_policy": policies,
                "compare_policies": policies,
                "off_policy_tuning": policies,
                "off_policy_weights": dict(policies, options=[]),
                "rater_agreement": dict(ratings, options=["method", "level", "weights", "pairs", "scale"]),
                "merge_ratings": dict(ratings, options=["method", "scale"]),
                "grade_calibration": grades,
                "grade_confusion": grades,
                "classifier_metrics": dict(predictions, options=["measures"]),
                "confusion": predictions,
                "binned_auc": predictions,
                "auc_interval": predictions,
                "roc_curve": predictions,
                "pr_curve": predictions,
                "calibration": predictions,
                "lift": predictions,
                "compare_classifiers": dict(predictions, options=["system", "cluster"]),
                "confusion_matrix": dict(predictions, family="checked_classes"),
                "class_metrics": dict(predictions, family="checked_classes"),
                "preference_ratings": preferences,
                "preference_pairs": preferences,
                "preference_checks": preferences,
                "pairs_to_judge": preferences,
                "try_metrics": {
                    "family": "checked_tries",
                    "reads": ["tries"],
                    "needs": "tries",
                    "options": ["cluster"],
                },
                "rating_metrics": dict(predictions, family="checked_rating_errors"),
                "detection_metrics": detections,
                "detection_class_metrics": detections,
                "metric_trust": dict(trust, reads=["experiments"], needs="experiments"),
                "discriminative_power": dict(trust, reads=["comparisons"], needs="comparisons"),
            }
        )
    }}
{% endmacro %}
