{#
The two inputs and what could be matched of them. rankhouse_detections and rankhouse_boxes have every row that has an
image, a class, a box and, of a detection, a score. Equal scores go by image and box, so that no order of rows decides.
#}
{% macro detection_input_ctes(plan) -%}
    {%- set coordinates = rankhouse.box_columns() -%}
    rankhouse_given_detections as (
        select
            given.*,
            {{ rankhouse.is_usable(["image_id", "class_id", "score"], rankhouse.is_number("score")) }} as is_usable
        from {{ plan.detections }} as given
    ),
    rankhouse_given_boxes as (
        select given.*, {{ rankhouse.is_usable(["image_id", "class_id"], "1 = 1") }} as is_usable
        from {{ plan.ground_truth }} as given
    ),
    rankhouse_detections as (
        select
            {{ (plan.by + ["image_id", "class_id"] + coordinates) | join(", ") }},
            row_number() over (
                partition by {{ (plan.by + ["class_id"]) | join(", ") }}
                order by
                    score desc, {{ rankhouse.byte_order("image_id", "asc") }}, {{ coordinates | join(" asc, ") }} asc
            ) as detection_rank
        from rankhouse_given_detections
        where is_usable = 1
    ),
    rankhouse_boxes as (
        select
            {{ (plan.shared_by + ["image_id", "class_id"] + coordinates) | join(", ") }},
            row_number() over (
                partition by {{ (plan.shared_by + ["image_id", "class_id"]) | join(", ") }}
                order by {{ coordinates | join(" asc, ") }} asc
            ) as box_number
        from rankhouse_given_boxes
        where is_usable = 1
    ),
    rankhouse_pairs as (
        select
            {{
                rankhouse.select_of(
                    "overlapping", plan.by + ["image_id", "class_id", "detection_rank", "box_number", "iou"]
                )
            }},
            thresholds.iou_threshold as iou_threshold
        from
            (
                select
                    {{ rankhouse.select_of("detections", plan.by + ["image_id", "class_id", "detection_rank"]) }},
                    boxes.box_number as box_number,
                    {{ rankhouse.iou_of("detections", "boxes") }} as iou
                from rankhouse_detections as detections
                join
                    rankhouse_boxes as boxes
                    on detections.image_id = boxes.image_id
                    and detections.class_id = boxes.class_id
                    {%- for column in plan.shared_by %}
                        and {{ rankhouse.same("detections." ~ column, "boxes." ~ column) }}
                    {%- endfor %}
            ) as overlapping
        join rankhouse_thresholds as thresholds on overlapping.iou >= thresholds.iou_threshold
    ),
{%- endmacro %}

{% macro box_columns() %} {{ return(["x_min", "y_min", "x_max", "y_max"]) }}{% endmacro %}

{% macro is_usable(filled, condition) -%}
    case
        when
            {%- for column in filled %} {{ column }} is not null and {%- endfor %}
            {{ condition }} and {{ rankhouse.is_box("x_min", "y_min", "x_max", "y_max") }}
        then 1
        else 0
    end
{%- endmacro %}

{% macro iou_of(left, right) -%}
    {{
        rankhouse.iou(
            left ~ ".x_min",
            left ~ ".y_min",
            left ~ ".x_max",
            left ~ ".y_max",
            right ~ ".x_min",
            right ~ ".y_min",
            right ~ ".x_max",
            right ~ ".y_max",
        )
    }}
{%- endmacro %}
