{# Rows without a class or a weight are left out and counted in SQL, and NaN is a class like any other. #}
{% macro reads_classes() %}
    {%- if false -%} {{ rankhouse.more_class_checks() }}{%- endif -%}
    {%- set class = {"type": "id", "advice": "leave these rows out, or give them a class"} -%}
    {%- set columns = {"label": class, "prediction": class, "weight": {"type": "weight", "optional": true}} -%}
    {{
        return(
            {
                "tables": {"predictions": {"columns": columns}},
                "alike": ["label", "prediction"],
                "more": rankhouse.more_class_checks,
            }
        )
    }}
{% endmacro %}

{% macro more_class_checks(plan) %}
    {%- set key, checks = ["label", "prediction"], [] -%}
    {%- for name in key -%}
        {%- do checks.append(
            rankhouse.check(
                "predictions",
                name,
                name ~ " is NaN",
                "NaN as " ~ name ~ " " ~ rankhouse.in_column(plan, "predictions", name),
                "leave these rows out, or give them a class",
                refused="python",
                when=rankhouse.is_nan(rankhouse.renamed("predictions", name, plan.columns)),
                example=rankhouse.example_of(plan, "predictions", key, plan.outputs),
            )
        ) -%}
    {%- endfor -%}
    {%- if rankhouse.is_named(plan, "predictions", "weight") -%}
        {%- do checks.append(rankhouse.weight_check(plan, key)) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}
