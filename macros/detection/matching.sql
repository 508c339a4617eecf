{#
Which detections are true positives. In the order of their scores, each detection takes the box of the ground truth
with which it has the highest IoU, among those of its image and class that are still free and reach the threshold; one
that finds none is a false positive. This is the rule of COCO: a detection whose best box is taken may still have its
second best. PASCAL VOC calls it false then, although another object lies under it.

rankhouse_pairs has what could be matched: a detection and a box with IoU at or above a threshold. Where a box is the
first choice of the first detection that could take it, nothing can come between the two: these pairs are matched at
once. The rest, crowded objects, is walked pair by pair, each image and class by itself.
#}
{% macro matching_ctes(plan) -%}
    {%- set unit = plan.by + ["iou_threshold", "class_id", "image_id"] -%}
    {%- set key = unit | join(", ") -%}
    {%- set is_first = "case when choice_number = 1 and claim_number = 1 then 1 else 0 end" -%}
    {%- set is_free = (
        "walked.taken not like "
        ~ rankhouse.taken_pattern("d", "contested.detection_rank")
        ~ " and walked.taken not like "
        ~ rankhouse.taken_pattern("b", "contested.box_number")
    ) -%}
    {%- set pair = (
        rankhouse.taken_mark("d", "contested.detection_rank")
        ~ " || "
        ~ rankhouse.taken_mark("b", "contested.box_number")
    ) -%}
    rankhouse_choices as (
        select
            pairs.*,
            row_number() over (
                partition by {{ key }}, detection_rank order by iou desc, box_number asc
            ) as choice_number,
            row_number() over (partition by {{ key }}, box_number order by detection_rank asc) as claim_number
        from rankhouse_pairs as pairs
    ),
    rankhouse_decided as (
        select
            choices.*,
            {{ is_first }} as is_first,
            max({{ is_first }}) over (partition by {{ key }}, detection_rank) as has_box,
            max({{ is_first }}) over (partition by {{ key }}, box_number) as is_taken
        from rankhouse_choices as choices
    ),
    rankhouse_contested as (
        select
            {{ key }},
            detection_rank,
            box_number,
            row_number() over (partition by {{ key }} order by detection_rank asc, choice_number asc) as pair_number
        from rankhouse_decided
        where has_box = 0 and is_taken = 0
    ),
    rankhouse_walked{{ rankhouse.recursive_columns(unit + ["detection_rank", "pair_number", "is_match", "taken"]) }}
    as (
        select {{ key }}, detection_rank, pair_number, 1 as is_match, {{ rankhouse.text("'|' || " ~ pair) }} as taken
        from rankhouse_contested as contested
        where pair_number = 1
        union all
        select
            {{ rankhouse.columns_of("contested", unit) }},
            contested.detection_rank,
            contested.pair_number,
            case when {{ is_free }} then 1 else 0 end as is_match,
            {{ rankhouse.text("case when " ~ is_free ~ " then walked.taken || " ~ pair ~ " else walked.taken end") }}
            as taken
        from rankhouse_walked as walked
        join
            rankhouse_contested as contested
            on contested.pair_number = walked.pair_number + 1
            and {{ rankhouse.match("contested", "walked", unit) }}
    ),
    rankhouse_true_positives as (
        select {{ (plan.by + ["iou_threshold", "class_id", "detection_rank"]) | join(", ") }}
        from rankhouse_decided
        where is_first = 1
        union all
        select {{ (plan.by + ["iou_threshold", "class_id", "detection_rank"]) | join(", ") }}
        from rankhouse_walked
        where is_match = 1
    ),
{%- endmacro %}

{# What a walk remembers, as text: "|d7|b2|" when detection 7 has taken box 2. #}
{% macro taken_mark(kind, number) %}
    {{ return("'" ~ kind ~ "' || " ~ rankhouse.text(number) ~ " || '|'") }}
{% endmacro %}

{% macro taken_pattern(kind, number) %}
    {{ return("'%|" ~ kind ~ "' || " ~ rankhouse.text(number) ~ " || '|%'") }}
{% endmacro %}
