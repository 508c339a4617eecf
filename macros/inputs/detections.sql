{#
Checks of detected boxes and of the ground truth. In SQL rows without image, class, score or box are left out and counted; marks
of the ground truth are read as they are.
#}
{% macro detection_checks(plan) %}
    {%- set groups = plan.groups -%}
    {%- set by = {"detections": groups.run_group + groups.shared_group, "ground_truth": groups.shared_group} -%}
    {%- set ids, checks = ["image_id", "class_id"], [] -%}
    {%- for side in by -%}
        {%- set numbers = (["score"] if side == "detections" else []) + plan.box -%}
        {%- do checks.append(rankhouse.empty_check(plan, side)) -%}
        {%- do checks.extend(rankhouse.missing_id_checks(plan, side, ids, by[side])) -%}
        {%- do checks.extend(rankhouse.number_checks(plan, side, numbers, ids, by[side], finite=plan.box)) -%}
        {%- for axis, length in {"x": "width", "y": "height"}.items() -%}
            {%- do checks.append(rankhouse.inverted_box_check(plan, side, axis, length, ids, by[side])) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do checks.append(rankhouse.common_check(plan, "detections", "ground_truth", "image_id")) -%}
    {%- set example = rankhouse.example_of(plan, "ground_truth", ids + plan.marks, by.ground_truth) -%}
    {%- set said = {
        "iscrowd": "an iscrowd other than 0, 1 or NULL",
        "area": "an area that is not a number of at least 0",
    } -%}
    {%- for mark in plan.marks -%}
        {%- set value = rankhouse.renamed("ground_truth", mark, plan.columns) -%}
        {%- do checks.append(
            rankhouse.check(
                "ground_truth",
                mark,
                mark ~ " that says nothing",
                said[mark] ~ " " ~ rankhouse.in_column(plan, "ground_truth", mark),
                "NULL means no crowd" if mark == "iscrowd" else "with NULL the area of the box counts",
                refused="python",
                when=rankhouse.is_no_crowd_mark(value) if mark == "iscrowd" else rankhouse.is_no_area(value),
                example=example,
            )
        ) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{# That a box does not end before it begins. #}
{% macro inverted_box_check(plan, side, axis, length, ids, by) %}
    {%- set low, high = axis ~ "_min", axis ~ "_max" -%}
    {{
        return(
            rankhouse.check(
                side,
                high,
                high ~ " below " ~ low,
                "an " ~ high ~ " below " ~ low,
                "give the corners of the box: " ~ high ~ " = " ~ low ~ " + its " ~ length,
                refused="python",
                when=rankhouse.double(rankhouse.renamed(side, high, plan.columns))
                ~ " < "
                ~ rankhouse.double(rankhouse.renamed(side, low, plan.columns)),
                example=rankhouse.example_of(plan, side, ids + [low, high], by),
            )
        )
    }}
{% endmacro %}

{% macro is_no_crowd_mark(mark) %}
    {{ return(rankhouse.text(mark) ~ " not in ('0', '1', '0.0', '1.0', 'false', 'true')") }}
{% endmacro %}

{# Whether a value, which may be text, is neither NULL nor a finite number from 0 on. #}
{% macro is_no_area(area) %} {{ return(adapter.dispatch("is_no_area", "rankhouse")(area)) }}{% endmacro %}

{% macro default__is_no_area(area) %}
    {{ return("not (" ~ rankhouse.double(area) ~ " between 0 and 1e300)") }}
{% endmacro %}

{% macro duckdb__is_no_area(area) %}
    {%- set number = "try_cast(" ~ rankhouse.text(area) ~ " as double)" -%}
    {{ return("not coalesce(" ~ number ~ " between 0 and 1e300, " ~ area ~ " is null)") }}
{% endmacro %}
