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
    columns={},
    area_range="all",
    max_detections=none
) -%}
    {%- do rankhouse.refuse_others("detection_metrics", kwargs) -%}
    {%- set plan = rankhouse.detection_plan(
        "detection_metrics",
        detections,
        ground_truth,
        iou_thresholds,
        interpolation,
        by,
        ground_truth_by,
        columns,
        area_range,
        max_detections,
    ) -%}
    {{ rankhouse.laid_out(rankhouse.detection_metrics_of(plan)) if execute }}
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
    columns={},
    area_range="all",
    max_detections=none
) -%}
    {%- do rankhouse.refuse_others("detection_class_metrics", kwargs) -%}
    {%- set plan = rankhouse.detection_plan(
        "detection_class_metrics",
        detections,
        ground_truth,
        iou_thresholds,
        interpolation,
        by,
        ground_truth_by,
        columns,
        area_range,
        max_detections,
    ) -%}
    {{ rankhouse.laid_out(rankhouse.detection_class_metrics_of(plan)) if execute }}
{%- endmacro %}

{% macro detection_class_metrics_of(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "class_values", none, "run_groups") -%}
    {%- do columns.extend(["class_values.class_id", "'average_precision' as measure"]) -%}
    {%- set figures = ["iou_threshold", "value", "n_ground_truth", "n_detections", "n_true_positives"] -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns + rankhouse.columns_of("class_values", figures)) }}
        from rankhouse_class_values as class_values {{ rankhouse.group_joins(plan, "class_values") }}
    {%- endset -%}
    {{ rankhouse.query_of(rankhouse.detected_steps(plan), "a class of a group at a threshold", sql) }}
{%- endmacro %}

{% macro detection_metrics_of(plan) -%}
    {%- set averaged -%}
        select
        iou_threshold as mean_of,
        iou_threshold
        from rankhouse_thresholds
        union all
        select
        {{ rankhouse.double("null") }} as mean_of,
        iou_threshold
        from rankhouse_thresholds
        where (select count(*) from rankhouse_thresholds) > 1
    {%- endset -%}
    {%- set steps = rankhouse.detected_steps(plan) -%}
    {%- do steps.append(rankhouse.step("averaged", "a threshold, and a mean that it is part of", averaged)) -%}
    {%- do steps.append(
        rankhouse.step("left_out", "a group, with the rows that are left out", rankhouse.rows_left_out(plan))
    ) -%}
    {%- do steps.append(
        rankhouse.step("means", "a threshold of a group, or their mean", rankhouse.means_over_classes(plan))
    ) -%}
    {%- set columns = rankhouse.named_groups(plan, "means", none, "run_groups") -%}
    {%- do columns.append("'mean_average_precision' as measure") -%}
    {%- set figures = ["iou_threshold", "value", "n_classes", "n_ground_truth", "n_detections"] -%}
    {%- do columns.extend(rankhouse.columns_of("means", figures + ["n_true_positives", "n_left_out"])) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_means as means {{ rankhouse.group_joins(plan, "means") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a threshold of a group, or the mean over thresholds", sql) }}
{%- endmacro %}

{% macro rows_left_out(plan) -%}
    {%- set sides = [
        {"alias": "detections", "source": "detection_rows", "by": plan.by},
        {"alias": "boxes", "source": "box_rows", "by": plan.common_by},
    ] -%}
    {%- set sum = "coalesce(detections.n_left_out, 0) + coalesce(boxes.n_left_out, 0) as n_left_out" -%}
    select {{ rankhouse.listed(rankhouse.select_of("run_groups", plan.by) + [sum]) }}
    from rankhouse_groups as run_groups
    {%- for side in sides %}
        left join
            (
                select {{ rankhouse.listed(side.by + ["count(*) as n_left_out"]) }}
                from rankhouse_{{ side.source }}
                where is_usable = 0
                group by {{ rankhouse.inline(side.by + ["is_usable"]) }}
            ) as {{ side.alias }}
            on {{ rankhouse.match("run_groups", side.alias, side.by) }}
    {%- endfor %}
{%- endmacro %}

{% macro means_over_classes(plan) -%}
    {%- set columns = rankhouse.select_of("left_out", plan.by) + ["averaged.mean_of as iou_threshold"] -%}
    {%- set valued = "case when class_values.value is not null then class_values.class_id end" -%}
    {%- do columns.extend(["avg(class_values.value) as value", "count(distinct " ~ valued ~ ") as n_classes"]) -%}
    {%- set same, differing = ["n_ground_truth", "n_detections"], ["n_true_positives"] -%}
    {%- if rankhouse.ignores(plan) -%}
        {%- set same, differing = ["n_ground_truth"], ["n_detections", "n_true_positives"] -%}
    {%- endif -%}
    {%- for column in same -%}
        {%- set mean = "coalesce(sum(class_values." ~ column ~ "), 0) / count(distinct averaged.iou_threshold)" -%}
        {%- do columns.append(rankhouse.bigint(mean) ~ " as " ~ column) -%}
    {%- endfor -%}
    {#- Counts that differ between thresholds are NULL in the row of their mean. -#}
    {%- for column in differing -%}
        {%- set sum = rankhouse.bigint("coalesce(sum(class_values." ~ column ~ "), 0)") -%}
        {%- do columns.append("case when averaged.mean_of is not null then " ~ sum ~ " end as " ~ column) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns + ["left_out.n_left_out as n_left_out"]) }}
    from rankhouse_left_out as left_out
    cross join rankhouse_averaged as averaged
    left join
        rankhouse_class_values as class_values on averaged.iou_threshold = class_values.iou_threshold
        {{ rankhouse.and_match("left_out", "class_values", plan.by) }}
    group by
        {{ rankhouse.inline(rankhouse.columns_of("left_out", plan.by) + ["averaged.mean_of", "left_out.n_left_out"]) }}
{%- endmacro %}

{# The steps down to rankhouse_class_values. #}
{% macro detected_steps(plan) %}
    {%- set steps = [rankhouse.threshold_step(plan), rankhouse.level_step(plan)] -%}
    {%- do steps.extend(rankhouse.detection_input_steps(plan)) -%}
    {%- do steps.extend(rankhouse.matching_steps(plan)) -%}
    {%- do steps.extend(rankhouse.class_value_steps(plan)) -%}
    {{ return(steps) }}
{% endmacro %}
