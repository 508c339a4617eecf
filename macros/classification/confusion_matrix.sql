{#
One row per group, actual and predicted class: the by columns, label, prediction, n_rows (0 of a pair that does not occur),
with weights weight_sum, and n_left_out (rows of the group without one of the classes). The classes of a group are those
that either column has there.
#}
{% macro confusion_matrix(predictions, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("confusion_matrix", kwargs) -%}
    {%- set plan = rankhouse.multiclass_plan("confusion_matrix", predictions, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.confusion_matrix_of(plan)) if execute }}
{%- endmacro %}

{% macro confusion_matrix_of(plan) -%}
    {%- set classes -%}
        select distinct
        {{ rankhouse.listed(plan.by + ["class_name"]) }}
        from (
            select
            {{ rankhouse.listed(plan.by + ["label as class_name"]) }}
            from rankhouse_cells
            union all
            select
            {{ rankhouse.listed(plan.by + ["prediction as class_name"]) }}
            from rankhouse_cells
        ) as sides
    {%- endset -%}
    {%- set columns = rankhouse.select_of("actual", plan.by) -%}
    {%- do columns.extend(["actual.class_name as label", "predicted.class_name as prediction"]) -%}
    {%- do columns.append(rankhouse.bigint("coalesce(cells.n_rows, 0)") ~ " as n_rows") -%}
    {%- if plan.is_weighted -%} {%- do columns.append("coalesce(cells.size, 0) as weight_sum") -%} {%- endif -%}
    {%- do columns.append("totals.n_left_out as n_left_out") -%}
    {%- set matrix -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_classes as actual
        join rankhouse_classes as predicted on {{ rankhouse.match("actual", "predicted", plan.by) }}
        {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "actual") }}
        left join
        rankhouse_cells as cells
        on actual.class_name = cells.label
        and predicted.class_name = cells.prediction
        {{ rankhouse.and_match("actual", "cells", plan.by) }}
    {%- endset -%}
    {%- set steps = rankhouse.multiclass_steps(plan) -%}
    {%- do steps.append(rankhouse.step("classes", "a class of a group", classes)) -%}
    {%- do steps.append(rankhouse.step("matrix", "two classes of a group", matrix)) -%}
    {%- set shown = ["label", "prediction", "n_rows"] + (["weight_sum"] if plan.is_weighted else []) -%}
    {{
        rankhouse.query_of(
            steps,
            "an actual and a predicted class of a group",
            rankhouse.answer_by_group(
                plan, "matrix", "matrix", rankhouse.select_of("matrix", shown + ["n_left_out"])
            ),
        )
    }}
{%- endmacro %}
