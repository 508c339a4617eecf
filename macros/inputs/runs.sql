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
        {%- do checks.append(rankhouse.common_check(plan, "run", "judgments", "query_id")) -%}
        {%- do checks.extend(rankhouse.query_weight_checks(plan, by)) -%}
    {%- endif -%}
    {%- do checks.extend(rankhouse.rank_order_checks(plan, "run", plan.groups.run_group + plan.groups.shared_group)) -%}
    {%- set problems = {"run": "query without judgments", "judgments": "query without results"} -%}
    {%- for side, sql in missing.items() -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                "query_id",
                problems[side],
                "no judgments" if side == "run" else "no results",
                "the policy `queries` decides if they count",
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
    {%- set table = {"side": side, "ids": ["query_id", "item_id"], "numbers": [value], "by": by} -%}
    {%- do table.update({"is_labelled": false, "exponential": "counted"}) -%}
    {%- set checks = rankhouse.list_checks(plan, table) -%}
    {%- do checks.append(rankhouse.single_items_check(plan, table)) -%}
    {{ return(checks) }}
{% endmacro %}

{# Whether the judgments name a column of weights of their queries. #}
{% macro queries_weigh(plan) %}
    {{ return(plan.columns.get("judgments.weight", plan.columns.get("weight")) is not none) }}
{% endmacro %}

{# An evaluation stops at a weight of a query that is none, and at two of one query. #}
{% macro query_weight_checks(plan, by) %}
    {%- if not rankhouse.queries_weigh(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set own = rankhouse.renamed("judgments", "weight", plan.columns) -%}
    {%- set weight, name = rankhouse.double(own), rankhouse.name_of_column(plan, "judgments", "weight") -%}
    {%- set query = rankhouse.renamed("judgments", "query_id", plan.columns) -%}
    {%- set groups = [query] -%}
    {%- for column in by -%} {%- do groups.append(rankhouse.own_column("judgments", column)) -%} {%- endfor -%}
    {%- set rows -%}
        select {{ query }} as key_1, min({{ weight }}) as lowest, max({{ weight }}) as highest
        from {{ rankhouse.as_source(plan.judgments, "judgments") }}
        where {{ query }} is not null
        group by {{ rankhouse.inline(groups) }}
        having min({{ weight }}) < max({{ weight }})
    {%- endset -%}
    {{
        return(
            [
                rankhouse.check(
                    "judgments",
                    "weight",
                    "weight is NULL, NaN, infinite or below 0",
                    "a weight that is NULL, NaN, infinite or below 0 "
                    ~ rankhouse.in_column(plan, "judgments", "weight"),
                    "give the query a weight of at least 0",
                    when="not coalesce(" ~ weight ~ " >= 0 and " ~ rankhouse.is_moderate(weight) ~ ", false)",
                    example=rankhouse.example_of(plan, "judgments", ["query_id", "weight"], by),
                ),
                rankhouse.check(
                    "judgments",
                    "weight",
                    "query with several weights",
                    "several weights",
                    "give it the same weight in all its rows",
                    rows=rows,
                    example={
                        rankhouse.name_of_column(plan, "judgments", "query_id"): "key_1",
                        name: "lowest",
                        "other " ~ name: "highest",
                    },
                    of=["query has", "queries have"],
                ),
            ]
        )
    }}
{% endmacro %}

{# What keeps the items of a run from meeting those of its judgments, of the steps that have both. #}
{% macro common_id_checks(plan) %}
    {%- set checks = [] -%}
    {%- for id in ["query_id", "item_id"] if rankhouse.differing_ids(plan, id) -%}
        {%- do checks.append(
            rankhouse.check(
                "run",
                id,
                "ids of different types",
                rankhouse.says_ids_differ(),
                rankhouse.advises_one_type(),
                rows=rankhouse.differing_ids(plan, id),
                example={
                    rankhouse.name_of_column(plan, "run", id) ~ " of run": "run_id",
                    rankhouse.name_of_column(plan, "judgments", id) ~ " of judgments": "judgments_id",
                },
                of=none,
            )
        ) -%}
    {%- endfor -%}
    {%- set example = {} -%}
    {%- for side in ["run", "judgments"] -%}
        {%- do example.update({rankhouse.name_of_column(plan, side, "item_id") ~ " of " ~ side: side ~ "_item"}) -%}
    {%- endfor -%}
    {%- do checks.append(
        rankhouse.check(
            "run",
            "item_id",
            "no item in common with judgments",
            "run and judgments have queries in common, but none of their items",
            "no item can be a hit; check that the ids are written the same way",
            refused="counted",
            rows=rankhouse.items_apart(plan),
            example=example,
            of=none,
        )
    ) -%}
    {{ return(checks) }}
{% endmacro %}

{# One row where queries are in both inputs and no item of these, with the first item of each. #}
{% macro items_apart(plan) -%}
    {%- set judged_queries -%}
        select distinct {{ rankhouse.inline(plan.shared_by + ["written_query_id"]) }} from rankhouse_given_judgments
    {%- endset -%}
    select
        (select min(written_item_id) from rankhouse_given_run) as run_item,
        (select min(written_item_id) from rankhouse_given_judgments) as judgments_item
    from (select 1 as one) as asked
    where
        exists (
            select 1
            from rankhouse_given_run as run
            join
                ({{ judged_queries }}) as judged
                on {{ rankhouse.match("run", "judged", plan.shared_by + ["written_query_id"]) }}
        )
        and not exists (
            select 1
            from rankhouse_given_run as run
            join
                rankhouse_given_judgments as judgments
                on {{ rankhouse.match("run", "judgments", plan.shared_by + ["written_query_id", "written_item_id"]) }}
        )
{%- endmacro %}
