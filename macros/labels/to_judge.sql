{#
The unjudged items whose labels settle how systems differ, for people who label: one row per group, query and item with
query_id, item_id, reason and width, and nothing of the systems' names. The pool is the first `depth` items of every
system's list. width: how far the label of the item can move the difference of two systems in DCG at that depth, of one
relevant item: its discount in the list where it is highest, less that where it is lowest, 0 where it is missing. Of one
system alone it is the discount. `order`: `difference`, the widest first, or `depth`, the highest rank first; `limit`: the
first so many of each group.

Judgments may keep the text they were given for (`text_hash`, which the runs have too) and who gave them (`judged_by`): a pair
is then listed until each text of it in the pool has a label of `judge`, and `reason` is what is missing: see standing.sql.
#}
{% macro to_judge(
    runs,
    judgments,
    depth=10,
    limit=none,
    order="difference",
    system="system",
    judge=none,
    by=[],
    judgments_by=[],
    columns={}
) -%}
    {%- do rankhouse.refuse_others("to_judge", kwargs) -%}
    {%- set asked = {
        "runs": runs,
        "judgments": judgments,
        "depth": depth,
        "limit": limit,
        "order": order,
        "system": system,
        "judge": judge,
    } -%}
    {%- set plan = rankhouse.to_judge_plan(asked, by, judgments_by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.to_judge_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, with the arguments checked. #}
{% macro to_judge_plan(asked, by, judgments_by, columns) %}
    {%- set read = rankhouse.read_arguments("to_judge", asked) -%}
    {%- do rankhouse.names_beside_role("by", by, "system", asked.system) -%}
    {%- do rankhouse.check_groups("to_judge", {"by": by, "judgments_by": judgments_by}) -%}
    {%- do rankhouse.check_judged_groups(by, judgments_by) -%}
    {%- do rankhouse.known_columns(
        columns, rankhouse.ranking_columns() + ["text_hash", "judged_by"], ["runs", "judgments"]
    ) -%}
    {%- set named = {} -%}
    {%- do named.update(columns) -%}
    {%- do named.update({"runs.system": asked.system}) -%}
    {%- set plan = dict(read, columns=named, systems=[], read_as={}, checked=false) -%}
    {%- do plan.update(rankhouse.groups_of(by, judgments_by)) -%}
    {%- set ids, order = ["query_id", "item_id"], "rank" if rankhouse.reads_ranks(named, "runs") else "score" -%}
    {%- do plan.update(rankhouse.what_labels_keep(columns, asked.judge)) -%}
    {%- set texts, labels = ["text_hash"] if "text_hash" in plan.keeps else [], ids + ["relevance"] + plan.keeps -%}
    {%- set reads = {"runs": ids + ["system", order] + texts, "judgments": labels} -%}
    {%- do plan.update(rankhouse.require_columns(plan, reads, [order, "relevance"], ids, ["system"])) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro to_judge_of(plan) -%}
    {%- set steps = rankhouse.system_items(plan, "runs") -%}
    {%- if "text_hash" in plan.keeps -%}
        {%- do steps.append(rankhouse.step("texts", "the text of an item of a list", rankhouse.texts_of_runs(plan))) -%}
    {%- endif -%}
    {%- if plan.keeps -%} {%- do steps.extend(rankhouse.label_steps_to_hold(plan)) -%}
    {%- else -%}
        {%- do steps.extend(rankhouse.item_steps(plan, "judgments", "judgments", "a judged item of a query")) -%}
    {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step("systems", "a group with its number of systems", rankhouse.counted_systems(plan)),
            rankhouse.step(
                "lists", "an item among the first of a system's list", rankhouse.first_items(plan)
            ),
        ]
    ) -%}
    {%- if plan.keeps -%} {%- do steps.extend(rankhouse.standing_steps(plan)) -%} {%- endif -%}
    {%- do steps.extend(
        [
            rankhouse.step("pooled", "an unjudged item of a query's pool", rankhouse.pooled_items(plan)),
            rankhouse.step("widths", "the same with its width", rankhouse.widths_of_items(plan)),
            rankhouse.step("queue", "the same with its place", rankhouse.queued_items(plan)),
        ]
    ) -%}
    {%- if rankhouse.carried_columns(plan, plan.by) -%}
        {%- set groups -%}
            select distinct {{ rankhouse.inline(plan.by + rankhouse.carried_columns(plan, plan.by)) }} from rankhouse_run
        {%- endset -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", groups)) -%}
    {%- endif -%}
    {{ rankhouse.query_of(steps, "an item to judge", rankhouse.to_judge_answer(plan)) }}
{%- endmacro %}

{% macro counted_systems(plan) -%}
    select {{ rankhouse.listed(plan.by + ["count(distinct system_name) as n_systems"]) }}
    from rankhouse_run {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}

{% macro first_items(plan) -%}
    {%- set list, columns = plan.by + ["system_name", "query_id"], plan.by + ["query_id", "item_id", "item_rank"] -%}
    {%- set text = ["texts.text_hash as text_hash"] if "text_hash" in plan.keeps else [] -%}
    select {{ rankhouse.listed(rankhouse.select_of("ranked", columns) + text) }}
    from
        (
            select {{ rankhouse.listed(list + ["item_id", rankhouse.item_place(list) ~ " as item_rank"]) }}
            from rankhouse_run
        ) as ranked
    {%- if text %}
        join rankhouse_texts as texts on {{ rankhouse.match("ranked", "texts", list + ["item_id"]) }}
    {%- endif %}
    where item_rank <= {{ plan.depth }}
{%- endmacro %}

{% macro pooled_items(plan) -%}
    {%- set figures = {
        "best_rank": "min(item_rank)",
        "n_lists": "count(*)",
        "most": "max(" ~ rankhouse.discount("item_rank") ~ ")",
        "least": "min(" ~ rankhouse.discount("item_rank") ~ ")",
    } -%}
    {%- do figures.update({"standing": "min(standing.standing)"} if plan.keeps else {}) -%}
    {%- set item = rankhouse.columns_of("lists", plan.by + ["query_id", "item_id"]) -%}
    select {{ rankhouse.listed(item + rankhouse.named_expressions(figures)) }}
    from rankhouse_lists as lists {{ rankhouse.fallen_pairs(plan) if plan.keeps else rankhouse.unjudged_pairs(plan) }}
    group by {{ rankhouse.inline(item) }}
{%- endmacro %}

{% macro unjudged_pairs(plan) -%}
    {%- set on -%}
        {{ rankhouse.match("judgments", "lists", plan.common_by + ["query_id", "item_id"]) }}
        {{ rankhouse.ids_are_same("and", "judgments", "lists") }}
    {%- endset -%}
    {{ rankhouse.filtered_by([{"name": "judgments", "alias": "judgments", "on": on, "is_kept": false}]) }}
{%- endmacro %}

{% macro widths_of_items(plan) -%}
    {%- set kept = plan.by + ["query_id", "item_id", "best_rank", "n_lists"] -%}
    {%- do kept.extend(["standing"] if plan.keeps else []) -%}
    {%- set is_in_all = "pooled.n_lists = systems.n_systems and systems.n_systems > 1" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("pooled", kept)) }},
        systems.n_systems as n_systems,
        pooled.most - case when {{ is_in_all }} then pooled.least else 0 end as width
    from rankhouse_pooled as pooled
    join rankhouse_systems as systems on {{ rankhouse.match("pooled", "systems", plan.by) }}
{%- endmacro %}

