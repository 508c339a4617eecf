{# Checks of logs of a policy's actions. In SQL such rows, and the slates that they are of, are left out and counted. #}
{% macro logged_policy_checks(plan) %}
    {%- set ids, by = ["slate_id", "position"] if plan.kind != "action" else [], plan.outputs -%}
    {%- set probabilities, numbers = ["logging_probability"], [] -%}
    {%- for prefix in plan.prefixes -%}
        {%- do probabilities.append((prefix or "target_") ~ "probability") -%}
    {%- endfor -%}
    {%- if plan.reads_reward -%} {%- do numbers.append("reward") -%} {%- endif -%}
    {%- if plan.reads_predicted -%} {%- do numbers.append("predicted_reward") -%} {%- endif -%}
    {%- for prefix in plan.prefixes if plan.reads_expected -%}
        {%- do numbers.append((prefix or "target_") ~ "predicted_reward") -%}
    {%- endfor -%}
    {%- set key = ids or probabilities + numbers -%}
    {%- set checks = [rankhouse.empty_check(plan, "log")] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "log", ids, by)) -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "log", probabilities + numbers, key, by)) -%}
    {%- for name in probabilities -%}
        {%- set value = rankhouse.double(rankhouse.renamed("log", name, plan.columns)) -%}
        {%- set is_logged = name == "logging_probability" -%}
        {%- set meaning = (
            "not above 0 and at most 1, although the action was played" if is_logged else "not from 0 to 1"
        ) -%}
        {%- set is_right = value ~ " between " ~ ("1e-50" if is_logged else "0") ~ " and 1.000001" -%}
        {%- do checks.append(rankhouse.number_of_log_check(plan, name, "no probability", meaning, is_right, key)) -%}
    {%- endfor -%}
    {%- for name in numbers -%}
        {%- set value = rankhouse.label_number(rankhouse.renamed("log", name, plan.columns)) -%}
        {%- set is_right = "abs(" ~ value ~ ") <= 1e50" -%}
        {%- do checks.append(rankhouse.number_of_log_check(plan, name, "beyond 1e50", "beyond 1e50", is_right, key)) -%}
    {%- endfor -%}
    {%- if ids -%} {%- do checks.extend(rankhouse.slate_checks(plan, probabilities)) -%} {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{% macro number_of_log_check(plan, name, problem, meaning, is_right, key) %}
    {%- set shown = " (column '" ~ rankhouse.name_of_column(plan, "log", name) ~ "')" -%}
    {{
        return(
            rankhouse.check(
                "log",
                name,
                name ~ " is " ~ problem,
                rankhouse.with_article(name) ~ shown ~ " that is " ~ meaning,
                "fix it or leave these rows out",
                refused="python",
                when="not (" ~ is_right ~ ")",
                example=rankhouse.example_of(plan, "log", key, plan.outputs),
            )
        )
    }}
{% endmacro %}

{# A position once, and probabilities that fit together. #}
{% macro slate_checks(plan, probabilities) %}
    {%- set along = rankhouse.along_slates(plan) -%}
    {%- set position = rankhouse.renamed("log", "position", plan.columns) -%}
    {%- set twice = position ~ " = lag(" ~ position ~ ") " ~ along -%}
    {%- set checks = [
        rankhouse.slate_check(
            plan, "position", "position twice", twice, "a position twice", "keep one row of each"
        )
    ] -%}
    {%- for name in probabilities if plan.kind in ["slate", "prefix"] -%}
        {%- set value = rankhouse.double(rankhouse.renamed("log", name, plan.columns)) -%}
        {%- set before = "lag(" ~ value ~ ") " ~ along -%}
        {%- if plan.kind == "slate" -%}
            {%- do checks.append(
                rankhouse.slate_check(
                    plan,
                    name,
                    "several of " ~ name,
                    "abs(" ~ value ~ " - " ~ before ~ ") > 1e-9",
                    "different values of " ~ name,
                    "sips and snsips need the probability of the whole slate, the same in all its rows",
                )
            ) -%}
        {%- else -%}
            {%- do checks.append(
                rankhouse.slate_check(
                    plan,
                    name,
                    name ~ " rises",
                    value ~ " > " ~ before ~ " * (1 + 1e-9)",
                    "a " ~ name ~ " that rises from one position to the next",
                    "rips, snrips and cascade_dr need the probability of all items down to the position, which cannot rise",
                )
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{# Down a slate within its group. #}
{% macro along_slates(plan) %}
    {%- set groups = [] -%}
    {%- for name in plan.outputs -%} {%- do groups.append(rankhouse.own_column("log", name)) -%} {%- endfor -%}
    {%- do groups.append(rankhouse.renamed("log", "slate_id", plan.columns)) -%}
    {%- set position = rankhouse.renamed("log", "position", plan.columns) -%}
    {{ return("over (partition by " ~ rankhouse.inline(groups) ~ " order by " ~ position ~ ")") }}
{% endmacro %}

{# `is_wrong`: a condition with windows on a row. #}
{% macro slate_check(plan, column, problem, is_wrong, said, advice) %}
    {%- set slate = rankhouse.renamed("log", "slate_id", plan.columns) -%}
    {%- set position = rankhouse.renamed("log", "position", plan.columns) -%}
    {%- set groups = [] -%}
    {%- for name in plan.outputs -%}
        {%- do groups.append(rankhouse.own_column("log", name) ~ " as group_" ~ loop.index) -%}
    {%- endfor -%}
    {%- set wrong = "case when " ~ is_wrong ~ " then 1 else 0 end as is_wrong" -%}
    {%- set read = groups + [slate ~ " as slate", position ~ " as place", wrong] -%}
    {%- set key = ["slate"] -%}
    {%- for name in plan.outputs -%} {%- do key.append("group_" ~ loop.index) -%} {%- endfor -%}
    {%- set rows -%}
        select slate, min(place) as place
        from
            (
                select {{ rankhouse.listed(read) }}
                from {{ rankhouse.as_source(plan.log, "log") }}
            ) as looked_at
        where is_wrong = 1
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {%- set example = {
        rankhouse.name_of_column(plan, "log", "slate_id"): "slate",
        rankhouse.name_of_column(plan, "log", "position"): "place",
    } -%}
    {{
        return(
            rankhouse.check(
                "log",
                column,
                problem,
                said,
                advice,
                refused="python",
                rows=rows,
                example=example,
                of=["slate has", "slates have"],
            )
        )
    }}
{% endmacro %}
