{#
One row per IoU threshold: the by columns, measure (mean_average_precision), iou_threshold, value (the mean of average
precision over the classes of the ground truth), n_classes (those that it is the mean of), n_ground_truth, n_detections,
n_true_positives and n_left_out (rows of both tables without image, class, score or box). Several thresholds have one
more row, the mean over them, whose iou_threshold is NULL.
#}
{% macro detection_metrics(
    detections,
    ground_truth,
    iou_thresholds=[0.5],
    interpolation="all",
    by=[],
    ground_truth_by=[],
    columns={}
) -%}
    {{
        rankhouse.detection_metrics_of(
            rankhouse.detection_plan(
                detections, ground_truth, iou_thresholds, interpolation, by, ground_truth_by, columns
            )
        )
    }}
{%- endmacro %}

{#
One row per class and IoU threshold: the by columns, class_id, measure (average_precision), iou_threshold, value,
n_ground_truth, n_detections and n_true_positives. A class that the ground truth lacks has no value.
#}
{% macro detection_class_metrics(
    detections,
    ground_truth,
    iou_thresholds=[0.5],
    interpolation="all",
    by=[],
    ground_truth_by=[],
    columns={}
) -%}
    {{
        rankhouse.detection_class_metrics_of(
            rankhouse.detection_plan(
                detections, ground_truth, iou_thresholds, interpolation, by, ground_truth_by, columns
            )
        )
    }}
{%- endmacro %}

{% macro detection_class_metrics_of(plan) -%}
    {{ rankhouse.detected_ctes(plan) }}
    select
        {{ plan.named_groups }}class_id,
        'average_precision' as measure,
        iou_threshold,
        value,
        n_ground_truth,
        n_detections,
        n_true_positives
    from rankhouse_class_values {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{% macro detection_metrics_of(plan) -%}
    {{ rankhouse.detected_ctes(plan) }},
    rankhouse_averaged as (
        select iou_threshold as mean_of, iou_threshold
        from rankhouse_thresholds
        union all
        select {{ rankhouse.double("null") }} as mean_of, iou_threshold
        from rankhouse_thresholds
        where (select count(*) from rankhouse_thresholds) > 1
    ),
    rankhouse_left_out as (
        select
            {{ rankhouse.select_of("groups", plan.by) ~ ", " if plan.by }}coalesce(detections.n_left_out, 0)
            + coalesce(boxes.n_left_out, 0) as n_left_out
        from rankhouse_groups as groups
        {%- for side, source, columns in [
                ("detections", "rankhouse_given_detections", plan.by),
                ("boxes", "rankhouse_given_boxes", plan.shared_by),
            ] %}
            left join
                (
                    select {{ columns | join(", ") ~ ", " if columns }}count(*) as n_left_out
                    from {{ source }}
                    where is_usable = 0
                    {%- if columns %} group by {{ columns | join(", ") }} {%- endif %}
                ) as {{ side }}
                on {{ rankhouse.match("groups", side, columns) }}
        {%- endfor %}
    ),
    rankhouse_means as (
        select
            {{ rankhouse.select_of("left_out", plan.by) ~ ", " if plan.by }}averaged.mean_of as iou_threshold,
            avg(class_values.value) as value,
            count(distinct case when class_values.value is not null then class_values.class_id end) as n_classes,
            {%- for column in ["n_ground_truth", "n_detections"] %}
                {{
                    rankhouse.bigint(
                        "coalesce(sum(class_values." ~ column ~ "), 0) / count(distinct averaged.iou_threshold)"
                    )
                }} as {{ column }},
            {%- endfor %}
            case
                when averaged.mean_of is not null
                then {{ rankhouse.bigint("coalesce(sum(class_values.n_true_positives), 0)") }}
            end as n_true_positives,
            left_out.n_left_out as n_left_out
        from rankhouse_left_out as left_out
        cross join rankhouse_averaged as averaged
        left join
            rankhouse_class_values as class_values
            on averaged.iou_threshold = class_values.iou_threshold
            and {{ rankhouse.match("left_out", "class_values", plan.by) }}
        group by {{ rankhouse.columns_of("left_out", plan.by) ~ ", " if plan.by }}averaged.mean_of, left_out.n_left_out
    )
    select
        {{ plan.named_groups }}'mean_average_precision' as measure,
        iou_threshold,
        value,
        n_classes,
        n_ground_truth,
        n_detections,
        n_true_positives,
        n_left_out
    from rankhouse_means {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{# WITH ... down to rankhouse_class_values. #}
{% macro detected_ctes(plan) -%}
    with recursive
        rankhouse_thresholds as ({{ plan.thresholds }}),
        rankhouse_levels as ({{ plan.levels }}),
        {{ rankhouse.detection_input_ctes(plan) }}
        {{ rankhouse.matching_ctes(plan) }}
        {{ rankhouse.class_value_ctes(plan) }}
{%- endmacro %}
