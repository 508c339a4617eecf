{#
The ranks of relevant items among sampled negatives: one row for each relevant item of a query, in each group of the run,
with the by columns, query_id, item_id, relevance, is_retrieved (1 where the run has the item), sampled_rank and
n_negatives.

sampled_rank is 1 + the negatives of the query above the item, from 1 to n_negatives + 1: a higher score, or the same and a
higher item id. Other relevant items are not counted: each is measured by itself. An item missing from the run is last.
`candidates`: the negatives of a query, as sample_negatives gives them or from a log; relevant items among them are no
negatives.
#}
{% macro sampled_ranks(run, judgments, candidates, by=[], relevant_from=none, columns={}) -%}
    {%- do rankhouse.refuse_others("sampled_ranks", kwargs) -%}
    {%- set plan = rankhouse.sampled_ranks_plan(run, judgments, candidates, by, relevant_from, columns) -%}
    {{ rankhouse.laid_out(rankhouse.sampled_ranks_of(plan)) if execute }}
{%- endmacro %}

{% macro sampled_ranks_plan(run, judgments, candidates, by, relevant_from, columns) %}
    {%- do rankhouse.a_relation("run", run) -%}
    {%- do rankhouse.a_relation("candidates", candidates) -%}
    {%- set plan = rankhouse.sampled_plan(
        judgments,
        by,
        relevant_from,
        columns,
        rankhouse.ranking_columns(),
        ["run", "judgments", "candidates"],
    ) -%}
    {%- do plan.update({"run": run, "sample": candidates}) -%}
    {%- set ids, order = ["query_id", "item_id"], "rank" if rankhouse.reads_ranks(columns, "run") else "score" -%}
    {%- set reads = {"run": ids + [order], "judgments": ids + ["relevance"], "candidates": ids} -%}
    {%- set tables = dict(plan, candidates=candidates) -%}
    {%- do plan.update(rankhouse.require_columns(tables, reads, [order, "relevance"], ids)) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro sampled_ranks_of(plan) -%}
    {%- set keys = plan.run_by + rankhouse.carried_columns(plan, plan.run_by) -%}
    {%- set steps = rankhouse.relevant_steps(plan) -%}
    {%- set row = "an item that the run returned for a query" -%}
    {%- do steps.extend(rankhouse.item_steps(plan, "run", "run", row, rankhouse.told_apart(plan, "run"))) -%}
    {%- set negatives -%}
        select candidates.query_id as query_id, candidates.item_id as item_id
        from ({{ rankhouse.distinct_pairs(plan, "candidates", plan.sample) }}) as candidates
        left join
            rankhouse_relevant as relevant
            on candidates.query_id = relevant.query_id
            and candidates.item_id = relevant.item_id
        where relevant.item_id is null
        {{ rankhouse.ids_are_same("and", "candidates", "relevant") }}
    {%- endset -%}
    {%- set pool -%}
        select query_id, item_id, relevance, 1 as is_instance from rankhouse_relevant
        union all
        select query_id, item_id, {{ rankhouse.double(0) }} as relevance, 0 as is_instance from rankhouse_negatives
    {%- endset -%}
    {%- do steps.append(rankhouse.step("negatives", "a negative of a query", negatives)) -%}
    {%- do steps.append(rankhouse.step("pool", "an item that is ranked for a query", pool)) -%}
    {%- if plan.run_is_grouped -%}
        {%- set groups -%} select distinct {{ rankhouse.inline(keys) }} from rankhouse_run {%- endset -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", groups)) -%}
    {%- endif -%}
    {%- set above -%}
        sum(1 - pool.is_instance) over (
            partition by {{ rankhouse.inline(rankhouse.columns_of("run_groups", plan.run_by) + ["pool.query_id"]) }}
            order by
                case when run.score is null then 1 else 0 end,
                run.score desc,
                {{ rankhouse.byte_order("pool.item_id", "desc") }}
            rows between unbounded preceding and current row
        )
    {%- endset -%}
    {%- set columns = rankhouse.select_of("run_groups", keys) + rankhouse.select_of(
        "pool", ["query_id", "item_id", "relevance", "is_instance"]
    ) -%}
    {%- do columns.append("case when run.item_id is null then 0 else 1 end as is_retrieved") -%}
    {%- do columns.append(rankhouse.bigint(above) ~ " as n_above") -%}
    {%- set placed -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_pool as pool
        {%- if plan.run_is_grouped %}
            cross join rankhouse_groups as run_groups
        {%- endif %}
        left join
            rankhouse_run as run
            on pool.query_id = run.query_id
            and pool.item_id = run.item_id
            {{ rankhouse.and_match("run_groups", "run", plan.run_by) }}
        {{ rankhouse.ids_are_same("where", "pool", "run") }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("placed", "the same, with the negatives above it", placed)) -%}
    {%- set size = "coalesce(sizes.n_negatives, 0)" -%}
    {%- set answer = rankhouse.named_run_groups(plan, "placed") + rankhouse.select_of(
        "placed", ["query_id", "item_id", "relevance", "is_retrieved"]
    ) -%}
    {%- do answer.append(
        "1 + case when placed.is_retrieved = 1 then placed.n_above else " ~ size ~ " end as sampled_rank"
    ) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(answer + [size ~ " as n_negatives"]) }}
        from rankhouse_placed as placed
        {{ rankhouse.join_sizes("placed") }}
        where placed.is_instance = 1
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a relevant item of a query", sql) }}
{%- endmacro %}
