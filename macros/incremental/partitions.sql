{#
One row per partition of the run that has ever been looked at: n_items, n_judgments and a fingerprint of the inputs and of
the SQL that makes the metrics. Looked at now are all partitions, or those of the var rankhouse_partitions, or the last
ones by the setting lookback; what was known of the others stays, and one that is gone has no items.
#}
{% macro partitions() -%}
    {%- set settings = rankhouse.settings() -%}
    {%- set partition = rankhouse.quoted(settings.partition) -%}
    {%- set known = load_relation(this) if execute and not flags.FULL_REFRESH else none -%}
    {%- set condition = "1 = 1" if known is none else rankhouse.window_condition(settings) -%}
    with
        rankhouse_looked_at as (
            {{
                rankhouse.configured(
                    rankhouse.fingerprints,
                    condition,
                    {
                        "partition": settings.partition,
                        "code": local_md5(
                            rankhouse.configured(rankhouse.metrics, none, rankhouse.settings_of_summary())
                            ~ rankhouse.configured(rankhouse.query_metrics)
                        ),
                    },
                )
            }}
        )
    select {{ partition }}, n_items, n_judgments, fingerprint
    from rankhouse_looked_at
    {%- if known is not none %}
        union all
        select
            {{ partition }},
            case when {{ condition }} then 0 else n_items end as n_items,
            case when {{ condition }} then 0 else n_judgments end as n_judgments,
            case when {{ condition }} then 'gone' else fingerprint end as fingerprint
        from {{ known }} as known
        where
            not exists (
                select 1
                from rankhouse_looked_at as looked_at
                where {{ rankhouse.same("looked_at." ~ partition, "known." ~ partition) }}
            )
    {%- endif %}
{%- endmacro %}

{# The condition that a partition is looked at. #}
{% macro window_condition(settings) %}
    {%- set run = rankhouse.input_relation(settings.run) -%}
    {%- if var("rankhouse_partitions", none) is not none -%}
        {{ return(rankhouse.among(settings.partition, var("rankhouse_partitions"), run)) }}
    {%- endif -%}
    {%- set column = rankhouse.quoted(settings.partition) -%}
    {%- set recent -%}
        select {{ rankhouse.text("min(recent." ~ column ~ ")") }} as first_value
        from
            (
                select distinct {{ column }}
                from {{ run }}
                where {{ column }} is not null
                order by {{ column }} desc
                limit {{ settings.get("lookback", 1) | int }}
            ) as recent
    {%- endset -%}
    {%- set first = [] if settings.get("lookback") is none else rankhouse.column_of(recent) -%}
    {%- if not first or first[0] is none -%} {{ return("1 = 1") }}{%- endif -%}
    {{
        return(
            "("
            ~ column
            ~ " >= "
            ~ rankhouse.typed_literal(first[0], settings.partition, run)
            ~ " or "
            ~ column
            ~ " is null)"
        )
    }}
{% endmacro %}

{# Arguments as in query_metrics, the inputs being those of the partitions that are looked at. #}
{% macro fingerprints(
    run,
    judgments=none,
    measures=[],
    by=[],
    judgments_by=[],
    columns={},
    ties=none,
    queries=none,
    unjudged=none,
    checked=false,
    relevant_from=none,
    pool=none,
    convention=none,
    partition=none,
    code=""
) -%}
    {%- set plan = rankhouse.plan(
        run,
        judgments,
        measures,
        by,
        judgments_by,
        columns,
        ties,
        queries,
        unjudged,
        checked,
        relevant_from,
        pool,
        convention,
    ) -%}
    {%- set part = plan.by[plan.outputs.index(partition)] -%}
    {%- set shared = part in plan.common_by -%}
    select
        {{ "items." ~ part }} as {{ rankhouse.quoted(partition) }},
        items.n_rows as n_items,
        coalesce(judged.n_rows, 0) as n_judgments,
        {{
            dbt.hash(
                [
                    rankhouse.literal(code),
                    rankhouse.text("items.n_rows"),
                    "items.rows_hash",
                    rankhouse.text("coalesce(judged.n_rows, 0)"),
                    "coalesce(judged.rows_hash, '')",
                ]
                | join(" || ':' || ")
            )
        }} as fingerprint
    from ({{ rankhouse.hashed_rows(plan, "run", plan.run_by, "score", part) }}) as items
    left join
        ({{ rankhouse.hashed_rows(plan, "judgments", plan.label_by, "relevance", part if shared else none) }}) as judged
        on {{ rankhouse.match("items", "judged", [part]) if shared else "1 = 1" }}
{%- endmacro %}

{# The number of rows of an input and the sum of their hashes, of each partition or, without one, of all. #}
{% macro hashed_rows(plan, side, groups, value, part) -%}
    {%- set hashed = rankhouse.row_hash(groups + ["query_id", "item_id", value]) -%}
    select
        {{ part ~ "," if part is not none }}
        count(*) as n_rows,
        {{ rankhouse.literal(invocation_id) if hashed is none else rankhouse.text("sum(" ~ hashed ~ ")") }} as rows_hash
    from {{ rankhouse.input_rows(plan, side) }} {{ "group by " ~ part if part is not none }}
{%- endmacro %}
