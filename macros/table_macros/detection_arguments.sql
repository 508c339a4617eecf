{# As arguments.sql, for detection_metrics and detection_class_metrics. #}
{% macro detection_parameters() %}
    {{
        return(
            {
                "detections": none,
                "ground_truth": none,
                "iou_thresholds": "[0.5]",
                "interpolation": "'all'",
                "by": "[]",
                "ground_truth_by": "[]",
                "image_id": "'image_id'",
                "class_id": "'class_id'",
                "score": "'score'",
                "x_min": "'x_min'",
                "y_min": "'y_min'",
                "x_max": "'x_max'",
                "y_max": "'y_max'",
            }
        )
    }}
{% endmacro %}

{# by_1: the columns that only the detections have; by_2: those that both tables have. #}
{% macro detection_plan_from_arguments() %}
    {%- set located = ["image_id", "class_id"] -%}
    {%- set boxes = rankhouse.box_columns() -%}
    {%- set both = rankhouse.names_column("$by") ~ " and " ~ rankhouse.names_column("$ground_truth_by") -%}
    {%- set own = rankhouse.names_column("$by") ~ " and not " ~ rankhouse.names_column("$ground_truth_by") -%}
    {{
        return(
            {
                "detections": rankhouse.argument_rows(
                    "detections", located + ["score"] + boxes, {"by_1": own, "by_2": both}, "$by", "detections"
                ),
                "ground_truth": rankhouse.argument_rows(
                    "ground_truth", located + boxes, {"by_2": both}, "$ground_truth_by", "by or ground_truth"
                ),
                "thresholds": rankhouse.thresholds_argument(),
                "levels": rankhouse.levels_argument(),
                "by": ["by_1", "by_2"],
                "shared_by": ["by_2"],
                "named_groups": "unnest(by_1), unnest(by_2), ",
                "ungrouped": rankhouse.no_argument_row("detections", {"by_1": own, "by_2": both})
                ~ " as nothing where len($by) = 0",
            }
        )
    }}
{% endmacro %}

{% macro thresholds_argument() -%}
    select distinct
        case
            when given.threshold > 0 and given.threshold <= 1
            then given.threshold
            else
                error(
                    'iou_thresholds are numbers above 0 and up to 1, got ' || coalesce($iou_thresholds::varchar, 'NULL')
                )
        end as iou_threshold
    from
        (
            select unnest(case when len($iou_thresholds) > 0 then $iou_thresholds::double[] else [0] end) as threshold
        ) as given
{%- endmacro %}

{% macro levels_argument() -%}
    {%- set choices = rankhouse.recall_levels() -%}
    select
        unnest(
            case
                $interpolation
                {%- for choice, levels in choices.items() %}
                    when {{ rankhouse.literal(choice) }} then [{{ levels | join(", ") }}]::double[]
                {%- endfor %}
                else {{ rankhouse.no_such_choice("interpolation", "$interpolation", choices.keys() | list) }}
            end
        ) as recall_level
{%- endmacro %}
