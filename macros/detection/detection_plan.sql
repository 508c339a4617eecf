{# What the steps of an evaluation of detections need to know, the arguments checked. #}
{% macro detection_plan(detections, ground_truth, iou_thresholds, interpolation, by, ground_truth_by, columns) %}
    {%- set groups = rankhouse.groups_of(by) -%}
    {%- do rankhouse.list_of_names("ground_truth_by", ground_truth_by) -%}
    {%- do rankhouse.not_a_step("detections", detections) -%}
    {%- do rankhouse.not_a_step("ground_truth", ground_truth) -%}
    {%- do rankhouse.one_of("interpolation", interpolation, rankhouse.recall_levels().keys() | list) -%}
    {%- set shared = {} -%}
    {%- for name in ground_truth_by -%}
        {%- if name not in groups -%}
            {{
                exceptions.raise_compiler_error(
                    "ground_truth_by names those columns of by that the ground truth has too, and '"
                    ~ name
                    ~ "' is not in by"
                )
            }}
        {%- endif -%}
        {%- do shared.update({name: groups[name]}) -%}
    {%- endfor -%}
    {%- set located = ["image_id", "class_id"] -%}
    {{
        return(
            {
                "detections": rankhouse.renamed_relation(
                    "detections", detections, groups, located + ["score"] + rankhouse.box_columns(), columns
                ),
                "ground_truth": rankhouse.renamed_relation(
                    "ground_truth", ground_truth, shared, located + rankhouse.box_columns(), columns
                ),
                "thresholds": rankhouse.rows_of_numbers("iou_threshold", rankhouse.parse_thresholds(iou_thresholds)),
                "levels": rankhouse.rows_of_numbers("recall_level", rankhouse.recall_levels()[interpolation]),
                "by": groups.values() | list,
                "shared_by": shared.values() | list,
                "named_groups": rankhouse.groups_as_named(groups),
                "ungrouped": none,
            }
        )
    }}
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
{% macro parse_thresholds(given) %}
    {%- set listed = [given] if given is string or given is number else given -%}
    {%- set wrong = (
        "iou_thresholds is a list of numbers above 0 and up to 1, or of ranges such as '0.5:0.95:0.05', got "
        ~ given
    ) -%}
    {%- if listed is mapping or listed is not iterable or not listed | list -%}
        {{ exceptions.raise_compiler_error(wrong) }}
    {%- endif -%}
    {%- set thresholds = [] -%}
    {%- for element in listed -%}
        {%- set parts = (element | string).split(":") -%}
        {%- for part in parts -%}
            {%- if not rankhouse.is_number_text(part) -%} {{ exceptions.raise_compiler_error(wrong) }} {%- endif -%}
        {%- endfor -%}
        {%- set low = parts[0] | float -%}
        {%- set high = parts[1] | float if parts | length > 1 else low -%}
        {%- set step = parts[2] | float if parts | length > 2 else 0.05 -%}
        {%- if parts | length > 3 or low <= 0 or high > 1 or high < low or step < 0.001 -%}
            {{ exceptions.raise_compiler_error(wrong) }}
        {%- endif -%}
        {%- for i in range(((high - low) / step + 1e-9) | int + 1) -%}
            {%- set threshold = (low + i * step) | round(9) -%}
            {%- if threshold not in thresholds -%} {%- do thresholds.append(threshold) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(thresholds) }}
{% endmacro %}

{% macro rows_of_numbers(column, numbers) -%}
    {%- for number in numbers %}
        select {{ rankhouse.double(number) }} as {{ column }}
        {%- if not loop.last %}
            union all
        {% endif %}
    {%- endfor %}
{%- endmacro %}
