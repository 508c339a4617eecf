{#
The two inputs of a table macro, as in input_ctes. Which rows these are depends on `pool` and `unjudged`: DuckDB binds
the step that is named, and no other. The shared grouping columns of a run are more than those of its judgments when
these are those of retrieved items; by_common has the columns that both have.
#}
{% macro argument_input_ctes(plan) -%}
    {%- set judged = (
        "run.by_common is not distinct from labels.by_both"
        " and run.query_id = labels.query_id and run.item_id = labels.item_id"
    ) -%}
    rankhouse_labels as ({{ rankhouse.one_row_an_item(plan, "judgments", "relevance", plan.label_by) }}),
    rankhouse_scored_items as ({{ rankhouse.one_row_an_item(plan, "run", "score", plan.run_by) }}),
    rankhouse_comparable as (
        select
            rankhouse_by_run as by_run,
            rankhouse_by_both as by_both,
            rankhouse_query_id as query_id,
            rankhouse_item_id as item_id,
            rankhouse_score as score,
            {{ rankhouse.packed_shared_groups(name="by_common") }}
        from
            (
                select
                    items.by_run as rankhouse_by_run,
                    items.by_both as rankhouse_by_both,
                    items.query_id as rankhouse_query_id,
                    items.item_id as rankhouse_item_id,
                    items.score as rankhouse_score,
                    unnest(items.by_both)
                from rankhouse_scored_items as items
            ) as unpacked
    ),
    rankhouse_judged_items as (
        select run.* exclude (by_common)
        from rankhouse_comparable as run
        semi join rankhouse_labels as labels on {{ judged }}
    ),
    rankhouse_retrieved_labels as (
        select run.by_both, labels.by_judgments, run.query_id, run.item_id, labels.relevance
        from rankhouse_labels as labels
        join rankhouse_comparable as run on {{ judged }}
    ),
    rankhouse_run as (
        select *
        from
            query_table(
                case
                    when {{ rankhouse.policy_argument("unjudged") }} = 'drop'
                    then 'rankhouse_judged_items'
                    else 'rankhouse_scored_items'
                end
            )
    ),
    rankhouse_judgments as (
        select *
        from
            query_table(
                case
                    when {{ rankhouse.is_retrieved_argument() }}
                    then 'rankhouse_retrieved_labels'
                    else 'rankhouse_labels'
                end
            )
    ),
{%- endmacro %}
