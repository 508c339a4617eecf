{#
What is wrong with a run and its judgments, one row per kind of problem that occurs: side (run or judgments), problem,
n_rows and an example. query_metrics leaves such rows out (NULL, NaN) or counts the highest (duplicates); here they show. A relevance above 1000 is
too much for an exponential gain.
`columns` renames as in query_metrics.
#}
{% macro input_problems(run, judgments=none, by=[], judgments_by=[], columns={}) -%}
    {%- set checks = rankhouse.side_problems("run", run, "score", by, columns) -%}
    {%- if judgments is not none -%}
        {%- do checks.extend(rankhouse.side_problems("judgments", judgments, "relevance", judgments_by, columns)) -%}
        {%- do checks.extend(rankhouse.shared_problems(run, judgments, columns)) -%}
    {%- endif -%}
    select side, problem, n_rows, example
    from ({{ checks | join(" union all ") }}) as problems
    where n_rows > 0
{%- endmacro %}

{% macro side_problems(side, relation, value, by, columns) %}
    {%- set query_id = rankhouse.renamed(side, "query_id", columns) -%}
    {%- set item_id = rankhouse.renamed(side, "item_id", columns) -%}
    {%- set number = rankhouse.renamed(side, value, columns) -%}
    {%- set unusable = number ~ " is null or not (" ~ rankhouse.is_number(number) ~ ")" -%}
    {%- set overflowing = rankhouse.double(number) ~ " > 1000 and " ~ rankhouse.is_number(number) -%}
    {{
        return(
            [
                rankhouse.problem(side, "query_id is NULL", relation, item_id, query_id ~ " is null"),
                rankhouse.problem(side, "item_id is NULL", relation, query_id, item_id ~ " is null"),
                rankhouse.problem(side, value ~ " is NULL or NaN", relation, query_id, unusable),
            ]
            + (
                [rankhouse.problem(side, "relevance above 1000", relation, query_id, overflowing)]
                if value == "relevance"
                else []
            )
            + [
                rankhouse.problem(
                    side,
                    "duplicate",
                    "(" ~ rankhouse.repeated_items(relation, query_id, item_id, by) ~ ")",
                    query_id,
                    "1 = 1",
                ),
            ]
        )
    }}
{% endmacro %}

{% macro shared_problems(run, judgments, columns) %}
    {%- set mine = rankhouse.renamed("run", "query_id", columns) -%}
    {%- set theirs = rankhouse.renamed("judgments", "query_id", columns) -%}
    {{
        return(
            [
                rankhouse.problem(
                    "run",
                    "query without judgments",
                    rankhouse.queries_missing(run, mine, judgments, theirs),
                    mine,
                    "1 = 1",
                ),
                rankhouse.problem(
                    "judgments",
                    "query without results",
                    rankhouse.queries_missing(judgments, theirs, run, mine),
                    theirs,
                    "1 = 1",
                ),
            ]
        )
    }}
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

{% macro renamed(side, column, columns) %}
    {{ return(rankhouse.quoted(columns.get(side ~ "." ~ column, columns.get(column, column)))) }}
{% endmacro %}

{# The items that a query, within each group, has more than once; column names as the engine quotes them. #}
{% macro repeated_items(relation, query_id, item_id, by=[]) -%}
    {%- set key = [] -%}
    {%- for column in by -%} {%- do key.append(rankhouse.quoted(column)) -%} {%- endfor -%}
    {%- do key.extend([query_id, item_id]) -%}
    select {{ key | join(", ") }}, count(*) as n_copies
    from {{ relation }} as listed
    where {{ query_id }} is not null and {{ item_id }} is not null
    group by {{ key | join(", ") }}
    having count(*) > 1
{%- endmacro %}

{# The queries of one relation that another one lacks. #}
{% macro queries_missing(relation, query_id, other, other_query_id) -%}
    (
        select distinct {{ query_id }}
        from {{ relation }} as here
        where
            {{ query_id }} is not null
            and not exists (select 1 from {{ other }} as there where there.{{ other_query_id }} = here.{{ query_id }})
    )
{%- endmacro %}
