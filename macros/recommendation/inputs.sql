{# rankhouse_lists: the run's first items, each with its rank, down to the deepest cutoff. #}
{% macro recommended_steps(plan) %}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set place = rankhouse.bigint(rankhouse.item_place(list)) ~ " as item_rank" -%}
    {%- set lists -%}
        select
        {{ rankhouse.listed(list + ["item_id", "item_rank"]) }}
        from (
            select
            {{ rankhouse.listed(list + ["item_id", place]) }}
            from rankhouse_run
        ) as placed
        {%- if plan.depth is not none %}
            where item_rank <= {{ plan.depth }}
        {%- endif %}
    {%- endset -%}
    {%- set steps = rankhouse.pair_steps(plan) + rankhouse.run_steps(plan) -%}
    {%- if rankhouse.has_pair_limits(plan) -%} {%- do steps.append(rankhouse.allowed_run_step(plan)) -%} {%- endif -%}
    {{ return(steps + [rankhouse.step("lists", "an item of a list, with its rank", lists)]) }}
{% endmacro %}

{#
What is known of items and of items for a query, empty where there is no such input: rankhouse_items (the catalogue),
rankhouse_popularity, rankhouse_relevant, rankhouse_baseline (with ranks).
#}
{% macro looked_up_steps(plan) %}
    {%- set popularity -%}
        select
        item_id,
        n_interactions,
        n_users,
        {{ rankhouse.bigint(rankhouse.item_place(score="n_interactions")) }} as popularity_place
        from (
            select
            item_id,
            count(*) as n_interactions,
            count(distinct query_id) as n_users
            from rankhouse_interactions
            group by item_id
        ) as counted
    {%- endset -%}
    {%- set totals -%}
        select
        (select count(*) from rankhouse_items) as n_items,
        (select count(*) from rankhouse_interactions) as total_interactions,
        (select count(distinct query_id) from rankhouse_interactions) as total_users
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("items", "an item of the catalogue", rankhouse.catalogue_items(plan)),
        rankhouse.step(
            "interactions", "an interaction of a user with an item", rankhouse.known_interactions(plan)
        ),
        rankhouse.step("popularity", "an item that somebody interacted with", popularity),
        rankhouse.step("totals", "the one row of totals", totals),
    ] -%}
    {{ return(steps + rankhouse.relevant_item_steps(plan) + rankhouse.baseline_steps(plan)) }}
{% endmacro %}

{% macro catalogue_items(plan) -%}
    {%- if "items" not in plan.inputs -%} {{ rankhouse.no_rows(["item_id"]) }}
    {%- else -%}
        select distinct item_id
        from ({{ rankhouse.input_of(plan, "items", ["item_id"]) }}) as listed
        where item_id is not null
    {%- endif -%}
{%- endmacro %}

{% macro known_interactions(plan) -%}
    {%- if "interactions" not in plan.inputs -%} {{ rankhouse.no_rows(["query_id", "item_id"]) }}
    {%- else -%}
        select query_id, item_id
        from ({{ rankhouse.input_of(plan, "interactions", ["query_id", "item_id"]) }}) as listed
        where query_id is not null and item_id is not null
    {%- endif -%}
{%- endmacro %}

{% macro relevant_item_steps(plan) %}
    {%- set row, columns = "a relevant item of a query", ["query_id", "item_id"] -%}
    {%- if "judgments" not in plan.inputs -%}
        {{ return([rankhouse.step("relevant", row, rankhouse.no_rows(columns))]) }}
    {%- endif -%}
    {%- set sql -%}
        select query_id, item_id
        from rankhouse_judgments
        where {{ rankhouse.binary_gain("relevance") }} = 1
    {%- endset -%}
    {%- set steps = rankhouse.item_steps(plan, "judgments", "judgments", "a judged item of a query") -%}
    {{ return(steps + [rankhouse.step("relevant", row, sql)]) }}
{% endmacro %}

{% macro baseline_steps(plan) %}
    {%- set row, columns = "an item of the baseline's list", ["query_id", "item_id", "baseline_place"] -%}
    {%- if "baseline" not in plan.inputs -%}
        {{ return([rankhouse.step("baseline", row, rankhouse.no_rows(columns))]) }}
    {%- endif -%}
    {%- set sql -%}
        select query_id, item_id, {{ rankhouse.bigint(rankhouse.item_place(["query_id"])) }} as baseline_place
        from rankhouse_baseline_items
    {%- endset -%}
    {%- set steps = rankhouse.item_steps(plan, "baseline", "baseline_items", "an item of the baseline for a query") -%}
    {{ return(steps + [rankhouse.step("baseline", row, sql)]) }}
{% endmacro %}

{# No rows, with columns of the same types as the run's. #}
{% macro no_rows(names) -%}
    {%- set columns = [] -%}
    {%- for name in names -%}
        {%- do columns.append(name if name in ["query_id", "item_id"] else rankhouse.bigint(0) ~ " as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_run
    where 1 = 0
{%- endmacro %}

{# The user's columns of an input under our names. #}
{% macro input_of(plan, side, names) -%}
    select {{ rankhouse.listed(rankhouse.columns_read(plan, side, names)) }}
    from {{ rankhouse.as_source(plan[side], side) }}
{%- endmacro %}
