{#
What is wrong with a run and its judgments, one row per kind of problem that occurs: side (run or judgments), problem,
n_rows and an example. query_metrics leaves such rows out (NULL, NaN) or stops (duplicates); here they show.
A relevance above 1000 is too much for an exponential gain. A column in both `by` and `judgments_by`, such as the day, is
a group of both: a query is looked for there alone. Arguments as in query_metrics.
#}
{% macro input_problems(run, judgments=none, by=[], judgments_by=[], columns={}) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "measures": ["precision"],
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
    } -%}
    {%- set plan = rankhouse.plan(arguments) -%}
    {%- do plan.update({"is_single": judgments is none}) -%}
    {{ rankhouse.laid_out(rankhouse.input_problems_of(plan)) if execute }}
{%- endmacro %}

{% macro input_problems_of(plan) -%}
    {%- set steps = [
        rankhouse.step(
            "given_run", "a row of the run", rankhouse.given_rows(plan, "run"), rankhouse.inlined()
        )
    ] -%}
    {%- set checks = rankhouse.side_problems("run", "score", plan.run_by) -%}
    {%- if not plan.is_single -%}
        {%- do steps.append(
            rankhouse.step(
                "given_judgments",
                "a row of the judgments",
                rankhouse.given_rows(plan, "judgments"),
                rankhouse.inlined(),
            )
        ) -%}
        {%- do checks.extend(rankhouse.side_problems("judgments", "relevance", plan.label_by)) -%}
        {%- do checks.append(rankhouse.queries_missing(plan, "run", "judgments", "query without judgments")) -%}
        {%- do checks.append(rankhouse.queries_missing(plan, "judgments", "run", "query without results")) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("problems", "a kind of problem", checks | join("\nunion all\n"))) -%}
    {{
        rankhouse.query_of(
            steps,
            "a kind of problem that occurs",
            "select\nside,\nproblem,\nn_rows,\nexample\nfrom rankhouse_problems\nwhere n_rows > 0",
        )
    }}
{%- endmacro %}

{% macro given_rows(plan, side) -%}
    select {{ rankhouse.listed(rankhouse.read_columns(plan, side)) ~ "\n" }} from {{ rankhouse.as_source(plan[side]) }}
{%- endmacro %}

{% macro side_problems(side, value, by) %}
    {%- set given = "rankhouse_given_" ~ side -%}
    {%- set unusable = value ~ " is null or not (" ~ rankhouse.is_number(value) ~ ")" -%}
    {%- set overflowing = rankhouse.double(value) ~ " > 1000 and " ~ rankhouse.is_number(value) -%}
    {%- set checks = [
        rankhouse.problem(side, "query_id is NULL", given, "item_id", "query_id is null"),
        rankhouse.problem(side, "item_id is NULL", given, "query_id", "item_id is null"),
        rankhouse.problem(side, value ~ " is NULL or NaN", given, "query_id", unusable),
    ] -%}
    {%- if value == "relevance" -%}
        {%- do checks.append(rankhouse.problem(side, "relevance above 1000", given, "query_id", overflowing)) -%}
    {%- endif -%}
    {%- set repeated = "(\n" ~ rankhouse.repeated_items(given, by + ["query_id", "item_id"]) ~ "\n)" -%}
    {%- do checks.append(rankhouse.problem(side, "duplicate", repeated, "query_id", "1 = 1")) -%}
    {{ return(checks) }}
{% endmacro %}

{# One row: how many rows of a relation fulfil a condition, and the column's value in one of them. #}
{% macro problem(side, problem, relation, column, condition) -%}
    select
        {{ rankhouse.literal(side) }} as side,
        {{ rankhouse.literal(problem) }} as problem,
        count(*) as n_rows,
        min({{ rankhouse.text(column) }}) as example
    from {{ relation }} as checked
    where {{ condition }}
{%- endmacro %}

{# The items that a query, within each group, has more than once. #}
{% macro repeated_items(relation, key) -%}
    select {{ rankhouse.listed(key + ["count(*) as n_copies"]) }}
    from {{ relation }} as listed
    where {{ key[-2] }} is not null and {{ key[-1] }} is not null
    group by {{ rankhouse.inline(key) }}
    having count(*) > 1
{%- endmacro %}

{# The queries of one side that the other one lacks, within the groups that both have, in one row. #}
{% macro queries_missing(plan, side, other, problem) -%}
    {%- set missing -%}
        (
            select distinct {{ rankhouse.inline(plan.shared_by + ["query_id"]) }}
            from rankhouse_given_{{ side }} as here
            where
            query_id is not null
            and not exists (
                select 1
                from rankhouse_given_{{ other }} as there
                where {{ rankhouse.match_judged(plan, "there", "here", ["query_id"]) }}
            )
        )
    {%- endset -%}
    {{ rankhouse.problem(side, problem, missing, "query_id", "1 = 1") }}
{%- endmacro %}
