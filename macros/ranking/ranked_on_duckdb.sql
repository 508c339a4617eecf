{#
DuckDB ranks only what counts. `max(score, n)` keeps a heap per query, ten times cheaper than a window over every row;
its list gives the rank of each relevant item, and only items tied with one are sorted by id.
#}
{% macro duckdb__holds_ideal(plan) %} {{ return("ideal_rank" in plan.needs and plan.reach == "heap") }}{% endmacro %}

{% macro duckdb__best_relevances(plan) %}
    {%- if not rankhouse.holds_ideal(plan) -%} {{ return("") }}{%- endif -%}
    {{ return(rankhouse.relevances_in_order(plan, plan.depth) ~ " as best_relevances") }}
{% endmacro %}

{# A list of the relevances of a query's judged items, highest first. #}
{% macro relevances_in_order(plan, depth) %}
    {%- set filter = "" if plan.keeps_negative else " filter (where relevance > 0)" -%}
    {%- if depth is none -%} {{ return("list_reverse_sort(list(relevance)" ~ filter ~ ")") }} {%- endif -%}
    {{ return("max(relevance, " ~ depth ~ ")" ~ filter) }}
{% endmacro %}

{% macro duckdb__ideal_sums(plan) %}
    {%- set depths, columns = plan.get("ideals", []) | map(attribute="k") | list, [] -%}
    {%- set depth = none if none in depths or not depths else depths | max -%}
    {%- set depth = none if depth is not none and depth > rankhouse.heap_limit() else depth -%}
    {%- for ideal in plan.get("ideals", []) | unique(attribute="gain", case_sensitive=true) -%}
        {%- set relevances = rankhouse.relevances_in_order(plan, depth) -%}
        {%- do columns.append(
            "list_transform(\n"
            ~ relevances
            ~ ",\nlambda relevance: "
            ~ ideal.worth
            ~ "\n) as ideal_"
            ~ ideal.gain
        ) -%}
    {%- endfor -%}
    {%- for ideal in plan.get("ideals", []) -%}
        {%- set gains = (
            "ideal_" ~ ideal.gain ~ ("" if ideal.k is none or ideal.k == depth else "[:" ~ ideal.k ~ "]")
        ) -%}
        {%- set term = "lambda gain, ideal_rank: gain" ~ ideal.factor -%}
        {%- do columns.append(
            "coalesce(list_sum(list_transform(\n" ~ gains ~ ",\n" ~ term ~ "\n)), 0) as " ~ ideal.column
        ) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro duckdb__judgments_by_relevance(plan) %} {{ return("rankhouse_judgments") }}{% endmacro %}

{% macro duckdb__order_rows(plan, order, columns) -%}
    {%- if plan.reach != "heap" or order != "ideal" -%}
        {{ return(rankhouse.default__order_rows(plan, order, columns)) }}
    {%- endif -%}
    {%- set unit = rankhouse.inline(plan.by + ["query_id"]) -%}
    {%- set ranks = [unit, "unnest(best_relevances) as relevance"] -%}
    {%- do ranks.append("generate_subscripts(best_relevances, 1) as ideal_rank") -%}
    {%- set ordered = "(\nselect\n" ~ rankhouse.listed(ranks) ~ "\nfrom rankhouse_units\n)" -%}
    select {{ rankhouse.listed([unit] + columns) }}
    from {{ ordered }} as units
{%- endmacro %}

{% macro duckdb__best_scores(plan) %}
    {%- if plan.reach == "heap" and plan.ties == "item" -%}
        {{ return(["max(score, " ~ plan.depth ~ " + 1) as top_scores", "top_scores[-1] as last_score"]) }}
    {%- elif plan.reach == "short" -%} {{ return([rankhouse.all_scores(plan.longest_list) ~ " as top_scores"]) }}
    {%- elif rankhouse.knows_last_score(plan) -%} {{ return(["max(score, " ~ plan.depth ~ ")[-1] as last_score"]) }}
    {%- endif -%}
    {{ return([]) }}
{% endmacro %}

{# A list that lacks an item would give wrong ranks, so the limit promised for the lists is checked. #}
{% macro all_scores(longest) -%}
    case
        when count(*) <= {{ longest }}
        then max(score, {{ longest }})
        else error('a list has more than ' || {{ longest }} || ' items, the most that were there before')
    end
{%- endmacro %}

{% macro duckdb__knows_last_score(plan) %} {{ return(plan.reach in ["heap", "deep"]) }}{% endmacro %}

{% macro duckdb__steps_ranked_by_item(plan) %}
    {%- set retrieved = (
        rankhouse.steps_within_heap(plan)
        if plan.reach in ["heap", "short"]
        else rankhouse.steps_beyond_heap(plan)
    ) -%}
    {{ return(retrieved + rankhouse.ties_by_item_steps(plan)) }}
{% endmacro %}

{#
rankhouse_retrieved: the graded items among the best of their lists, with the first rank of their score. The step before is
stored, because lists of scores would be carried through its join with the run otherwise.
#}
{% macro steps_within_heap(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set found -%}
        select
        {{ rankhouse.listed(rankhouse.ranked_columns(plan, "run") + ["run.score"]) }}
        from rankhouse_{{ rankhouse.step_before_pair_limits(plan) }} as run
        {{ rankhouse.join_last_score(plan) if not rankhouse.is_pruned(plan) }}
        {{ rankhouse.join_graded(plan, "run") }}
    {%- endset -%}
    {%- set columns = [
        "found.*",
        "list_position(returned.top_scores, found.score) as first_rank",
        "returned.top_scores[first_rank + 1] = found.score as is_tied",
    ] -%}
    {%- if plan.reach == "short" -%}
        {%- set equal = "len(list_filter(returned.top_scores, lambda score: score = found.score))" -%}
        {%- set last_rank = "(first_rank + case when is_tied then " ~ equal ~ " - 1 else 0 end)" -%}
        {%- do columns.extend(rankhouse.tie_columns(plan, "first_rank", last_rank)) -%}
    {%- endif -%}
    {%- set retrieved -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_found as found
        join rankhouse_returned as returned
        on {{ rankhouse.match("found", "returned", list) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("found", "a graded item that may be within the cutoff", found, "materialized"),
                rankhouse.step("retrieved", "the same with the first rank of its score", retrieved),
            ]
        )
    }}
{% endmacro %}

{# Where a join has to look at few rows, or at graded items alone, it does so before the limits are looked at. #}
{% macro step_before_pair_limits(plan) %}
    {{ return("scored_items" if rankhouse.limits_pairs_after_joins(plan) else "run") }}
{% endmacro %}

{% macro limits_pairs_after_joins(plan) %}
    {{ return(rankhouse.has_pair_limits(plan) and plan.unjudged != "drop") }}
{% endmacro %}

{# A list longer than this is no longer cheaper than one sort of the run. #}
{% macro heap_limit() %} {{ return(256) }}{% endmacro %}

{# The rank of an item, from the first and the last rank of its score. #}
{% macro tie_columns(plan, first_rank, last_rank) %}
    {{
        return(
            [
                rankhouse.needed(plan, "mid_rank", "(" ~ first_rank ~ " + " ~ last_rank ~ ") / 2 as mid_rank"),
                rankhouse.needed(plan, "tie_size", last_rank ~ " - " ~ first_rank ~ " + 1 as tie_size"),
            ]
        )
    }}
{% endmacro %}

{# The same from one sort of the run. #}
{% macro steps_beyond_heap(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set last_rank = "round(scored.share_down_to_score * returned.n_retrieved)" -%}
    {%- set scored -%}
        select
        {{ rankhouse.listed(list + ["item_id", "score"]) }},
        rank() over by_score as first_rank,
        cume_dist() over by_score as share_down_to_score
        from rankhouse_run
        window by_score as (partition by {{ rankhouse.inline(list) }} order by score desc)
    {%- endset -%}
    {%- set retrieved -%}
        select
        {{
            rankhouse.listed(
                rankhouse.ranked_columns(plan, "scored")
                + ["scored.score", "scored.first_rank", last_rank ~ " > scored.first_rank as is_tied"]
                + rankhouse.tie_columns(plan, "scored.first_rank", last_rank)
            )
        }}
        from rankhouse_scored as scored
        {{ rankhouse.join_graded(plan, "scored") }}
        join rankhouse_returned as returned
        on {{ rankhouse.match("scored", "returned", list) }}
        {{ rankhouse.where_within_depth(plan, "scored.first_rank") }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step(
                    "scored",
                    "a returned item with the first rank of its score, and the share of its list down to it",
                    scored,
                ),
                rankhouse.step("retrieved", "a graded item among them", retrieved),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_ranked from rankhouse_retrieved: where scores are tied, the ids of all items of that score decide. #}
{% macro ties_by_item_steps(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set fields = [] -%}
    {%- for column in list + ["score"] -%} {%- do fields.append(column ~ " := " ~ column) -%} {%- endfor -%}
    {%- set tie_order -%}
        {%- set score = rankhouse.inline(rankhouse.columns_of("run", list + ["score"])) %}
        select
        {{ rankhouse.listed(rankhouse.columns_of("run", list + ["item_id", "score"])) }},
        row_number() over (
            partition by {{ score }} order by {{ rankhouse.byte_order("run.item_id", "desc") }}
        ) - 1 as places_below
        from rankhouse_{{ rankhouse.step_before_pair_limits(plan) }} as run
        {#- Through a list: the planner takes an ungrouped aggregate for small, and so hashes these few keys, not the run. #}
        semi join (
            select unnest(
            list(distinct struct_pack({{ rankhouse.inline(fields) }})),
            max_depth := 2
            )
            from rankhouse_retrieved
            where is_tied
        ) as tied
        on {{ rankhouse.match("run", "tied", list + ["score"]) }}
        {{ rankhouse.of_allowed_pairs(plan, "run") if rankhouse.limits_pairs_after_joins(plan) }}
    {%- endset -%}
    {%- set ranked -%}
        select
        retrieved.* exclude (first_rank, is_tied),
        {{
            rankhouse.rank_of_place(
                plan,
                "retrieved.first_rank + coalesce(tie_order.places_below, 0)",
                "retrieved.first_rank",
                "retrieved.score",
            )
        }} as item_rank
        from rankhouse_retrieved as retrieved
        left join rankhouse_tie_order as tie_order
        on {{ rankhouse.match("retrieved", "tie_order", list + ["item_id", "score"]) }}
        {{ rankhouse.where_within_depth(plan, "item_rank") }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step(
                    "tie_order", "an item of a score that a graded one shares, with its place among these", tie_order
                ),
                rankhouse.step("ranked", "a graded item that was returned, with its rank", ranked),
            ]
        )
    }}
{% endmacro %}
