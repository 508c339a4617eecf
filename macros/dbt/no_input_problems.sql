{#
Nothing in the inputs of a macro that Python refuses, or every way in: rows of input_problems. `input` says what the model is,
run, log, ratings, human, predictions, experiments, comparisons, detections, tries, preferences or searches; what stands beside it, such as the judgments, are arguments of their own.
#}
{% macro test_no_input_problems(
    model,
    input="run",
    judgments=none,
    by=[],
    judgments_by=[],
    columns={},
    macro=none,
    options={},
    run=none,
    examination=none,
    run_by=[],
    machine=none,
    ground_truth=none,
    clicks=none
) %}
    {%- do rankhouse.refuse_others("test_no_input_problems", kwargs) -%}
    {%- do rankhouse.check_arguments("test_no_input_problems", {"input": input}) -%}
    {%- set relations = {"run": run, "judgments": judgments, "examination": examination, "machine": machine} -%}
    {%- do relations.update({"log": none, "ratings": none, "human": none, "predictions": none}) -%}
    {%- do relations.update(
        {
            "experiments": none,
            "comparisons": none,
            "detections": none,
            "ground_truth": ground_truth,
            "tries": none,
            "preferences": none,
            "searches": none,
            "clicks": clicks,
        }
    ) -%}
    {#- With a where of dbt the model is a query that has a name of its own. -#}
    {%- do relations.update({input: "(select * from " ~ model ~ ") as tested"}) -%}
    {%- set groups = {"by": by, "judgments_by": judgments_by, "run_by": run_by} -%}
    {%- set checked = rankhouse.checks_of_inputs(macro, relations, groups, columns, options) -%}
    select problems.*, problems.message as reason
    from ({{ rankhouse.input_problems_of(checked, "\nand refused <> 'counted'") }}) as problems
{% endmacro %}
