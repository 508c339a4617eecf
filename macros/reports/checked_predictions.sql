{# What the checks look at, from the arguments of macros over predictions. #}
{% macro checked_predictions(macro, arguments) %}
    {%- set compares = macro == "compare_classifiers" -%}
    {%- set others = ["row_id", "weight"] if compares else ["weight"] -%}
    {%- set by, columns = arguments.get("by", []), arguments.get("columns", {}) -%}
    {%- set plan = rankhouse.classification_plan(macro, arguments.predictions, by, columns, others) -%}
    {%- do plan.update(
        {"compares": compares, "needs_probabilities": rankhouse.needs_probabilities(macro, arguments)}
    ) -%}
    {%- if compares -%}
        {%- set system, cluster = arguments.get("system", "system"), arguments.get("cluster") -%}
        {%- do plan.update(
            {"columns": rankhouse.columns_of_classifiers(columns, system, cluster), "cluster": cluster}
        ) -%}
    {%- endif -%}
    {%- do plan.update(rankhouse.told_of_inputs(arguments)) -%}
    {%- set unread = rankhouse.unread_checks(
        plan, "predictions", ["weight"] if plan.predicts_labels else ["prediction", "weight"]
    ) -%}
    {{ return(rankhouse.checked_relations(rankhouse.prediction_checks(plan) + unread, plan, ["predictions"])) }}
{% endmacro %}

{# Whether scores have to be probabilities: of calibration, and of measures that are means over rows. #}
{% macro needs_probabilities(macro, arguments) %}
    {%- if macro != "classifier_metrics" or "measures" not in arguments -%}
        {{ return(macro == "calibration") }}
    {%- endif -%}
    {%- set catalogue = rankhouse.classification_catalogue() -%}
    {%- set declared = rankhouse.by_name(catalogue).declared -%}
    {%- for measure in rankhouse.parse_measures(arguments.measures, catalogue) -%}
        {%- if declared[measure.metric].part == "rows" -%} {{ return(true) }}{%- endif -%}
    {%- endfor -%}
    {{ return(false) }}
{% endmacro %}
