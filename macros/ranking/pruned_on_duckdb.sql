{#
Duplicates cost a hash table of every row. Where a list is much longer than the cutoffs reach, DuckDB looks for them among
the items that a cutoff may reach alone.
#}
{% macro is_pruned(plan) %}
    {%- set whole_run_counts = rankhouse.items_leave(plan) or plan.pool == "retrieved" -%}
    {{ return(not (plan.checked or whole_run_counts) and plan.ties == "item" and plan.reach == "heap") }}
{% endmacro %}

{% macro duckdb__steps_by_cutoff(plan) %}
    {{ return(rankhouse.pruned_steps(plan) if rankhouse.is_pruned(plan) else rankhouse.steps_of_run(plan)) }}
{% endmacro %}

{#
rankhouse_run without the items that no cutoff reaches: what is below the place after the last one, duplicates counted, is
below it without them too, as long as that many items are left. The lists where they are not are read once more.
#}
{% macro pruned_steps(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set item, carried = list + ["item_id"], rankhouse.carried_columns(plan, plan.run_by) -%}
    {%- set n_places = "(" ~ plan.depth ~ " + 1)" -%}
    {%- set bounds -%}
        select
        {{ rankhouse.listed(list + ["count(*) as n_entries", "max(score, " ~ n_places ~ ")[-1] as last_score"]) }}
        from rankhouse_entries
        where
        {#- Of short lists nothing is left out. #}
        (
            select count(*) > 2 * {{ n_places }} * approx_count_distinct(hash({{ rankhouse.inline(list) }}))
            from rankhouse_entries
        )
        group by {{ rankhouse.inline(list) }}
    {%- endset -%}
    {%- set reached -%}
        (
            select entries.*
            from rankhouse_entries as entries
            semi join rankhouse_bounds as bounds
            on {{ rankhouse.match("entries", "bounds", list) }}
            and entries.score >= bounds.last_score
            union all
            select *
            from rankhouse_entries
            where not exists (select 1 from rankhouse_bounds)
        ) as reached
    {%- endset -%}
    {%- set short_of -%}
        select {{ rankhouse.listed(rankhouse.columns_of("best", list)) }}
        from rankhouse_best as best
        join rankhouse_bounds as bounds
        on {{ rankhouse.match("best", "bounds", list) }}
        group by {{ rankhouse.inline(rankhouse.columns_of("best", list) + ["bounds.n_entries"]) }}
        having count(*) < least({{ n_places }}, bounds.n_entries)
    {%- endset -%}
    {%- set again -%}
        rankhouse_entries as entries
        semi join rankhouse_short_of as short_of
        on {{ rankhouse.match("entries", "short_of", list) }}
    {%- endset -%}
    {%- set run -%}
        select best.*
        from rankhouse_best as best
        anti join rankhouse_short_of as short_of
        on {{ rankhouse.match("best", "short_of", list) }}
        union all
        {{ rankhouse.highest_of(item, carried, "score", again) }}
    {%- endset -%}
    {%- set best = rankhouse.highest_of(item, carried, "score", reached) -%}
    {%- set entries = rankhouse.one_row_an_item(plan, "run", single=false) -%}
    {%- set inlined = rankhouse.inlined() -%}
    {{
        return(
            [
                rankhouse.step("entries", "a row of the run", entries),
                rankhouse.step(
                    "bounds", "a list with the lowest score that a cutoff may reach", bounds, "materialized"
                ),
                rankhouse.step("best", "an item of such a score", best, "materialized"),
                rankhouse.step(
                    "short_of", "a list of which duplicates left too few of them", short_of, "materialized"
                ),
                rankhouse.step("run", "an item that the run returned, if a cutoff may reach it", run, inlined),
            ]
        )
    }}
{% endmacro %}
