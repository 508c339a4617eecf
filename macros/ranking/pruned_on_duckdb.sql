{#
Looking for duplicates costs a hash table of every row. Where lists are much longer than the cutoffs reach, DuckDB looks
among the items that a cutoff may reach, and among one in 64 of the others.
#}
{% macro is_pruned(plan) %}
    {%- set whole_run_counts = rankhouse.drops_items(plan) or plan.pool == "retrieved" -%}
    {{
        return(
            plan.get("asks_apart", false) and not whole_run_counts and plan.ties == "item" and plan.reach == "heap"
        )
    }}
{% endmacro %}

{#
rankhouse_returned, and rankhouse_run without the items that no cutoff reaches: what is below the place after the last one.
`prunes`: where only the query knows whether there is a last place, the condition for it.
#}
{% macro pruned_steps(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set bounds -%}
        select {{ rankhouse.inline(list + ["last_score"]) }}
        from rankhouse_returned
        where
        {#- Nothing is left out of short lists or of a small run. #}
        (
            select
                {{ plan.get("prunes", "sum(n_retrieved) > " ~ rankhouse.rows_looked_at()) }}
                and sum(n_retrieved) > 2 * ({{ plan.depth }} + 1) * count(*)
            from rankhouse_returned
        )
    {%- endset -%}
    {%- set within -%}
        select entries.*
        from rankhouse_run_entries as entries
        semi join rankhouse_bounds as bounds
        on {{ rankhouse.match("entries", "bounds", list) }}
        and entries.score >= bounds.last_score
        union all
        select *
        from rankhouse_run_entries
        where not exists (select 1 from rankhouse_bounds)
    {%- endset -%}
    {%- set entries = rankhouse.item_steps(plan, "run", "run_entries", "a row of the run", single=false) -%}
    {{
        return(
            entries
            + [
                rankhouse.returned_step(plan, "run_entries"),
                rankhouse.step("bounds", "a list that is much longer than the cutoffs reach", bounds),
                rankhouse.step("run", "an item that a cutoff may reach", within, "materialized"),
            ]
        )
    }}
{% endmacro %}

{# Up to this many rows, duplicates are looked for everywhere. #}
{% macro rows_looked_at() %} {{ return(100000) }}{% endmacro %}

{# Where duplicates are looked for beside rankhouse_run, as it follows `from rankhouse_`. #}
{% macro sample_of_entries(plan) %}
    {%- set sample = "run_entries\nwhere hash(query_id, item_id) < " ~ 2**58 ~ "::ubigint" -%}
    {%- if plan.prunes is not defined -%} {{ return(sample) }}{%- endif -%}
    {%- set is_small = "(select count(*) <= " ~ rankhouse.rows_looked_at() ~ " from rankhouse_run_entries)" -%}
    {{ return(sample ~ "\nor " ~ is_small) }}
{% endmacro %}
