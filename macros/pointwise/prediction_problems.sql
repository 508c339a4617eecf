{#
What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows and an example (the least value
concerned). Rows without a score or without a label that is 0 or 1 are left out of every measure and counted as
n_left_out. A score outside 0 to 1 is no probability: its group has no log_loss, brier and ece.
#}
{% macro prediction_problems(predictions, columns={}) -%}
    {%- set plan = rankhouse.prediction_plan(predictions, [], columns) -%}
    {%- set value = "prediction" if plan.predicts_labels else "score" -%}
    {{
        rankhouse.problems_of_predictions(
            predictions,
            value,
            rankhouse.quoted(columns.get(value, value)),
            rankhouse.quoted(columns.get("label", "label")),
        )
    }}
{%- endmacro %}

{% macro problems_of_predictions(relation, value, score, label) -%}
    {%- set number = rankhouse.double(score) -%}
    {%- set checks = [
        ["label", "label is NULL", label ~ " is null"],
        ["label", "label is not 0 or 1", "not (" ~ rankhouse.label_number(label) ~ " in (0, 1))"],
    ] -%}
    {%- if value == "prediction" -%}
        {%- do checks.extend(
            [
                ["score", "prediction is NULL", score ~ " is null"],
                [
                    "score",
                    "prediction is not 0 or 1",
                    "not (" ~ rankhouse.label_number(score) ~ " in (0, 1))",
                ],
            ]
        ) -%}
    {%- else -%}
        {%- do checks.extend(
            [
                [
                    "score",
                    "score is NULL or NaN",
                    score ~ " is null or not (" ~ rankhouse.is_number(score) ~ ")",
                ],
                [
                    "score",
                    "score outside 0 to 1",
                    "(" ~ number ~ " < 0 or " ~ number ~ " > 1) and " ~ rankhouse.is_number(score),
                ],
            ]
        ) -%}
    {%- endif -%}
    select problem, n_rows, example
    from
        (
            {%- for column, problem, condition in checks %}
                {{
                    rankhouse.problem(
                        "predictions", problem, relation, label if column == "label" else score, condition
                    )
                }}
                {{ "union all" if not loop.last }}
            {%- endfor %}
        ) as problems
    where n_rows > 0
{%- endmacro %}
