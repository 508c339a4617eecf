{#
Checks of past experiments. In SQL what is NaN or beyond 1e50 is left out and counted, rows without a measure are not read, and
an experiment counts as often as it stands there.
#}
{% macro experiment_checks(plan) %}
    {%- set ids, differences = ["experiment", "measure"], ["offline_difference", "online_difference"] -%}
    {%- set checks = [rankhouse.empty_check(plan, "experiments")] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "experiments", ids, plan.outputs)) -%}
    {%- for name in differences -%}
        {%- set value = rankhouse.renamed("experiments", name, plan.columns) -%}
        {%- do checks.append(rankhouse.number_check(plan, "experiments", name)) -%}
        {%- do checks.append(
            rankhouse.check(
                "experiments",
                name,
                name ~ " is NaN or beyond 1e50",
                "an "
                ~ name
                ~ " that is NaN or beyond 1e50 "
                ~ rankhouse.in_column(plan, "experiments", name),
                "give NULL where there is no difference",
                refused="python",
                when="not (" ~ rankhouse.is_difference(rankhouse.double(value)) ~ ")",
                example=rankhouse.example_of(plan, "experiments", ids, plan.outputs),
            )
        ) -%}
    {%- endfor -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            "experiments",
            ids,
            plan.outputs,
            "experiment twice for a measure",
            "several rows for a measure",
            "keep one of them",
            ["experiment has", "experiments have"],
            refused="python",
            tells_apart=true,
        )
    ) -%}
    {{ return(checks) }}
{% endmacro %}

{# Checks of comparisons of systems. In SQL rows without a measure are not read, and other p-values count as they are. #}
{% macro comparison_checks(plan) %}
    {%- set checks = [rankhouse.empty_check(plan, "comparisons")] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "comparisons", ["measure"], plan.outputs)) -%}
    {%- for name in ["p_value", "queries_needed"] -%}
        {%- do checks.append(rankhouse.number_check(plan, "comparisons", name)) -%}
    {%- endfor -%}
    {%- set p_value = rankhouse.double(rankhouse.renamed("comparisons", "p_value", plan.columns)) -%}
    {%- do checks.append(
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
    ) -%}
    {{ return(checks) }}
{% endmacro %}

{# Whether a number is a difference: beyond 1e50 squares of sums of squares, times the ratio of errors, are not finite. #}
{% macro is_difference(number) %} {{ return(rankhouse.is_within(number, "1e50")) }}{% endmacro %}
