{#
Checks of a binary classifier's predictions. In SQL rows without a score, a label or a weight are left out and counted, and a
group with a score outside 0 to 1 has no measures of probabilities; classifiers of which a row has two predictions or labels
are not compared.
    needs_probabilities   whether scores have to be probabilities
    compares              whether systems are compared on the same rows
#}
{% macro prediction_checks(plan) %}
    {%- set value = "prediction" if plan.predicts_labels else "score" -%}
    {%- set checks = [] -%}
    {%- for name in ["label", value] + (["weight"] if plan.is_weighted else []) -%}
        {%- do checks.append(rankhouse.number_check(plan, "predictions", name)) -%}
    {%- endfor -%}
    {%- do checks.append(rankhouse.empty_check(plan, "predictions")) -%}
    {%- set key = (["system", "row_id"] if plan.compares else []) + [value, "label"] -%}
    {%- do checks.extend(rankhouse.label_checks(plan, "label", key)) -%}
    {%- do checks.extend(
        rankhouse.label_checks(plan, value, key)
        if plan.predicts_labels
        else rankhouse.score_checks(plan, key)
    ) -%}
    {%- if plan.is_weighted -%} {%- do checks.append(rankhouse.weight_check(plan, key)) -%} {%- endif -%}
    {%- if plan.compares -%} {%- do checks.extend(rankhouse.compared_prediction_checks(plan)) -%} {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# A label, actual or predicted, is 0 or 1. #}
{% macro label_checks(plan, name, key) %}
    {%- set label = rankhouse.renamed("predictions", name, plan.columns) -%}
    {%- set shown = rankhouse.in_column(plan, "predictions", name) -%}
    {%- set example = rankhouse.example_of(plan, "predictions", key, plan.outputs) -%}
    {{
        return(
            [
                rankhouse.missing_check(plan, "predictions", name, example),
                rankhouse.check(
                    "predictions",
                    name,
                    name ~ " is not 0 or 1",
                    "a " ~ name ~ " that is neither 0 nor 1 " ~ shown,
                    "leave these rows out or fix them",
                    refused="python",
                    when="not (" ~ rankhouse.label_number(label) ~ " in (0, 1))",
                    example=example,
                ),
            ]
        )
    }}
{% endmacro %}

{# A score is any number but NaN, and a probability where a measure takes one. #}
{% macro score_checks(plan, key) %}
    {%- set score = rankhouse.renamed("predictions", "score", plan.columns) -%}
    {%- set number, is_number = rankhouse.double(score), rankhouse.is_number(score) -%}
    {%- set shown = rankhouse.in_column(plan, "predictions", "score") -%}
    {%- set example = rankhouse.example_of(plan, "predictions", key, plan.outputs) -%}
    {{
        return(
            [
                rankhouse.missing_check(plan, "predictions", "score", example, is_number=true),
                rankhouse.check(
                    "predictions",
                    "score",
                    "score outside 0 to 1",
                    "a score outside 0 to 1 " ~ shown,
                    "log_loss, brier, ece and calibration need probabilities",
                    refused="python" if plan.needs_probabilities else "counted",
                    when="(" ~ number ~ " < 0 or " ~ number ~ " > 1) and " ~ is_number,
                    example=example,
                ),
            ]
        )
    }}
{% endmacro %}

{# Sums of weights from 1e300 on need not be finite. #}
{% macro weight_check(plan, key) %}
    {%- set weight = rankhouse.renamed("predictions", "weight", plan.columns) -%}
    {%- set number = rankhouse.double(weight) -%}
    {{
        return(
            rankhouse.check(
                "predictions",
                "weight",
                "weight is NULL, NaN, infinite or below 0",
                "a weight that is NULL, NaN, infinite or below 0 "
                ~ rankhouse.in_column(plan, "predictions", "weight"),
                "leave these rows out or give them a weight of at least 0",
                refused="python",
                when=weight ~ " is null or not (" ~ number ~ " >= 0 and " ~ number ~ " < 1e300)",
                example=rankhouse.example_of(plan, "predictions", key + ["weight"], plan.outputs),
            )
        )
    }}
{% endmacro %}

{# A row of data stands once in each system, with the same label, weight and cluster in all of them. #}
{% macro compared_prediction_checks(plan) %}
    {%- set checks = rankhouse.missing_id_checks(plan, "predictions", ["system", "row_id"], plan.outputs) -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            "predictions",
            ["system", "row_id"],
            plan.outputs,
            "row twice in a system",
            "more than once in a system",
            "keep one of them",
            ["row appears", "rows appear"],
            refused="python",
            tells_apart=true,
        )
    ) -%}
    {%- for name in ["label"] + (["weight"] if plan.is_weighted else []) -%}
        {%- set value = rankhouse.label_number(rankhouse.renamed("predictions", name, plan.columns)) -%}
        {%- do checks.append(rankhouse.unlike_systems_check(plan, name, value)) -%}
    {%- endfor -%}
    {%- if plan.cluster is not none -%}
        {%- set example = rankhouse.example_of(plan, "predictions", ["system", "row_id"], plan.outputs) -%}
        {%- set advice = "leave these rows out, or give each independent row its own cluster" -%}
        {%- do checks.append(rankhouse.missing_check(plan, "predictions", "cluster", example, advice)) -%}
        {%- set value = rankhouse.text(rankhouse.renamed("predictions", "cluster", plan.columns)) -%}
        {%- do checks.append(rankhouse.unlike_systems_check(plan, "cluster", value)) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# That a row of data has one value of a column in all systems. #}
{% macro unlike_systems_check(plan, name, value) %}
    {%- set key = rankhouse.example_of(plan, "predictions", ["row_id"], plan.outputs) -%}
    {%- set columns, example = {}, {} -%}
    {%- for shown, column in key.items() -%}
        {%- do columns.update({"key_" ~ loop.index: column}) -%} {%- do example.update({shown: "key_" ~ loop.index}) -%}
    {%- endfor -%}
    {%- set shown = rankhouse.name_of_column(plan, "predictions", name) -%}
    {%- do example.update({shown: "lowest", "other " ~ shown: "highest"}) -%}
    {%- set ends = {"lowest": "min(" ~ value ~ ")", "highest": "max(" ~ value ~ ")"} -%}
    {%- set rows -%}
        select {{ rankhouse.listed(rankhouse.named_expressions(dict(columns, **ends))) }}
        from {{ rankhouse.as_source(plan.predictions, "predictions") }}
        group by {{ rankhouse.inline(columns.values() | list) }}
        having min({{ value }}) <> max({{ value }})
    {%- endset -%}
    {{
        return(
            rankhouse.check(
                "predictions",
                name,
                "several " ~ name ~ "s of a row",
                "different " ~ name ~ "s in the systems",
                "systems can only be compared on the same " ~ name ~ "s",
                refused="python",
                rows=rows,
                example=example,
            )
        )
    }}
{% endmacro %}
