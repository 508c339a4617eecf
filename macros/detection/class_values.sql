{#
rankhouse_class_values: average precision of each class in each group at each threshold. rankhouse_classes has every
class of the ground truth or of the group's detections, with the counts of both.
#}
{% macro class_value_steps(plan) %}
    {%- set class = plan.by + ["class_id"] -%}
    {%- set line = class + ["iou_threshold"] -%}
    {%- set counted -%}
        select
        {{ rankhouse.listed(line + ["1 as hit", "detection_rank as item_rank"]) }},
        row_number() over (partition by {{ rankhouse.inline(line) }} order by detection_rank asc) as hits_upto
        from rankhouse_true_positives
    {%- endset -%}
    {%- set hits -%}
        select
        counted.*,
        max({{ rankhouse.ratio("hits_upto", "item_rank") }}) over (
            partition by {{ rankhouse.inline(line) }}
            {{ rankhouse.rows_from_here("item_rank") }}
        ) as best_precision
        from rankhouse_counted as counted
    {%- endset -%}
    {%- set area = rankhouse.value_average_precision({"interpolation": "max"}) -%}
    {%- set at_level = rankhouse.interpolated_precision(
        "hit", "hits_upto", "item_rank", "n_relevant", "levels.recall_level"
    ) -%}
    {%- set key = rankhouse.columns_of("classes", class)
        + ["thresholds.iou_threshold", "classes.n_relevant", "classes.n_detections", "levels.recall_level"] -%}
    {%- set n_detections = "classes.n_detections" -%}
    {%- if rankhouse.ignores(plan) -%}
        {%- do key.append("ignored.n_ignored") -%}
        {%- set n_detections = rankhouse.bigint("classes.n_detections - coalesce(ignored.n_ignored, 0)") -%}
    {%- endif -%}
    {%- set level_values -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("classes", class + ["n_relevant"])
                + [n_detections ~ " as n_detections"]
                + rankhouse.select_of("thresholds", ["iou_threshold"])
                + rankhouse.select_of("levels", ["recall_level"])
                + ["count(hits.hit) as n_true_positives"]
            )
        }},
        case when levels.recall_level is null then {{ area }} else {{ at_level }} end as value
        from rankhouse_classes as classes
        cross join rankhouse_thresholds as thresholds
        cross join rankhouse_levels as levels
        left join rankhouse_hits as hits
        on {{ rankhouse.match("classes", "hits", class) }}
        and thresholds.iou_threshold = hits.iou_threshold
        {%- if rankhouse.ignores(plan) %}
            left join rankhouse_ignored as ignored
            on {{ rankhouse.match("classes", "ignored", class) }}
            and thresholds.iou_threshold = ignored.iou_threshold
        {%- endif %}
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set class_values -%}
        select
        {{ rankhouse.listed(line + ["avg(value) as value", "n_relevant as n_ground_truth", "n_detections"]) }},
        max(n_true_positives) as n_true_positives
        from rankhouse_level_values
        group by {{ rankhouse.inline(line + ["n_relevant", "n_detections"]) }}
    {%- endset -%}
    {{
        return(
            rankhouse.class_steps(plan)
            + [
                rankhouse.step("counted", "a true positive, with those down to its rank", counted),
                rankhouse.step("hits", "the same, with the best precision from here on", hits),
                rankhouse.step("level_values", "a class of a group at a threshold and a recall level", level_values),
                rankhouse.step("class_values", "a class of a group at a threshold", class_values),
            ]
        )
    }}
{% endmacro %}

{% macro class_steps(plan) %}
    {%- set class = plan.by + ["class_id"] -%}
    {%- set shared_class = plan.common_by + ["class_id"] -%}
    {%- set detected -%}
        select
        {{ rankhouse.listed(class + ["count(*) as n_detections"]) }}
        from rankhouse_detections
        group by {{ rankhouse.inline(class) }}
    {%- endset -%}
    {%- set n_relevant = rankhouse.bigint("sum(1 - is_ignored)") if rankhouse.ignores(plan) else "count(*)" -%}
    {%- set labelled -%}
        select
        {{ rankhouse.listed(shared_class + [n_relevant ~ " as n_relevant"]) }}
        from rankhouse_boxes
        group by {{ rankhouse.inline(shared_class) }}
    {%- endset -%}
    {%- set named -%}
        select distinct {{ rankhouse.inline(class) }}
        from (
            select
            {{ rankhouse.listed(rankhouse.select_of("run_groups", plan.by) + ["labelled.class_id as class_id"]) }}
            from rankhouse_labelled as labelled
            join rankhouse_groups as run_groups
            on {{ rankhouse.match("labelled", "run_groups", plan.common_by) }}
            union all
            select
            {{ rankhouse.listed(class) }}
            from rankhouse_detected
        ) as named
    {%- endset -%}
    {%- set counts = [
        "coalesce(labelled.n_relevant, 0) as n_relevant",
        "coalesce(detected.n_detections, 0) as n_detections",
    ] -%}
    {%- set classes -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("named", class) + counts) }}
        from rankhouse_named_classes as named
        left join rankhouse_labelled as labelled
        on {{ rankhouse.match("named", "labelled", shared_class) }}
        left join rankhouse_detected as detected
        on {{ rankhouse.match("named", "detected", class) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("detected", "a class of a group's detections", detected),
                rankhouse.step("labelled", "a class of the ground truth", labelled),
                rankhouse.step("groups", "a group", rankhouse.detection_groups(plan)),
                rankhouse.step("named_classes", "a class that a group has on either side", named),
                rankhouse.step("classes", "the same, with the counts of both sides", classes),
            ]
        )
    }}
{% endmacro %}

{#
Every group of the detections' own columns with every group of the shared ones, on either side. BigQuery has no union
without a word behind it.
#}
{% macro detection_groups(plan) -%}
    {%- set own = plan.by | reject("in", plan.common_by) | list -%}
    {%- set own_columns = own + rankhouse.carried_columns(plan, own) -%}
    {%- set shared_columns = plan.common_by + rankhouse.carried_columns(plan, plan.common_by) -%}
    select
        {{
            rankhouse.listed(
                ["1 as one"] + rankhouse.select_of("own", own_columns) + rankhouse.select_of("shared", shared_columns)
            )
        }}
    from (select 1 as one) as single
    {%- if plan.run_is_own %}
        cross join (select distinct {{ rankhouse.inline(own_columns) }} from rankhouse_detection_rows) as own
    {%- endif %}
    {%- if plan.is_shared %}
        cross join
            (
                select distinct {{ rankhouse.inline(shared_columns) }}
                from
                    (
                        select {{ rankhouse.inline(shared_columns) }}
                        from rankhouse_detection_rows
                        union all
                        select {{ rankhouse.inline(shared_columns) }}
                        from rankhouse_box_rows
                    ) as on_either_side
            ) as shared
    {%- endif %}
{%- endmacro %}
