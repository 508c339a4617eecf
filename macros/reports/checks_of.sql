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
    {%- set checked = rankhouse.checked_inputs(macro, arguments) -%}
    {{ rankhouse.laid_out(rankhouse.problems_of(checked, answer)) if execute }}
{%- endmacro %}

{# `which`: of the problems that occur. #}
{% macro problems_of(checked, answer, which="") %}
    {%- set checks = checked.checks | rejectattr("kinds") | list -%}
    {%- set steps = rankhouse.found_problems(checks, checked.sources, checked.steps) -%}
    {%- set sql = "select\n" ~ rankhouse.listed(answer) ~ "\nfrom rankhouse_problems\nwhere n_rows > 0" ~ which -%}
    {{ return(rankhouse.query_of(steps, "a kind of problem that occurs", sql)) }}
{% endmacro %}

{# The checks of a macro, the relations that they look at, and the steps that these need. #}
{% macro checked_inputs(macro, arguments) %}
    {%- do rankhouse.families_of_checks() -%} {{ return(rankhouse.checked_macro(macro).checked(macro, arguments)) }}
{% endmacro %}

{# What checked_macros names as values. In a test dbt knows no macro but those that it finds called. #}
{% macro families_of_checks() %}
    {%- if false -%}
        {{
            [
                rankhouse.checked_runs(),
                rankhouse.checked_clicks(),
                rankhouse.checked_interleaving(),
                rankhouse.checked_policies(),
                rankhouse.checked_ratings(),
                rankhouse.checked_predictions(),
                rankhouse.checked_detections(),
                rankhouse.checked_click_estimates(),
                rankhouse.checked_declared(),
                rankhouse.reads_preferences(),
                rankhouse.reads_grades(),
                rankhouse.reads_classes(),
                rankhouse.reads_tries(),
                rankhouse.reads_few_labels(),
                rankhouse.reads_predicted_ratings(),
                rankhouse.reads_experiments(),
                rankhouse.reads_comparisons(),
                rankhouse.reads_searches(),
            ]
        }}
    {%- endif -%}
{% endmacro %}

{#
The macros whose inputs are checked:
    family    those with the same checks; checked: the macro that says how
    reads     their relations; needs: the one that has to be there
    options   of their other arguments those that say what is read
    declares  in place of checked, reads and options: the macro that declares the family's tables, which checked_macro asks
#}
{% macro checked_macros() %}
    {%- set run = {
        "family": "runs",
        "checked": rankhouse.checked_runs,
        "reads": ["run", "judgments"],
        "needs": "run",
        "options": [],
    } -%}
    {%- set preferences = {
        "family": "preferences",
        "needs": "preferences",
        "declares": rankhouse.reads_preferences,
    } -%}
    {%- set clicks = {
        "family": "clicks",
        "checked": rankhouse.checked_clicks,
        "needs": "log",
        "options": ["counts", "first_position"],
    } -%}
    {%- set log = {"reads": ["log"], "needs": "log", "options": []} -%}
    {%- set interleaved = dict(
        log,
        family="interleaving",
        checked=rankhouse.checked_interleaving,
        options=["method", "team_a", "team_b", "cluster"],
    ) -%}
    {%- set policies = dict(log, family="policies", checked=rankhouse.checked_policies, options=["estimators"]) -%}
    {%- set clicked = {"reads": ["log", "run", "examination"], "needs": "log", "options": []} -%}
    {%- set ratings = {
        "family": "ratings",
        "checked": rankhouse.checked_ratings,
        "reads": ["ratings"],
        "needs": "ratings",
    } -%}
    {%- set grades = {"family": "grades", "needs": "human", "declares": rankhouse.reads_grades} -%}
    {%- set classes = {"family": "classes", "needs": "predictions", "declares": rankhouse.reads_classes} -%}
    {%- set predictions = {
        "family": "predictions",
        "checked": rankhouse.checked_predictions,
        "reads": ["predictions"],
        "needs": "predictions",
        "options": [],
    } -%}
    {%- set detections = {
        "family": "detections",
        "checked": rankhouse.checked_detections,
        "reads": ["detections", "ground_truth"],
        "needs": "detections",
        "options": [],
    } -%}
    {{
        return(
            {
                "metrics": run,
                "click_judgments": dict(clicks, reads=["log", "examination"]),
                "position_bias": dict(clicks, reads=["log"]),
                "interleaving": interleaved,
                "interleaving_searches": interleaved,
                "click_estimates": dict(clicked, family="click_estimates", checked=rankhouse.checked_click_estimates),
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
                "confusion_matrix": classes,
                "class_metrics": classes,
                "preference_ratings": preferences,
                "preference_pairs": preferences,
                "preference_checks": preferences,
                "pairs_to_judge": preferences,
                "try_metrics": {"family": "tries", "needs": "tries", "declares": rankhouse.reads_tries},
                "prediction_powered": {
                    "family": "few_labels",
                    "needs": "human",
                    "declares": rankhouse.reads_few_labels,
                },
                "rating_metrics": {
                    "family": "rating_errors",
                    "needs": "predictions",
                    "declares": rankhouse.reads_predicted_ratings,
                },
                "detection_metrics": detections,
                "detection_class_metrics": detections,
                "metric_trust": {
                    "family": "experiments",
                    "needs": "experiments",
                    "declares": rankhouse.reads_experiments,
                },
                "search_health": {"family": "searches", "needs": "searches", "declares": rankhouse.reads_searches},
                "discriminative_power": {
                    "family": "comparisons",
                    "needs": "comparisons",
                    "declares": rankhouse.reads_comparisons,
                },
            }
        )
    }}
{% endmacro %}

{# One of them, of a declared family with what it reads. #}
{% macro checked_macro(macro) %}
    {%- set entry = rankhouse.checked_macros()[macro] -%}
    {{ return(rankhouse.checked_as_declared(entry) if "declares" in entry else entry) }}
{% endmacro %}