{% macro queued_items(plan) -%}
    {%- set of_group = rankhouse.partitioned(plan.by) -%}
    {%- set first = "width desc, " if plan.order == "difference" else "" -%}
    select widths.*, row_number() over ({{ of_group }} order by {{ first }}best_rank, query_id, item_id) as place
    from rankhouse_widths as widths
{%- endmacro %}

{% macro to_judge_answer(plan) -%}
    {%- set reason = [
        rankhouse.literal("in the first " ~ plan.depth ~ " of "),
        rankhouse.text("queue.n_lists"),
        rankhouse.literal(" of "),
        rankhouse.text("queue.n_systems"),
        rankhouse.literal(" lists, rank "),
        rankhouse.text("queue.best_rank"),
        rankhouse.literal(" at best"),
    ] -%}
    {%- set columns = rankhouse.named_groups(plan, "queue") + rankhouse.select_of("queue", ["query_id", "item_id"]) -%}
    {%- set reason = rankhouse.reason_of_standing("queue.standing") if plan.keeps else reason | join("\n|| ") -%}
    {%- do columns.append(reason ~ " as reason") -%}
    {%- do columns.append("queue.width as width") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_queue as queue {{ rankhouse.group_joins(plan, "queue") }}
    {%- if plan.limit is not none %} where queue.place <= {{ plan.limit }} {%- endif %}
    order by {{ rankhouse.inline(rankhouse.columns_of("queue", plan.by + ["place"])) }}
{%- endmacro %}
