{# A comparison without a query, one of its systems or a winner was not made. #}
{% macro reads_preferences() %}
    {%- if false -%} {{ rankhouse.more_preference_checks() }}{%- endif -%}
    {%- set columns = {
        "query_id": "id",
        "system_a": "id",
        "system_b": "id",
        "winner": {
            "type": "choice",
            "of": ["a", "b", "tie"],
            "advice": "a is the system that was shown first",
        },
        "judge_id": {
            "type": "id",
            "optional": true,
            "found": true,
            "advice": "leave them out or name the judge",
        },
        "weight": {"type": "weight", "optional": true},
        "cluster": {"type": "cluster", "role": true},
    } -%}
    {%- set once = {
        "columns": ["query_id", "system_a", "system_b", "judge_id"],
        "problem": "verdict twice",
        "said": "more than once by one judge in the same order",
        "advice": "keep one row of each",
        "of": ["comparison appears", "comparisons appear"],
    } -%}
    {%- set example = ["query_id", "system_a", "system_b", "winner"] -%}
    {{
        return(
            {
                "tables": {"preferences": {"columns": columns, "once": once, "example": example}},
                "alike": ["system_a", "system_b"],
                "options": ["baseline"],
                "more": rankhouse.more_preference_checks,
            }
        )
    }}
{% endmacro %}

{% macro more_preference_checks(plan) %}
    {%- set example = rankhouse.example_of(
        plan, "preferences", plan.declared.tables.preferences.example, plan.outputs
    ) -%}
    {%- set systems = [] -%}
    {%- for name in ["system_a", "system_b"] -%}
        {%- do systems.append(rankhouse.text(rankhouse.renamed("preferences", name, plan.columns))) -%}
    {%- endfor -%}
    {%- set checks = [
        rankhouse.check(
            "preferences",
            "system_b",
            "system against itself",
            "a system that is compared with itself",
            "leave them out",
            when=systems | join(" = "),
            example=example,
        )
    ] -%}
    {%- if rankhouse.is_named(plan, "preferences", "weight") -%}
        {%- set weight = rankhouse.double(rankhouse.renamed("preferences", "weight", plan.columns)) -%}
        {%- do checks.append(
            rankhouse.check(
                "preferences",
                "weight",
                "weight is NULL, NaN, infinite or not above 0",
                "a weight that is NULL, NaN, infinite or not above 0 "
                ~ rankhouse.in_column(plan, "preferences", "weight"),
                "leave them out or give them a weight",
                when="case\nwhen " ~ rankhouse.is_positive_weight(weight) ~ "\nthen 0\nelse 1\nend = 1",
                example=example,
            )
        ) -%}
    {%- endif -%}
    {%- if plan.get("baseline") is not none -%}
        {%- do checks.append(rankhouse.known_baseline_check(plan)) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# That the baseline is one of the systems. #}
{% macro known_baseline_check(plan) %}
    {%- set baseline = rankhouse.asked_side("system_a", plan.baseline) -%}
    {%- set one = rankhouse.text(rankhouse.renamed("preferences", "system_a", plan.columns)) -%}
    {%- set other = rankhouse.text(rankhouse.renamed("preferences", "system_b", plan.columns)) -%}
    {%- set rows -%}
        select min({{ one }}) as key_1
        from {{ rankhouse.as_source(plan.preferences, "preferences") }}
        having max(case when {{ baseline }} in ({{ one }}, {{ other }}) then 1 else 0 end) = 0
    {%- endset -%}
    {{
        return(
            rankhouse.check(
                "preferences",
                "system_a",
                "baseline is no system",
                "baseline " ~ baseline ~ " is not one of the systems",
                "name one of them",
                refused="python",
                rows=rows,
                example={rankhouse.name_of_column(plan, "preferences", "system_a"): "key_1"},
                of=none,
            )
        )
    }}
{% endmacro %}

{# Whether a number is a weight: finite, and above 0. #}
{% macro is_positive_weight(weight) %} {{ return(weight ~ " > 0 and " ~ weight ~ " <= 1e100") }}{% endmacro %}
