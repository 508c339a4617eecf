{#
Checks of a run and its judgments, for input_problems. The steps of an evaluation leave rows without an id or a number out,
and stop at duplicates by themselves. `missing`: for each side a query of the queries that the other one lacks.
#}
{% macro run_checks(plan, missing={}) %}
    {%- set score = "rank" if rankhouse.reads_ranks(plan.columns, "run") else "score" -%}
    {%- set checks = rankhouse.ranked_side_checks(
        plan, "run", score, plan.groups.run_group + plan.groups.shared_group
    ) -%}
    {%- if "judgments" in missing -%}
        {%- set by = plan.groups.shared_group + plan.groups.judged_group -%}
        {%- do checks.extend(rankhouse.ranked_side_checks(plan, "judgments", "relevance", by)) -%}
    {%- endif -%}
    {%- set problems = {"run": "query without judgments", "judgments": "query without results"} -%}
    {%- for side, sql in missing.items() -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                "query_id",
                problems[side],
                "no judgments" if side == "run" else "no results",
                "they count or not, as the policy `queries` says",
                refused="counted",
                rows=sql,
                example={rankhouse.name_of_column(plan, side, "query_id"): "query_id"},
                of=["query has", "queries have"],
            )
        ) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{% macro ranked_side_checks(plan, side, value, by) %}
    {%- set ids, shown = ["query_id", "item_id"], rankhouse.in_column(plan, side, value) -%}
    {%- set number = rankhouse.not_text(rankhouse.renamed(side, value, plan.columns), value) -%}
    {%- set example = rankhouse.example_of(plan, side, ids, by) -%}
    {%- set checks = rankhouse.missing_id_checks(plan, side, ids, by) -%}
    {%- do checks.append(
        rankhouse.check(
            side,
            value,
            value ~ " is NULL or NaN",
            "no " ~ value ~ " (NULL or NaN " ~ shown ~ ")",
            "leave these rows out or fill them in",
            refused="python",
            when=number ~ " is null or not (" ~ rankhouse.is_number(number) ~ ")",
            example=example,
        )
    ) -%}
    {%- if value == "relevance" -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                value,
                "relevance above 1000",
                "a relevance above 1000 "
                ~ shown
                ~ ", of which the exponential gain 2^relevance - 1 overflows",
                "scale the grades or ask for gain=linear, such as 'ndcg(gain=linear)@10'",
                refused="counted",
                when=rankhouse.double(number) ~ " > 1000 and " ~ rankhouse.is_number(number),
                example=example,
            )
        ) -%}
    {%- endif -%}
    {%- set are_there = rankhouse.all_are_there(plan, side, ids) -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            side,
            ids,
            by,
            "duplicate",
            "more than once in the same query",
            "keep one row each",
            ["item stands", "items stand"],
            where=are_there,
            tells_apart=true,
        )
    ) -%}
    {{ return(checks) }}
{% endmacro %}
