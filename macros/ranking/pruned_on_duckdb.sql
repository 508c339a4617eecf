{#
Looking for duplicates costs a hash table of every row. Where lists are much longer than the cutoffs reach, DuckDB looks
among the items that a cutoff may reach, and among one in 64 of the others.
#}
{% macro is_pruned(plan) %}
    {%- set whole_run_counts = rankhouse.drops_items(plan) or plan.pool == "retrieved" -%}
    {{ return(not (plan.checked or whole_run_counts) and plan.ties == "item" and plan.reach == "heap") }}
{% endmacro %}

{% macro duckdb__steps_by_cutoff(plan) %}
    {{ return(rankhouse.pruned_steps(plan) if rankhouse.is_pruned(plan) else rankhouse.run_steps(plan)) }}
{% endmacro %}

{#
rankhouse_run without the items that no cutoff reaches: what is below the place after the last one. Duplicates below it are
looked for in a sample, of a small run in all rows: those of two systems are too many to miss. `prunes`: where only the query
knows whether there is a last place, the condition for it; it matters in a small run, too.
#}
{% macro pruned_steps(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set n_places = "(" ~ plan.depth ~ " + 1)" -%}
    {%- set bounds -%}
        select
        {{ rankhouse.listed(list + ["max(score, " ~ n_places ~ ")[-1] as last_score"]) }}
        from rankhouse_run_entries
        where
        {#- Nothing is left out of short lists or of a small run. #}
        (
            select
                {{ plan.get("prunes", "count(*) > " ~ rankhouse.rows_looked_at()) }}
                and count(*) > 2 * {{ n_places }} * approx_count_distinct(hash({{ rankhouse.inline(list) }}))
            from rankhouse_run_entries
        )
        group by {{ rankhouse.inline(list) }}
    {%- endset -%}
    {%- set reached -%}
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
    {%- set item = list + ["item_id"] -%}
    {%- set sample = "where hash(query_id, item_id) < " ~ 2**58 ~ "::ubigint" -%}
    {%- if plan.prunes is defined -%}
        {%- set is_small = "(select count(*) <= " ~ rankhouse.rows_looked_at() ~ " from rankhouse_run_entries)" -%}
        {%- set sample = sample ~ "\nor " ~ is_small -%}
    {%- endif -%}
    {%- set repeated = [
        rankhouse.repeated_keys(item, "reached"),
        rankhouse.repeated_keys(item, "run_entries", sample),
    ] -%}
    {%- set entries = rankhouse.item_steps(plan, "run", "run_entries", "a row of the run", single=false)[0] -%}
    {{
        return(
            [
                dict(entries, hint="materialized"),
                rankhouse.step(
                    "bounds", "a list with the lowest score that a cutoff may reach", bounds, "materialized"
                ),
                rankhouse.step("reached", "a row of such a score", reached, "materialized"),
                rankhouse.duplicates_step("run", repeated, rankhouse.told_apart(plan, "run")),
                rankhouse.step(
                    "run",
                    "an item that the run returned, if a cutoff may reach it",
                    rankhouse.single_entries("run", "reached"),
                    rankhouse.inlined(),
                ),
            ]
        )
    }}
{% endmacro %}

{# Up to this many rows, duplicates are looked for everywhere. #}
{% macro rows_looked_at() %} {{ return(100000) }}{% endmacro %}
