{#
What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows and an example (the least value
concerned). Rows without a score or without a label that is 0 or 1 are left out of every measure and counted as
n_left_out. A score outside 0 to 1 is no probability: its group has no log_loss, brier and ece. input_problems says the same
with a message, and who refuses it.
#}
{% macro prediction_problems(predictions, columns={}) -%}
    {%- do rankhouse.refuse_others("prediction_problems", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("prediction_problems", predictions, [], columns, ["weight"]) -%}
    {%- do plan.update({"compares": false, "needs_probabilities": false}) -%}
    {{ rankhouse.laid_out(rankhouse.prediction_problems_of(plan)) if execute }}
{%- endmacro %}

{% macro prediction_problems_of(plan) -%}
    {%- set problems = [] -%}
    {%- for check in rankhouse.prediction_checks(plan) if check.when is not none -%}
        {%- do problems.append(rankhouse.prediction_problem(plan, check)) -%}
    {%- endfor -%}
    {{
        rankhouse.query_of(
            [rankhouse.step("problems", "a kind of problem", problems | join("\nunion all\n"))],
            "a kind of problem that occurs",
            "select\nproblem,\nn_rows,\nexample\nfrom rankhouse_problems\nwhere n_rows > 0",
        )
    }}
{%- endmacro %}

{# One row: how many rows a check finds, and the column's value in one of them. #}
{% macro prediction_problem(plan, check) -%}
    select
        {{ rankhouse.literal(check.problem) }} as problem,
        count(*) as n_rows,
        min({{ rankhouse.text(rankhouse.renamed("predictions", check.column, plan.columns)) }}) as example
    from {{ rankhouse.as_source(plan.predictions, "predictions") }}
    where {{ check.when }}
{%- endmacro %}
