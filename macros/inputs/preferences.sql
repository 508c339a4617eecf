{# Checks of preferences. In SQL a comparison without a query, one of its systems or a winner was not made. #}
{% macro preference_checks_of_input(plan) %}
    {%- set ids, by = ["query_id", "system_a", "system_b"], plan.outputs -%}
    {%- set example = rankhouse.example_of(plan, "preferences", ids + ["winner"], by) -%}
    {%- set systems = [] -%}
    {%- for name in ids[1:] -%}
        {%- do systems.append(rankhouse.text(rankhouse.renamed("preferences", name, plan.columns))) -%}
    {%- endfor -%}
    {%- set winner = rankhouse.text(rankhouse.renamed("preferences", "winner", plan.columns)) -%}
    {%- set checks = [rankhouse.empty_check(plan, "preferences")] -%}
    {%- if plan.is_weighted -%}
        {%- do checks.append(rankhouse.number_check(plan, "preferences", "weight")) -%}
    {%- endif -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "preferences", ids, by)) -%}
    {%- do checks.append(rankhouse.missing_check(plan, "preferences", "winner", example)) -%}
    {%- if plan.has_judges -%}
        {%- do checks.append(
            rankhouse.missing_check(
                plan, "preferences", "judge_id", example, "leave them out or name the judge"
            )
        ) -%}
    {%- endif -%}
    {%- do checks.append(
        rankhouse.check(
            "preferences",
            "winner",
            "winner is not a, b or tie",
            "a winner that is neither 'a', 'b' nor 'tie' "
            ~ rankhouse.in_column(plan, "preferences", "winner"),
            "a is the system that was shown first",
            when="not (" ~ winner ~ " in ('a', 'b', 'tie'))",
            example=example,
        )
    ) -%}
    {%- do checks.append(
        rankhouse.check(
            "preferences",
            "system_b",
            "system against itself",
            "a system that is compared with itself",
            "leave them out",
            when=systems | join(" = "),
            example=example,
        )
    ) -%}
    {%- if plan.is_weighted -%}
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
    {%- if plan.has_judges -%}
        {%- do checks.append(
            rankhouse.repeated_check(
                plan,
                "preferences",
                ids + ["judge_id"],
                by,
                "verdict twice",
                "more than once by one judge in the same order",
                "keep one row of each",
                ["comparison appears", "comparisons appear"],
                refused="python",
                tells_apart=true,
            )
        ) -%}
    {%- endif -%}
    {%- if plan.cluster is not none -%}
        {%- do checks.append(rankhouse.cluster_check(plan, "preferences", "query_id")) -%}
    {%- endif -%}
    {%- if plan.get("baseline") is not none -%}
        {%- do checks.append(rankhouse.known_baseline_check(plan)) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# That the baseline is one of the systems. #}
{% macro known_baseline_check(plan) %}
    {%- set one = rankhouse.text(rankhouse.renamed("preferences", "system_a", plan.columns)) -%}
    {%- set other = rankhouse.text(rankhouse.renamed("preferences", "system_b", plan.columns)) -%}
    {%- set rows -%}
        select min({{ one }}) as key_1
        from {{ rankhouse.as_source(plan.preferences, "preferences") }}
        having max(case when {{ plan.baseline }} in ({{ one }}, {{ other }}) then 1 else 0 end) = 0
    {%- endset -%}
    {{
        return(
            rankhouse.check(
                "preferences",
                "system_a",
                "baseline is no system",
                "baseline " ~ plan.baseline ~ " is not one of the systems",
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
