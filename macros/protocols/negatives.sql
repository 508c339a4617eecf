{#
What a sampled evaluation ranks: of each query with a relevant item its relevant items, and `n` other items of the catalogue
at random, its negatives. Columns: query_id, item_id, relevance (0 of a negative) and n_negatives, of the query: fewer
than `n` where the catalogue has no more. The rows are the candidates of an evaluation.

Drawn without replacement by a hash of seed, query and draw: the same rows on every engine, every day, in every order.
Never drawn: relevant items, and those of `exclude`.

    by="uniform"     every item alike. About 2 n + 40 numbers of items are drawn for a query, and only queries that this
                     gives too few negatives look at the whole catalogue: queries x n rows
    by="popularity"  by the column `popularity` of the items, in proportion: the n smallest of -ln(u) / popularity
                     (Efraimidis and Spirakis, 2006). queries x items rows
#}
{% macro sample_negatives(
    items, judgments, n=100, by="uniform", exclude=none, seed=0, relevant_from=none, columns={}
) -%}
    {%- do rankhouse.refuse_others("sample_negatives", kwargs) -%}
    {%- set plan = rankhouse.negatives_plan(items, judgments, n, by, exclude, seed, relevant_from, columns) -%}
    {{ rankhouse.laid_out(rankhouse.sample_negatives_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro negatives_plan(items, judgments, n, by, exclude, seed, relevant_from, columns) %}
    {%- do rankhouse.check_arguments("sample_negatives", {"items": items, "exclude": exclude, "by": by}) -%}
    {%- set plan = rankhouse.sampled_plan(
        judgments,
        [],
        relevant_from,
        columns,
        ["query_id", "item_id", "relevance", "popularity"],
        ["items", "judgments", "exclude"],
    ) -%}
    {%- do plan.update(
        {
            "items": items,
            "excluded": exclude,
            "has_excluded": exclude is not none,
            "sampled": by,
        }
    ) -%}
    {%- do plan.update(rankhouse.read_arguments("sample_negatives", {"n": n, "seed": seed})) -%}
    {%- set ids = ["query_id", "item_id"] -%}
    {%- set reads = {"judgments": ids + ["relevance"], "items": ["item_id"], "exclude": ids} -%}
    {%- do reads.update({"items": ["item_id"] + (["popularity"] if by == "popularity" else [])}) -%}
    {%- set numbers, tables = ["relevance", "popularity"], dict(plan, exclude=exclude) -%}
    {%- do plan.update(rankhouse.require_columns(tables, reads, numbers, ["item_id"])) -%}
    {{ return(plan) }}
{% endmacro %}

{# What both ends of a sampled evaluation need to know of the judgments. #}
{% macro sampled_plan(judgments, by, relevant_from, columns, names, sides) %}
    {%- do rankhouse.a_relation("judgments", judgments) -%}
    {%- do rankhouse.check_groups("sampled_ranks", {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, names, sides) -%}
    {%- do rankhouse.check_arguments("sampled_ranks", {"relevant_from": relevant_from}) -%}
    {%- set plan = {
        "judgments": judgments,
        "columns": columns,
        "relevant_from": relevant_from,
        "checked": false,
        "read_as": {},
        "exclude": none,
        "candidates": none,
    } -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro sample_negatives_of(plan) -%}
    {%- set steps = rankhouse.relevant_steps(plan) -%}
    {%- set queries -%} select distinct query_id from rankhouse_relevant {%- endset -%}
    {%- do steps.append(rankhouse.step("queries", "a query with a relevant item", queries)) -%}
    {%- do steps.append(
        rankhouse.step("taken", "an item that is not drawn for a query", rankhouse.taken_items(plan))
    ) -%}
    {%- do steps.append(rankhouse.step("catalogue", "an item of the catalogue", rankhouse.numbered_catalogue(plan))) -%}
    {%- set scanned = "queries" -%}
    {%- if plan.sampled == "uniform" -%}
        {%- set scanned = "short" -%} {%- do steps.extend(rankhouse.draw_steps(plan)) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step(
            "scanned",
            "an item for a query whose whole catalogue is looked at",
            rankhouse.scanned_items(plan, scanned),
        )
    ) -%}
    {%- set negatives -%}
        select query_id, item_id, place from rankhouse_scanned where place <= {{ plan.n }}
        {%- if plan.sampled == "uniform" %}
            union all
            select query_id, item_id, place from rankhouse_drawn where place <= {{ plan.n }} and n_drawn >= {{ plan.n }}
        {%- endif -%}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("negatives", "a negative of a query", negatives)) -%}
    {%- set sql -%}
        select
        {{
            rankhouse.listed(
                [
                    "candidates.query_id as query_id",
                    "candidates.item_id as item_id",
                    "candidates.relevance as relevance",
                    "coalesce(sizes.n_negatives, 0) as n_negatives",
                ]
            )
        }}
        from (
            select query_id, item_id, relevance from rankhouse_relevant
            union all
            select query_id, item_id, {{ rankhouse.double(0) }} as relevance from rankhouse_negatives
        ) as candidates
        {{ rankhouse.join_sizes("candidates") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a candidate of a query", sql) }}
{%- endmacro %}

{# How many negatives the query of a row has, as sizes.n_negatives: NULL for none. #}
{% macro join_sizes(relation) -%}
    left join
        (select query_id, count(*) as n_negatives from rankhouse_negatives group by query_id) as sizes
        on {{ relation }}.query_id = sizes.query_id
{%- endmacro %}

{# The judgments, and the relevant items among them. #}
{% macro relevant_steps(plan) %}
    {%- set relevant -%}
        select query_id, item_id, relevance
        from rankhouse_judgments
        where {{ rankhouse.binary_gain("relevance", plan.relevant_from) }} > 0
    {%- endset -%}
    {%- set steps = rankhouse.item_steps(plan, "judgments", "judgments", "a judged item of a query") -%}
    {{ return(steps + [rankhouse.step("relevant", "a relevant item of a query", relevant)]) }}
{% endmacro %}

{# Each pair of query and item in a relation, once. #}
{% macro distinct_pairs(plan, side, relation) -%}
    {%- set query, item = rankhouse.renamed(side, "query_id", plan.columns), rankhouse.renamed(
        side, "item_id", plan.columns
    ) -%}
    select distinct {{ query }} as query_id, {{ item }} as item_id
    from {{ rankhouse.as_source(relation, side) }}
    where {{ query }} is not null and {{ item }} is not null
{%- endmacro %}

{% macro taken_items(plan) -%}
    select query_id, item_id
    from rankhouse_relevant
    {%- if plan.has_excluded %}
        union all
        {{ rankhouse.distinct_pairs(plan, "exclude", plan.excluded) }}
    {%- endif -%}
{%- endmacro %}

{# Duplicates are one item, the most popular of them; an item without popularity is never drawn by it. #}
{% macro numbered_catalogue(plan) -%}
    {%- set item = rankhouse.renamed("items", "item_id", plan.columns) -%}
    {%- if plan.sampled == "popularity" -%}
        {%- set weight = rankhouse.double(rankhouse.renamed("items", "popularity", plan.columns)) -%}
        select {{ item }} as item_id, max({{ weight }}) as popularity
        from {{ rankhouse.as_source(plan["items"], "items") }}
        where {{ item }} is not null and {{ weight }} > 0 and {{ rankhouse.is_number(weight) }}
        group by {{ item }}
    {%- else -%}
        select
            item_id,
            row_number() over (order by {{ rankhouse.byte_order(rankhouse.text("item_id"), "asc") }}) as item_number
        from
            (
                select distinct {{ item }} as item_id
                from {{ rankhouse.as_source(plan["items"], "items") }}
                where {{ item }} is not null
            ) as items
    {%- endif -%}
{%- endmacro %}

{# Numbers of items are drawn with replacement, and what is drawn again or may not be drawn is passed over. #}
{% macro draw_steps(plan) %}
    {%- set number = (
        "floor(("
        ~ rankhouse.random_number(
            "draw " ~ plan.seed,
            [
                "queries.query_id",
                "attempts.attempt",
            ],
        )
        ~ ") * size.n_items)"
    ) -%}
    {%- set drawn -%}
        select
        found.query_id as query_id, found.item_id as item_id,
        row_number() over (partition by found.query_id order by found.attempt) as place,
        count(*) over (partition by found.query_id) as n_drawn
        from (
            select draws.query_id as query_id, catalogue.item_id as item_id, min(draws.attempt) as attempt
            from (
                select
                queries.query_id as query_id, attempts.attempt as attempt,
                {{ rankhouse.bigint(number) }} + 1 as item_number
                from rankhouse_queries as queries
                cross join ({{ rankhouse.attempts_upto(plan.n) }}) as attempts
                cross join (select count(*) as n_items from rankhouse_catalogue) as size
            ) as draws
            join rankhouse_catalogue as catalogue on draws.item_number = catalogue.item_number
            group by draws.query_id, catalogue.item_id
        ) as found
        left join rankhouse_taken as taken on found.query_id = taken.query_id and found.item_id = taken.item_id
        where taken.item_id is null
    {%- endset -%}
    {%- set short -%}
        select queries.query_id as query_id
        from rankhouse_queries as queries
        left join (
            select query_id from rankhouse_drawn where place = {{ plan.n }}
        ) as full_ones on queries.query_id = full_ones.query_id
        where full_ones.query_id is null
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("drawn", "an item drawn for a query", drawn),
                rankhouse.step("short", "a query with too few of them", short),
            ]
        )
    }}
{% endmacro %}

{# The rows 1, 2, ... of `attempt`: enough for n different items of a catalogue twice as large, all but always. #}
{% macro attempts_upto(n) %} {{ return(adapter.dispatch("attempts_upto", "rankhouse")(n)) }}{% endmacro %}

{% macro default__attempts_upto(n) -%}
    {%- set last = 2 * (n | int) + 40 -%}
    {%- set terms, tables = [], [] -%}
    {%- for place in range((last - 1) | string | length) -%}
        {%- do terms.append((10**place) | string ~ " * digits_" ~ place ~ ".digit") -%}
        {%- do tables.append("(" ~ rankhouse.digits(0, 9) ~ ") as digits_" ~ place) -%}
    {%- endfor -%}
    select attempt
    from (select {{ terms | join(" + ") }} + 1 as attempt from {{ tables | join("\ncross join ") }}) as numbers
    where attempt <= {{ last }}
{%- endmacro %}

{% macro duckdb__attempts_upto(n) -%} select range as attempt from range(1, 2 * {{ n }} + 41) {%- endmacro %}

{# `queries`: the step that has the queries. #}
{% macro scanned_items(plan, queries) -%}
    {%- set drawn = rankhouse.random_number("item " ~ plan.seed, ["queries.query_id", "catalogue.item_id"]) -%}
    {%- set key = drawn -%}
    {%- if plan.sampled == "popularity" -%}
        {%- set key = "-ln(1 - " ~ drawn ~ ") / catalogue.popularity" -%}
    {%- endif -%}
    select
        query_id,
        item_id,
        row_number() over (
            partition by query_id order by draw_key, {{ rankhouse.byte_order(rankhouse.text("item_id"), "asc") }}
        ) as place
    from
        (
            select queries.query_id as query_id, catalogue.item_id as item_id, {{ key }} as draw_key
            from rankhouse_{{ queries }} as queries
            cross join rankhouse_catalogue as catalogue
            left join
                rankhouse_taken as taken on queries.query_id = taken.query_id and catalogue.item_id = taken.item_id
            where taken.item_id is null
        ) as eligible
{%- endmacro %}
