{# rankhouse_lists: the run's first items, each with its rank, down to the deepest cutoff. #}
{% macro recommended_ctes(plan) -%}
    {%- set key = (plan.by + ["query_id"]) | join(", ") -%}
    rankhouse_run as ({{ rankhouse.one_row_an_item(plan, "run", "score", plan.by) }}),
    rankhouse_lists as (
        select {{ key }}, item_id, item_rank
        from
            (
                select {{ key }}, item_id, {{ rankhouse.bigint(rankhouse.item_place(key)) }} as item_rank
                from rankhouse_run
            ) as placed
        {%- if plan.depth is not none %} where item_rank <= {{ plan.depth }} {%- endif %}
    ),
{%- endmacro %}

{#
What is known of items and of items for a query, empty where an input is not given: rankhouse_items (the catalogue),
rankhouse_popularity, rankhouse_relevant, rankhouse_baseline (with ranks).
#}
{% macro looked_up_ctes(plan) -%}
    rankhouse_items as (
        {%- if plan.inputs["items"] is none %}{{ rankhouse.nothing(["item_id"]) }}
        {%- else %}
            select distinct item_id
            from ({{ rankhouse.input_of(plan, "items", ["item_id"]) }}) as listed
            where item_id is not null
        {%- endif %}
    ),
    rankhouse_interactions as (
        {%- if plan.inputs.interactions is none %}{{ rankhouse.nothing(["query_id", "item_id"]) }}
        {%- else %}
            select query_id, item_id
            from ({{ rankhouse.input_of(plan, "interactions", ["query_id", "item_id"]) }}) as listed
            where query_id is not null and item_id is not null
        {%- endif %}
    ),
    rankhouse_popularity as (
        select
            item_id,
            n_interactions,
            n_users,
            {{ rankhouse.bigint(rankhouse.item_place(score="n_interactions")) }} as popularity_place
        from
            (
                select item_id, count(*) as n_interactions, count(distinct query_id) as n_users
                from rankhouse_interactions
                group by item_id
            ) as counted
    ),
    rankhouse_totals as (
        select
            (select count(*) from rankhouse_items) as n_items,
            (select count(*) from rankhouse_interactions) as total_interactions,
            (select count(distinct query_id) from rankhouse_interactions) as total_users
    ),
    rankhouse_relevant as (
        {%- if plan.inputs.judgments is none %}{{ rankhouse.nothing(["query_id", "item_id"]) }}
        {%- else %}
            select query_id, item_id
            from ({{ rankhouse.one_row_an_item(plan, "judgments", "relevance", []) }}) as judged
            where {{ rankhouse.binary_gain("relevance") }} = 1
        {%- endif %}
    ),
    rankhouse_baseline as (
        {%- if plan.inputs.baseline is none %}{{ rankhouse.nothing(["query_id", "item_id", "baseline_place"]) }}
        {%- else %}
            select query_id, item_id, {{ rankhouse.bigint(rankhouse.item_place("query_id")) }} as baseline_place
            from ({{ rankhouse.one_row_an_item(rankhouse.baseline_plan(plan), "run", "score", []) }}) as expected
        {%- endif %}
    ),
{%- endmacro %}

{# No row, with columns of the types that the run's have. #}
{% macro nothing(names) -%}
    select
        {%- for name in names %}
            {{ name if name in ["query_id", "item_id"] else rankhouse.bigint(0) ~ " as " ~ name }}{{ ", " if not loop.last }}
        {%- endfor %}
    from rankhouse_run
    where 1 = 0
{%- endmacro %}

{# The user's columns of an input under our names. #}
{% macro input_of(plan, side, names) -%}
    select
        {%- for name in names %}
            {{ rankhouse.input_column(plan, side, name) }} as {{ name }}{{ ", " if not loop.last }}
        {%- endfor %}
    from {{ plan.inputs[side] }}
{%- endmacro %}

{# The baseline is read as a run is, under its own names. #}
{% macro baseline_plan(plan) %}
    {%- set columns = {} -%}
    {%- for name, column in plan.columns.items() if not name.startswith("run.") -%}
        {%- do columns.update({name | replace("baseline.", "run."): column}) -%}
    {%- endfor -%}
    {{
        return(
            {
                "run": plan.inputs.baseline,
                "judgments": none,
                "columns": columns,
                "checked": false,
                "from_arguments": false,
                "run_outputs": [],
                "run_by": [],
            }
        )
    }}
{% endmacro %}
