{#
What COCO leaves out of the count: crowds, and objects outside the range of areas. Such a box of the ground truth is no
object that has to be found, and a detection that is matched to it, or to none and is itself outside the range, is
neither true nor false. A detection takes such a box only where no other reaches the threshold. An object outside the
range is taken once, like any other; a crowd by any number of detections, its IoU being the share of the detection that it
covers.
#}
{# Bounds of the area in square pixels, both included, as COCO has them. #}
{% macro area_ranges() %}
    {{ return({"all": none, "small": [0, 1024], "medium": [1024, 9216], "large": [9216, 10000000000]}) }}
{% endmacro %}

{% macro has_crowds(plan) %} {{ return(rankhouse.names_mark(plan, "iscrowd")) }}{% endmacro %}

{% macro ignores(plan) %} {{ return(plan.area_range != "all" or rankhouse.has_crowds(plan)) }}{% endmacro %}

{# Whether the ground truth has the column: `columns` says so. #}
{% macro names_mark(plan, name) %}
    {{ return(plan.columns.get("ground_truth." ~ name, plan.columns.get(name)) is not none) }}
{% endmacro %}

{# The further columns of the ground truth that are read: all that are named, so that a wrong name is an error. #}
{% macro box_marks(plan) %}
    {%- set marks = [] -%}
    {%- for mark in ["iscrowd", "area"] if rankhouse.names_mark(plan, mark) -%}
        {%- do marks.append(mark) -%}
    {%- endfor -%}
    {{ return(rankhouse.columns_read(plan, "ground_truth", marks)) }}
{% endmacro %}

{# 1 for an area outside the range. #}
{% macro is_outside(plan, area) %}
    {%- set range = rankhouse.area_ranges()[plan.area_range] -%}
    {%- if range is none -%} {{ return("0") }}{%- endif -%}
    {%- set bounds = area ~ " < " ~ rankhouse.double(range[0]) ~ " or " ~ area ~ " > " ~ rankhouse.double(range[1]) -%}
    {{ return("case when " ~ bounds ~ " then 1 else 0 end") }}
{% endmacro %}

{# The columns is_crowd and is_ignored of a box of the ground truth, as far as they are needed. #}
{% macro read_marks(plan, own_area) %}
    {%- if not rankhouse.ignores(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set area = own_area -%}
    {%- if plan.area_range != "all" and rankhouse.names_mark(plan, "area") -%}
        {%- set is_known = "case when " ~ rankhouse.is_number("area") ~ " then " -%}
        {%- set area = is_known ~ rankhouse.double("area") ~ " else " ~ own_area ~ " end" -%}
    {%- endif -%}
    {%- set is_outside = rankhouse.is_outside(plan, area) -%}
    {%- if not rankhouse.has_crowds(plan) -%} {{ return([is_outside ~ " as is_ignored"]) }}{%- endif -%}
    {%- set crowd = rankhouse.label_number("iscrowd") -%}
    {%- set is_crowd = "case when " ~ crowd ~ " <> 0 and " ~ rankhouse.is_number(crowd) ~ " then 1 else " -%}
    {{ return([is_crowd ~ "0 end as is_crowd", is_crowd ~ is_outside ~ " end as is_ignored"]) }}
{% endmacro %}

{#
rankhouse_true_positives and, of a class at a threshold, rankhouse_ignored: how many of its detections do not count. A
rank is the place among those that count.
#}
{% macro counted_steps(plan) %}
    {%- set class = plan.by + ["class_id"] -%}
    {%- set line = class + ["iou_threshold"] -%}
    {%- set key = rankhouse.select_of("detections", class + ["detection_rank"]) -%}
    {%- do key.append("thresholds.iou_threshold as iou_threshold") -%}
    {%- set is_ignored = (
        "case when matched.is_ignored is null then detections.is_outside else matched.is_ignored end"
    ) -%}
    {%- set outcomes -%}
        select
        {{ rankhouse.listed(key + [is_ignored ~ " as is_ignored"]) }},
        case when matched.is_ignored = 0 then 1 else 0 end as is_true
        from rankhouse_detections as detections
        cross join rankhouse_thresholds as thresholds
        left join rankhouse_matched as matched
        on {{ rankhouse.match("detections", "matched", class + ["detection_rank"]) }}
        and thresholds.iou_threshold = matched.iou_threshold
    {%- endset -%}
    {%- set ignored -%}
        select
        {{ rankhouse.listed(line + ["sum(is_ignored) as n_ignored"]) }}
        from rankhouse_outcomes
        group by {{ rankhouse.inline(line) }}
    {%- endset -%}
    {%- set true_positives -%}
        select
        {{ rankhouse.listed(line) }},
        detection_rank - ignored_above as detection_rank
        from (
            select
            {{ rankhouse.listed(line + ["detection_rank", "is_true"]) }},
            sum(is_ignored) over (
                partition by {{ rankhouse.inline(line) }}
                order by detection_rank asc
                rows between unbounded preceding and current row
            ) as ignored_above
            from rankhouse_outcomes
        ) as placed
        where is_true = 1
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("outcomes", "a detection at a threshold", outcomes),
                rankhouse.step("ignored", "a class of a group at a threshold", ignored),
                rankhouse.step("true_positives", "a detection that has a box", true_positives),
            ]
        )
    }}
{% endmacro %}
