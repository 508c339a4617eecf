{#
Checks of logs of interleaved searches. In SQL rows without a search, an item or a position were not shown and do not count,
an item counts once a search, and what is of no team (NULL) or has no rank has no credit; interleaving_checks counts them.
#}
{% macro interleaved_checks(plan) %}
    {%- set ids, by = ["search_id", "item_id"], plan.outputs -%}
    {%- set position = rankhouse.renamed("log", "position", plan.columns) -%}
    {%- set clicked = rankhouse.label_number(rankhouse.renamed("log", "clicked", plan.columns)) -%}
    {%- set shown = rankhouse.in_column(plan, "log", "position") -%}
    {%- set checks = [
        rankhouse.empty_check(plan, "log"),
        rankhouse.number_check(plan, "log", "clicked"),
        rankhouse.number_check(plan, "log", "position"),
    ] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "log", ids, by)) -%}
    {%- do checks.append(rankhouse.clicked_check(plan, ids, by)) -%}
    {%- do checks.append(
        rankhouse.check(
            "log",
            "position",
            "position is not finite",
            "a position that is NaN or infinite " ~ shown,
            "leave these rows out",
            refused="python",
            when=position
            ~ " is not null and ("
            ~ rankhouse.finite(rankhouse.double(position))
            ~ ") is null",
            example=rankhouse.example_of(plan, "log", ids, by),
        )
    ) -%}
    {%- do checks.append(
        rankhouse.check(
            "log",
            "position",
            "click on an item that was not shown",
            "on items that were not shown (NULL " ~ shown ~ ")",
            "give their positions, or leave them out",
            refused="python",
            when=position ~ " is null and " ~ clicked ~ " > 0",
            example=rankhouse.example_of(plan, "log", ids, by),
            of=["click is", "clicks are"],
        )
    ) -%}
    {%- do checks.extend(
        rankhouse.team_checks(plan, ids)
        if plan.method == "team_draft"
        else rankhouse.list_rank_checks(plan, ids)
    ) -%}
    {%- set repeated = {
        "item_id": ["item appears", "items appear"],
        "position": ["position is taken", "positions are taken"],
    } -%}
    {%- for name, of in repeated.items() -%}
        {%- do checks.append(
            rankhouse.repeated_check(
                plan,
                "log",
                ["search_id", name],
                by,
                name | replace("_id", "") ~ " twice in a search",
                "more than once in a search",
                "keep one row of each, or give each search an id of its own",
                of,
                refused="python",
                where=position ~ " is not null",
            )
        ) -%}
    {%- endfor -%}
    {%- if plan.cluster is not none -%}
        {%- do checks.append(rankhouse.cluster_check(plan, "log", "search_id")) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# Of the two teams, and of both of them. #}
{% macro team_checks(plan, ids) %}
    {%- set team = "lower(" ~ rankhouse.text(rankhouse.renamed("log", "team", plan.columns)) ~ ")" -%}
    {%- set names = rankhouse.literals([plan.team_a | lower, plan.team_b | lower]) -%}
    {%- set shown = rankhouse.in_column(plan, "log", "team") -%}
    {%- set checks = [
        rankhouse.check(
            "log",
            "team",
            "item of another team",
            "of a team other than '" ~ plan.team_a ~ "' and '" ~ plan.team_b ~ "' " ~ shown,
            "set team_a and team_b to the names of the teams; NULL is neither",
            when=team ~ " not in (" ~ names ~ ")",
            example=rankhouse.example_of(plan, "log", ids + ["team"], plan.outputs),
            of=["item is", "items are"],
        )
    ] -%}
    {%- for side, name in {"a": plan.team_a, "b": plan.team_b}.items() -%}
        {%- do checks.append(
            rankhouse.nothing_check(
                plan,
                "team",
                "no item of team " ~ side,
                team ~ " = " ~ rankhouse.literal(name | lower),
                "log: no item is of team '" ~ name ~ "' " ~ shown ~ ": a preference needs the items of both",
            )
        ) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{# Ranks in both lists. #}
{% macro list_rank_checks(plan, ids) %}
    {%- set checks = [] -%}
    {%- for name in ["rank_a", "rank_b"] -%}
        {%- set column, shown = rankhouse.renamed("log", name, plan.columns), rankhouse.in_column(plan, "log", name) -%}
        {%- do checks.append(rankhouse.number_check(plan, "log", name)) -%}
        {%- set advice = (
            "ranks start at 1: add 1 if yours start at 0, and use NULL if a list does not have the item"
        ) -%}
        {%- do checks.append(rankhouse.rank_check(plan, "log", name, ids, plan.outputs, advice)) -%}
        {%- set said = "log: no item has a rank " ~ shown ~ ": a preference needs the ranks in both lists" -%}
        {%- do checks.append(rankhouse.nothing_check(plan, name, "no " ~ name, column ~ " is not null", said)) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{# That some row of a log fulfils a condition; interleaving refuses it in SQL too. #}
{% macro nothing_check(plan, column, problem, condition, said) %}
    {%- set n = "count(case when " ~ condition ~ " then 1 end)" -%}
    {{
        return(
            rankhouse.check(
                "log",
                column,
                problem,
                said,
                refused="everywhere" if plan.is_summed else "python",
                figure="case when " ~ n ~ " = 0 then count(*) else 0 end",
                of=none,
            )
        )
    }}
{% endmacro %}
