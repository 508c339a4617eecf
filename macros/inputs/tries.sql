{# Checks of tries. In SQL a try without a query, an id or an outcome was not made. #}
{% macro try_checks(plan) %}
    {%- set ids, by = ["query_id", "try_id"], plan.outputs -%}
    {%- set passed = rankhouse.renamed("tries", "passed", plan.columns) -%}
    {%- set checks = [
        rankhouse.empty_check(plan, "tries"),
        rankhouse.number_check(plan, "tries", "passed"),
    ] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "tries", ids, by)) -%}
    {%- do checks.append(
        rankhouse.missing_check(plan, "tries", "passed", rankhouse.example_of(plan, "tries", ids, by))
    ) -%}
    {%- do checks.append(
        rankhouse.check(
            "tries",
            "passed",
            "passed is not 0 or 1",
            "a value of passed that is neither 0 nor 1 " ~ rankhouse.in_column(plan, "tries", "passed"),
            "give a condition such as score >= 0.5",
            when="not (" ~ rankhouse.label_number(passed) ~ " in (0, 1))",
            example=rankhouse.example_of(plan, "tries", ids, by),
        )
    ) -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            "tries",
            ids,
            by,
            "try twice",
            "more than once in a query",
            "keep one row of each, or give each try an id of its own",
            ["try is", "tries are"],
            tells_apart=true,
        )
    ) -%}
    {%- if plan.cluster is not none -%}
        {%- do checks.append(rankhouse.cluster_check(plan, "tries", "query_id")) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}
