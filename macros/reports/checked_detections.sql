{#
What the checks look at, from the arguments of macros over detections. input_problems has the groups of the ground truth as
judgments_by.
#}
{% macro checked_detections(macro, arguments) %}
    {%- set truth_by = arguments.get("ground_truth_by", arguments.get("judgments_by", [])) -%}
    {%- set plan = rankhouse.detection_plan(
        macro,
        arguments.detections,
        arguments.ground_truth,
        [0.5],
        "all",
        arguments.get("by", []),
        truth_by,
        arguments.get("columns", {}),
        "all",
        none,
    ) -%}
    {%- set marks = [] -%}
    {%- for mark in ["iscrowd", "area"] if rankhouse.names_mark(plan, mark) -%}
        {%- do marks.append(mark) -%}
    {%- endfor -%}
    {%- do plan.update({"box": rankhouse.box_columns(), "marks": marks}) -%}
    {%- do plan.update(rankhouse.told_of_inputs(arguments)) -%}
    {%- set sides = ["detections", "ground_truth"] -%}
    {%- set checks = rankhouse.detection_checks(plan) + rankhouse.unread_checks(plan, "ground_truth", ["iscrowd"]) -%}
    {{ return(rankhouse.checked_relations(checks, plan, sides)) }}
{% endmacro %}
