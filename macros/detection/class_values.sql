{#
rankhouse_class_values: average precision of each class in each group at each threshold. rankhouse_classes has every
class of the ground truth or of the group's detections, with the counts of both.
#}
{% macro class_value_ctes(plan) -%}
    {%- set class = plan.by + ["class_id"] -%}
    {%- set line = class + ["iou_threshold"] -%}
    {{ rankhouse.class_ctes(plan) }}
    rankhouse_counted as (
        select
            {{ line | join(", ") }},
            1 as hit,
            detection_rank as item_rank,
            row_number() over (partition by {{ line | join(", ") }} order by detection_rank asc) as hits_upto
        from rankhouse_true_positives
    ),
    rankhouse_hits as (
        select
            counted.*,
            max({{ rankhouse.ratio("hits_upto", "item_rank") }}) over (
                partition by {{ line | join(", ") }}
                order by item_rank asc
                rows between current row and unbounded following
            ) as best_precision
        from rankhouse_counted as counted
    ),
    rankhouse_level_values as (
        select
            {{ rankhouse.select_of("classes", class) }},
            thresholds.iou_threshold as iou_threshold,
            classes.n_relevant as n_relevant,
            classes.n_detections as n_detections,
            levels.recall_level as recall_level,
            count(hits.hit) as n_true_positives,
            case
                when levels.recall_level is null
                then {{ rankhouse.value_average_precision({"interpolation": "max"}) }}
                else
                    {{
                        rankhouse.interpolated_precision(
                            "hit", "hits_upto", "item_rank", "n_relevant", "levels.recall_level"
                        )
                    }}
            end as value
        from rankhouse_classes as classes
        cross join rankhouse_thresholds as thresholds
        cross join rankhouse_levels as levels
        left join
            rankhouse_hits as hits
            on {{ rankhouse.match("classes", "hits", class) }}
            and thresholds.iou_threshold = hits.iou_threshold
        group by
            {{ rankhouse.columns_of("classes", class) }},
            thresholds.iou_threshold,
            classes.n_relevant,
            classes.n_detections,
            levels.recall_level
    ),
    rankhouse_class_values as (
        select
            {{ line | join(", ") }},
            avg(value) as value,
            n_relevant as n_ground_truth,
            n_detections,
            max(n_true_positives) as n_true_positives
        from rankhouse_level_values
        group by {{ line | join(", ") }}, n_relevant, n_detections
    )
{%- endmacro %}

{% macro class_ctes(plan) -%}
    {%- set own = plan.by | reject("in", plan.shared_by) | list -%}
    {%- set class = plan.by + ["class_id"] -%}
    rankhouse_detected as (
        select {{ class | join(", ") }}, count(*) as n_detections
        from rankhouse_detections
        group by {{ class | join(", ") }}
    ),
    rankhouse_labelled as (
        select {{ (plan.shared_by + ["class_id"]) | join(", ") }}, count(*) as n_relevant
        from rankhouse_boxes
        group by {{ (plan.shared_by + ["class_id"]) | join(", ") }}
    ),
    rankhouse_groups as (
        select
            1 as one
            {%- for column in own %}, own.{{ column }} as {{ column }} {%- endfor %}
            {%- for column in plan.shared_by %}, shared.{{ column }} as {{ column }} {%- endfor %}
        from (select 1 as one) as single
        {%- if own %}
            cross join
                (
                    select distinct {{ own | join(", ") }}
                    from {{ rankhouse.group_rows(own, ["rankhouse_given_detections"], plan) }}
                ) as own
        {%- endif %}
        {%- if plan.shared_by %}
            cross join
                (
                    select distinct {{ plan.shared_by | join(", ") }}
                    from
                        {{
                            rankhouse.group_rows(
                                plan.shared_by, ["rankhouse_given_detections", "rankhouse_given_boxes"], plan
                            )
                        }}
                ) as shared
        {%- endif %}
    ),
    rankhouse_named_classes as (
        select distinct {{ class | join(", ") }}
        from
            (
                select {{ rankhouse.select_of("groups", plan.by) ~ ", " if plan.by }}labelled.class_id as class_id
                from rankhouse_labelled as labelled
                join rankhouse_groups as groups on {{ rankhouse.match("labelled", "groups", plan.shared_by) }}
                union all
                select {{ class | join(", ") }}
                from rankhouse_detected
            ) as named
    ),
    rankhouse_classes as (
        select
            {{ rankhouse.select_of("named", class) }},
            coalesce(labelled.n_relevant, 0) as n_relevant,
            coalesce(detected.n_detections, 0) as n_detections
        from rankhouse_named_classes as named
        left join
            rankhouse_labelled as labelled on {{ rankhouse.match("named", "labelled", plan.shared_by + ["class_id"]) }}
        left join rankhouse_detected as detected on {{ rankhouse.match("named", "detected", class) }}
    ),
{%- endmacro %}

{# The grouping columns of every row of some steps, and of the one group that there is without grouping columns. #}
{% macro group_rows(columns, steps, plan) -%}
    (
        {%- for step in steps + ([plan.ungrouped] if plan.ungrouped else []) %}
            select {{ columns | join(", ") }}
            from {{ step }}
            {%- if not loop.last %}
                union all
            {% endif %}
        {%- endfor %}
    ) as grouped
{%- endmacro %}
