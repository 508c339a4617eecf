{# What is NaN or beyond 1e50 is left out and counted; an experiment counts as often as it stands there. #}
{% macro reads_experiments() %}
    {#- Beyond 1e50 squares of sums of squares, times the ratio of errors, are not finite. -#}
    {%- set error = {"type": "value", "within": "1e50", "role": true} -%}
    {%- set difference = {
        "type": "value",
        "within": "1e50",
        "advice": "give NULL where there is no difference",
    } -%}
    {%- set columns = {
        "experiment": {"type": "id", "aside": true},
        "measure": "id",
        "offline_difference": difference,
        "online_difference": difference,
        "offline_error": error,
        "online_error": error,
    } -%}
    {%- set once = {
        "columns": ["experiment", "measure"],
        "problem": "experiment twice for a measure",
        "said": "several rows for a measure",
        "advice": "keep one of them",
        "of": ["experiment has", "experiments have"],
    } -%}
    {{ return({"tables": {"experiments": {"columns": columns, "once": once}}}) }}
{% endmacro %}

{# Other p-values than those from 0 to 1 count as they are. #}
{% macro reads_comparisons() %}
    {%- if false -%} {{ rankhouse.more_comparison_checks() }}{%- endif -%}
    {%- set columns = {
        "measure": "id",
        "p_value": {"type": "value", "within": "finite"},
        "queries_needed": {"type": "value", "within": "1e15"},
    } -%}
    {{ return({"tables": {"comparisons": {"columns": columns}}, "more": rankhouse.more_comparison_checks}) }}
{% endmacro %}

{% macro more_comparison_checks(plan) %}
    {%- set p_value = rankhouse.double(rankhouse.renamed("comparisons", "p_value", plan.columns)) -%}
    {{
        return(
            [
                rankhouse.check(
                    "comparisons",
                    "p_value",
                    "p_value outside 0 to 1",
                    "a p_value that is not between 0 and 1 " ~ rankhouse.in_column(plan, "comparisons", "p_value"),
                    "give NULL where nothing was tested",
                    refused="python",
                    when="not (" ~ p_value ~ " between 0 and 1)",
                    example=rankhouse.example_of(plan, "comparisons", ["measure", "p_value"], plan.outputs),
                )
            ]
        )
    }}
{% endmacro %}
