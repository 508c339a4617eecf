{#
DuckDB ranks only what counts. `max(score, n)` keeps a heap per query, ten times cheaper than a window over every row;
its list gives the rank of each relevant item, and only items tied with one are sorted by id.
A list longer than this is no longer cheaper than one sort of the run.
#}
{% macro heap_limit() %} {{ return(256) }}{% endmacro %}

{% macro within_heap(plan) %}
    {{ return(plan.depth is not none and plan.depth <= rankhouse.heap_limit()) }}
{% endmacro %}

{% macro duckdb__best_relevances(plan) %}
    {%- if plan.needs.ideal_rank and rankhouse.within_heap(plan) -%}
        {{
            return(
                "max(relevance, "
                ~ plan.depth
                ~ ")"
                ~ (" filter (where relevance > 0)" if not rankhouse.keeps_negative(plan) else "")
            )
        }}
    {%- endif -%}
    {{ return(none) }}
{% endmacro %}

{% macro duckdb__ideal_cte(plan) -%}
    {%- if rankhouse.within_heap(plan) -%}
        rankhouse_ideal as (
            select
                {{ (plan.by + ["query_id"]) | join(", ") }},
                {%- for column in plan.gains %}
                    {{ rankhouse.gain_value(column, plan.relevant_from) }} as {{ column }},
                {%- endfor %}
                ideal_rank
            from
                (
                    select
                        {{ (plan.by + ["query_id"]) | join(", ") }},
                        unnest(best_relevances) as relevance,
                        generate_subscripts(best_relevances, 1) as ideal_rank
                    from rankhouse_units
                ) as units
        ),
    {%- else -%} {{ rankhouse.default__ideal_cte(plan) }}
    {%- endif %}
{%- endmacro %}

{% macro duckdb__best_scores(plan) %}
    {%- if plan.ties == "item" and rankhouse.within_heap(plan) -%}
        {{ return(", max(score, " ~ (plan.depth + 1) ~ ") as top_scores, top_scores[-1] as last_score") }}
    {%- elif plan.depth is not none and plan.depth < 100000 -%}
        {{ return(", max(score, " ~ plan.depth ~ ")[-1] as last_score") }}
    {%- elif plan.from_arguments -%} {{ return(rankhouse.last_score_argument()) }}
    {%- endif -%}
    {{ return("") }}
{% endmacro %}

{% macro duckdb__ranked_by_item(plan) -%}
    {%- set run_key = plan.run_by + ["query_id"] -%}
    {%- set key = run_key | join(", ") -%}
    {%- if rankhouse.within_heap(plan) -%}
        rankhouse_reaching as materialized(
            select {{ rankhouse.ranked_columns(plan, "run") }}, run.score
            from rankhouse_run as run
            join rankhouse_returned as returned on {{ rankhouse.match("run", "returned", run_key) }}
            join
                rankhouse_graded as graded
                on {{ rankhouse.match("run", "graded", plan.shared_by + ["query_id", "item_id"]) }}
            where run.score >= returned.last_score
        ),
        rankhouse_retrieved as (
            select
                reaching.*,
                list_position(returned.top_scores, reaching.score) as first_rank,
                returned.top_scores[first_rank + 1] = reaching.score as is_tied
            from rankhouse_reaching as reaching
            join rankhouse_returned as returned on {{ rankhouse.match("reaching", "returned", run_key) }}
        ),
    {%- else -%}
        rankhouse_scored as (
            select
                {{ key }},
                item_id,
                score,
                rank() over by_score as first_rank,
                round(cume_dist() over by_score * count(*) over (partition by {{ key }})) as last_rank
            from {{ rankhouse.reaching_argument(plan) if plan.from_arguments else "rankhouse_run" }}
            window by_score as (partition by {{ key }} order by score desc)
        ),
        rankhouse_retrieved as (
            select
                {{ rankhouse.ranked_columns(plan, "scored") }},
                scored.score,
                scored.first_rank,
                scored.last_rank > scored.first_rank as is_tied
                {%- if plan.needs.mid_rank %}, (scored.first_rank + scored.last_rank) / 2 as mid_rank
                {%- endif %}
                {%- if plan.needs.tie_size %}, scored.last_rank - scored.first_rank + 1 as tie_size
                {%- endif %}
            from rankhouse_scored as scored
            join
                rankhouse_graded as graded
                on {{ rankhouse.match("scored", "graded", plan.shared_by + ["query_id", "item_id"]) }}
            {%- if plan.depth is not none %} where scored.first_rank <= {{ plan.depth }}
            {%- endif %}
        ),
    {%- endif %}
    rankhouse_tied as (
        -- Through a list: the planner takes an ungrouped aggregate for small, and so hashes these few keys, not the
        -- run.
        select
            unnest(
                list(
                    distinct struct_pack(
                        {% for column in run_key %}{{ column }} := {{ column }}, {% endfor %} score := score
                    )
                ),
                max_depth := 2
            )
        from rankhouse_retrieved
        where is_tied
    ),
    rankhouse_tie_order as (
        select
            {{ rankhouse.columns_of("run", run_key) }},
            run.item_id,
            run.score,
            row_number() over (
                partition by {{ rankhouse.columns_of("run", run_key) }}, run.score
                order by {{ rankhouse.byte_order("run.item_id", "desc") }}
            )
            - 1 as places_below
        from rankhouse_run as run
        semi join rankhouse_tied as tied on {{ rankhouse.match("run", "tied", run_key) }} and run.score = tied.score
    ),
    rankhouse_ranked as (
        select
            retrieved.* exclude (first_rank, is_tied),
            retrieved.first_rank + coalesce(tie_order.places_below, 0) as item_rank
        from rankhouse_retrieved as retrieved
        left join
            rankhouse_tie_order as tie_order
            on {{ rankhouse.match("retrieved", "tie_order", run_key + ["item_id"]) }}
            and retrieved.score = tie_order.score
        {%- if plan.depth is not none %} where item_rank <= {{ plan.depth }} {%- endif %}
    ),
{%- endmacro %}
