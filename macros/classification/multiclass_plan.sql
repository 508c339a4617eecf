{#
What the steps of a classifier of several classes need to know, the arguments checked.
#}
{% macro multiclass_plan(macro, predictions, by, columns) %}
    {%- set asked = {"predictions": predictions} -%}
    {%- set plan = rankhouse.plan_of(macro, rankhouse.reads_classes(), asked, by, columns) -%}
    {%- do plan.update({"is_weighted": rankhouse.is_named(plan, "predictions", "weight")}) -%}
    {{ return(plan) }}
{% endmacro %}

{#
rankhouse_prediction_rows: every row, with is_usable: 1 where there are both classes, and a weight from 0 up where rows have one;
rankhouse_totals: a group with n_rows and n_left_out; rankhouse_cells: a group, label and prediction that occur together,
both of one type, with n_rows, and `size`, which is that number or the sum of the weights.
#}
{% macro multiclass_steps(plan) %}
    {%- set is_usable = "actual_class is not null and predicted_class is not null" -%}
    {%- set columns = [] -%}
    {%- for name, ours in {"label": "actual_class", "prediction": "predicted_class"}.items() -%}
        {%- do columns.append(rankhouse.renamed("predictions", name, plan.columns) ~ " as " ~ ours) -%}
    {%- endfor -%}
    {%- if plan.is_weighted -%}
        {%- set is_usable = is_usable ~ " and " ~ rankhouse.is_weight("weight") -%}
        {%- do columns.append(
            rankhouse.double(rankhouse.renamed("predictions", "weight", plan.columns)) ~ " as weight"
        ) -%}
    {%- endif -%}
    {%- set rows -%}
        select
        read_rows.*,
        case when {{ is_usable }} then 1 else 0 end as is_usable
        from (
            select
            {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "predictions") + columns) }}
            from {{ rankhouse.as_source(plan.predictions, "predictions") }}
        ) as read_rows
    {%- endset -%}
    {%- set group = plan.by + rankhouse.carried_columns(plan, plan.by) -%}
    {%- set totals -%}
        select
        {{
            rankhouse.listed(
                group
                + [
                    "count(case when is_usable = 1 then 1 end) as n_rows",
                    "count(case when is_usable = 0 then 1 end) as n_left_out",
                ]
            )
        }}
        from rankhouse_prediction_rows
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(group) }}
        {%- endif %}
    {%- endset -%}
    {#- Each class in the type that holds both columns. -#}
    {%- set key = plan.by + ["label", "prediction"] -%}
    {%- set typed = ["coalesce(actual_class, predicted_class) as label"] -%}
    {%- do typed.append("coalesce(predicted_class, actual_class) as prediction") -%}
    {%- set size = rankhouse.sum_of("weight") if plan.is_weighted else "count(*)" -%}
    {%- set cells -%}
        select
        {{ rankhouse.listed(key + ["count(*) as n_rows", size ~ " as size"]) }}
        from (
            select
            {{ rankhouse.listed(plan.by + typed + (["weight"] if plan.is_weighted else [])) }}
            from rankhouse_prediction_rows
            where is_usable = 1
        ) as usable
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("prediction_rows", "a prediction", rows, rankhouse.inlined()),
                rankhouse.step("totals", "a group of predictions", totals),
                rankhouse.step("cells", "a class and what was predicted for it", cells),
            ]
        )
    }}
{% endmacro %}
