{#
The two inputs and what could be matched of them. rankhouse_detections and rankhouse_boxes have every row that has an image,
a class, a box and, of a detection, a score. Equal scores are ordered by image and box, so that the order of rows never
decides.
#}
{% macro detection_input_steps(plan) %}
    {%- set coordinates = rankhouse.box_columns() -%}
    {%- set located = ["image_id", "class_id"] -%}
    {%- set detection_rows -%}
        select
        source.*,
        {{ rankhouse.is_usable(located + ["score"], rankhouse.is_number("score")) }} as is_usable
        from ({{ rankhouse.boxes_of_side(plan, "detections", "run", ["score"] + coordinates) }}) as source
    {%- endset -%}
    {%- set box_rows -%}
        select
        source.*,
        {{ rankhouse.is_usable(located, "1 = 1") }} as is_usable
        from (
            {{ rankhouse.boxes_of_side(plan, "ground_truth", "judgments", coordinates, rankhouse.box_marks(plan)) }}
        ) as source
    {%- endset -%}
    {%- set in_order = coordinates | join(" asc, ") ~ " asc" -%}
    {%- set ignores = rankhouse.ignores(plan) -%}
    {%- set own_area = "(" ~ rankhouse.box_area("x_min", "y_min", "x_max", "y_max") ~ ")" -%}
    {%- set is_outside = rankhouse.is_outside(plan, own_area) ~ " as is_outside" if ignores else "" -%}
    {%- set best_detections -%}
        select
        source.*,
        row_number() over (
            partition by {{ rankhouse.inline(plan.by + located) }} order by score desc, {{ in_order }}
        ) as place_in_image
        from rankhouse_detection_rows as source
        where is_usable = 1
    {%- endset -%}
    {%- set detections -%}
        select
        {{ rankhouse.listed(plan.by + located + coordinates + [is_outside]) }},
        row_number() over (
            partition by {{ rankhouse.inline(plan.by + ["class_id"]) }}
            order by score desc, {{ rankhouse.byte_order("image_id", "asc") }}, {{ in_order }}
        ) as detection_rank
        {%- if plan.max_detections is none %}
            from rankhouse_detection_rows
            where is_usable = 1
        {%- else %}
            from rankhouse_best_detections
            where place_in_image <= {{ plan.max_detections }}
        {%- endif %}
    {%- endset -%}
    {%- set boxes -%}
        select
        {{ rankhouse.listed(plan.common_by + located + coordinates + rankhouse.read_marks(plan, own_area)) }},
        row_number() over (
            partition by {{ rankhouse.inline(plan.common_by + located) }} order by {{ in_order }}
        ) as box_number
        from rankhouse_box_rows
        where is_usable = 1
    {%- endset -%}
    {%- set best = rankhouse.step(
        "best_detections", "a detection, with its place among those of its image and class", best_detections
    ) -%}
    {{
        return(
            [
                rankhouse.step("detection_rows", "a row of the detections", detection_rows),
                rankhouse.step("box_rows", "a row of the ground truth", box_rows),
            ]
            + ([] if plan.max_detections is none else [best])
            + [
                rankhouse.step("detections", "a detection, ranked within its class", detections),
                rankhouse.step("boxes", "a box of the ground truth", boxes),
                rankhouse.pairs_step(plan),
            ]
        )
    }}
{% endmacro %}

{# The user's columns under our names. #}
{% macro boxes_of_side(plan, side, keys, numbers, marks=[]) -%}
    select
        {{
            rankhouse.listed(
                rankhouse.keys_of_side(plan, keys, side)
                + rankhouse.columns_read(plan, side, ["image_id", "class_id"])
                + rankhouse.numbers_read(plan, side, numbers)
                + marks
            )
        }}
    from {{ rankhouse.as_source(plan[side], side) }}
{%- endmacro %}

{% macro pairs_step(plan) %}
    {%- set pair = plan.by + ["image_id", "class_id", "detection_rank"] -%}
    {%- set number, iou, marks = "boxes.box_number", rankhouse.iou_of("detections", "boxes"), [] -%}
    {%- if rankhouse.ignores(plan) -%} {%- set marks = ["is_ignored"] -%} {%- endif -%}
    {%- if rankhouse.has_crowds(plan) -%}
        {%- set is_crowd = "case when boxes.is_crowd = 1 then " -%}
        {#- A crowd can be matched by every detection, as if each had a crowd of its own with a number that no other box has. -#}
        {#- Numbers of rows are unsigned on ClickHouse. -#}
        {%- set own_number = (
            rankhouse.bigint("detections.detection_rank") ~ " * 4294967296 + " ~ rankhouse.bigint(number)
        ) -%}
        {%- set number = is_crowd ~ "-(" ~ own_number ~ ") else " ~ rankhouse.bigint(number) ~ " end" -%}
        {%- set iou = is_crowd ~ rankhouse.covered_share_of("detections", "boxes") ~ " else " ~ iou ~ " end" -%}
    {%- endif -%}
    {%- set boxes = [number ~ " as box_number", iou ~ " as iou"] + rankhouse.select_of("boxes", marks) -%}
    {%- set pairs -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("overlapping", pair + ["box_number", "iou"] + marks)
                + ["thresholds.iou_threshold as iou_threshold"]
            )
        }}
        from (
            select
            {{ rankhouse.listed(rankhouse.select_of("detections", pair) + boxes) }}
            from rankhouse_detections as detections
            join rankhouse_boxes as boxes
            on {{ rankhouse.match("detections", "boxes", plan.common_by + ["image_id", "class_id"]) }}
        {{ rankhouse.ids_are_same("and", "detections", "boxes", ["image_id", "class_id"]) }}
        ) as overlapping
        join rankhouse_thresholds as thresholds on overlapping.iou >= thresholds.iou_threshold
    {%- endset -%}
    {{ return(rankhouse.step("pairs", "a detection and a box that it could be of, at a threshold", pairs)) }}
{% endmacro %}

{% macro box_columns() %} {{ return(["x_min", "y_min", "x_max", "y_max"]) }}{% endmacro %}

{% macro is_usable(filled, condition) -%}
    case
        when
            {{ filled | join(" is not null and ") }} is not null
            and {{ condition }}
            and {{ rankhouse.is_box("x_min", "y_min", "x_max", "y_max") }}
        then 1
        else 0
    end
{%- endmacro %}

{# Of a box in each of two relations. #}
{% macro iou_of(left, right) -%}
    {%- set one = rankhouse.columns_of(left, rankhouse.box_columns()) -%}
    {%- set other = rankhouse.columns_of(right, rankhouse.box_columns()) -%}
    {{ rankhouse.iou(one[0], one[1], one[2], one[3], other[0], other[1], other[2], other[3]) }}
{%- endmacro %}

{% macro covered_share_of(left, right) -%}
    {%- set one = rankhouse.columns_of(left, rankhouse.box_columns()) -%}
    {%- set other = rankhouse.columns_of(right, rankhouse.box_columns()) -%}
    {{ rankhouse.covered_share(one[0], one[1], one[2], one[3], other[0], other[1], other[2], other[3]) }}
{%- endmacro %}
