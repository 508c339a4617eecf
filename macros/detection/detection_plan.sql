{# What the steps of an evaluation of detections need to know, the arguments checked. #}
{% macro detection_plan(
    macro,
    detections,
    ground_truth,
    iou_thresholds,
    interpolation,
    by,
    ground_truth_by,
    columns,
    area_range,
    max_detections
) %}
    {%- do rankhouse.check_groups(macro, {"by": by, "ground_truth_by": ground_truth_by}) -%}
    {%- set arguments = {"interpolation": interpolation, "area_range": area_range, "max_detections": max_detections} -%}
    {%- set read = rankhouse.read_arguments(macro, arguments) -%}
    {%- do rankhouse.check_arguments(macro, {"detections": detections, "ground_truth": ground_truth}) -%}
    {%- set renamed = ["image_id", "class_id", "score", "x_min", "y_min", "x_max", "y_max", "iscrowd", "area"] -%}
    {%- do rankhouse.known_columns(columns, renamed, ["detections", "ground_truth"]) -%}
    {%- for name in ground_truth_by if name not in by -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_not_in_by(name)) }}
    {%- endfor -%}
    {%- set thresholds = [] -%}
    {%- for threshold in rankhouse.parse_thresholds(iou_thresholds) -%}
        {%- do thresholds.append({"threshold": rankhouse.plain_number(threshold)}) -%}
    {%- endfor -%}
    {%- set plan = {
        "detections": detections,
        "ground_truth": ground_truth,
        "columns": columns,
        "thresholds": thresholds,
    } -%}
    {%- do plan.update(read) -%}
    {%- do plan.update(rankhouse.groups_of(by, ground_truth_by)) -%}
    {%- set ids, box = ["image_id", "class_id"], rankhouse.box_columns() -%}
    {%- set marks = columns.keys() | select("in", ["iscrowd", "area"]) | list -%}
    {%- set reads = {"detections": ids + ["score"] + box, "ground_truth": ids + box + marks} -%}
    {%- set lists = [["by", "detections"], ["ground_truth_by", "ground_truth"]] -%}
    {%- do plan.update(rankhouse.require_columns(plan, reads, box + ["score"] + marks, ids, [], lists)) -%}
    {{ return(plan) }}
{% endmacro %}

{#
The recall levels at which the interpolated precision is read. all: none, the area under the whole curve; 11-point as in
PASCAL VOC until 2009, 101-point as in COCO.
#}
{% macro recall_levels() %}
    {%- set levels = {"all": ["null"], "11-point": [], "101-point": []} -%}
    {%- for tenth in range(11) -%} {%- do levels["11-point"].append(tenth / 10) -%} {%- endfor -%}
    {%- for hundredth in range(101) -%} {%- do levels["101-point"].append(hundredth / 100) -%} {%- endfor -%}
    {{ return(levels) }}
{% endmacro %}

{# The distinct thresholds of a list; an element is a number, or a range such as "0.5:0.95:0.05" with both ends. #}
{% macro parse_thresholds(asked) %}
    {%- set listed = [asked] if asked is string or asked is number else asked -%}
    {%- set listed = [asked] if listed is mapping or listed is not iterable else listed | list -%}
    {%- if not listed -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_iou_thresholds(listed)) }}
    {%- endif -%}
    {%- set thresholds = [] -%}
    {%- for element in listed -%}
        {%- set parts = (element | string).split(":") -%}
        {%- for part in parts if not rankhouse.is_number_text(part) -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_wrong_iou_thresholds(listed)) }}
        {%- endfor -%}
        {%- set low = parts[0] | float -%}
        {%- set high = parts[1] | float if parts | length > 1 else low -%}
        {%- set step = parts[2] | float if parts | length > 2 else 0.05 -%}
        {%- if parts | length > 3 or low <= 0 or high > 1 or high < low or step < 0.001 -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_wrong_iou_thresholds(listed)) }}
        {%- endif -%}
        {%- for i in range(((high - low) / step + 1e-9) | int + 1) -%}
            {%- do thresholds.append((low + i * step) | round(9)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(thresholds | unique | list) }}
{% endmacro %}

{% macro threshold_step(plan) %}
    {%- set row = "select " ~ rankhouse.double("<threshold>") ~ " as iou_threshold" -%}
    {{
        return(
            rankhouse.step(
                "thresholds",
                "an IoU threshold",
                rankhouse.per_measure(plan, row, "\nunion all\n", "thresholds"),
            )
        )
    }}
{% endmacro %}

{% macro level_step(plan) %}
    {%- set rows = adapter.dispatch("level_rows", "rankhouse")(plan.interpolation) -%}
    {{ return(rankhouse.step("levels", "a recall level", rows)) }}
{% endmacro %}

{% macro default__level_rows(interpolation) %}
    {%- set rows = [] -%}
    {%- for level in rankhouse.recall_levels()[interpolation] -%}
        {%- do rows.append("select " ~ rankhouse.double(level) ~ " as recall_level") -%}
    {%- endfor -%}
    {{ return(rows | join("\nunion all\n")) }}
{% endmacro %}

{% macro duckdb__level_rows(interpolation) %}
    {%- set n_levels = rankhouse.recall_levels()[interpolation] | length -%}
    {%- if n_levels == 1 -%} {{ return(rankhouse.default__level_rows(interpolation)) }}{%- endif -%}
    {{ return("select unnest(range(" ~ n_levels ~ ")) / " ~ rankhouse.double(n_levels - 1) ~ " as recall_level") }}
{% endmacro %}
