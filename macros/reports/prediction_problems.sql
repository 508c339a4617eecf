{#
What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows and an example (the least value
concerned). Rows without a score or without a label that is 0 or 1 are left out of every measure and counted as
n_left_out. A score outside 0 to 1 is no probability: its group has no log_loss, brier and ece.
#}
{% macro prediction_problems(predictions, columns={}) -%}
    {%- set plan = rankhouse.classification_plan("prediction_problems", predictions, [], columns, ["weight"]) -%}
    {{ rankhouse.laid_out(rankhouse.prediction_problems_of(plan)) if execute }}
{%- endmacro %}

{% macro prediction_problems_of(plan) -%}
    {%- set value = "prediction" if plan.predicts_labels else "score" -%}
    {%- set read = [value, "label"] + (["weight"] if plan.is_weighted else []) -%}
    {%- set given -%}
        select
        {{ rankhouse.listed(rankhouse.columns_read(plan, "predictions", read)) }}
        from {{ rankhouse.as_source(plan.predictions) }}
    {%- endset -%}
    {%- set not_a_label = "not (" ~ rankhouse.label_number("label") ~ " in (0, 1))" -%}
    {%- set checks = [
        ["label", "label is NULL", "label is null"],
        ["label", "label is not 0 or 1", not_a_label],
    ] -%}
    {%- if plan.predicts_labels -%}
        {%- set not_a_prediction = "not (" ~ rankhouse.label_number("prediction") ~ " in (0, 1))" -%}
        {%- do checks.append(["prediction", "prediction is NULL", "prediction is null"]) -%}
        {%- do checks.append(["prediction", "prediction is not 0 or 1", not_a_prediction]) -%}
    {%- else -%}
        {%- set unusable = "score is null or not (" ~ rankhouse.is_number("score") ~ ")" -%}
        {%- set number = rankhouse.double("score") -%}
        {%- set outside = "(" ~ number ~ " < 0 or " ~ number ~ " > 1) and " ~ rankhouse.is_number("score") -%}
        {%- do checks.append(["score", "score is NULL or NaN", unusable]) -%}
        {%- do checks.append(["score", "score outside 0 to 1", outside]) -%}
    {%- endif -%}
    {%- if plan.is_weighted -%}
        {%- set weight = rankhouse.double("weight") -%}
        {%- set wrong = "weight is null or not (" ~ weight ~ " >= 0 and " ~ weight ~ " < 1e300)" -%}
        {%- do checks.append(["weight", "weight is NULL, NaN, infinite or below 0", wrong]) -%}
    {%- endif -%}
    {%- set problems = [] -%}
    {%- for column, problem, condition in checks -%}
        {%- do problems.append(rankhouse.problem("predictions", problem, "rankhouse_given", column, condition)) -%}
    {%- endfor -%}
    {{
        rankhouse.query_of(
            [
                rankhouse.step("given", "a prediction", given, rankhouse.inlined()),
                rankhouse.step("problems", "a kind of problem", problems | join("\nunion all\n")),
            ],
            "a kind of problem that occurs",
            "select\nproblem,\nn_rows,\nexample\nfrom rankhouse_problems\nwhere n_rows > 0",
        )
    }}
{%- endmacro %}
