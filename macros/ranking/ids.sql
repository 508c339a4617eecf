{#
What is wrong with the ids of a run and its judgments: rankhouse_ids, with a row that has a message where there is something, on
engines that know the types of columns when a query is planned. It costs nothing where both have the same.
#}
{% macro ids_steps(plan) %} {{ return(adapter.dispatch("ids_steps", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__ids_steps(plan) %} {{ return([]) }}{% endmacro %}

{# One row of the judgments is enough: an id of the run that a float of theirs cannot hold is itself too large. #}
{% macro duckdb__ids_steps(plan) %}
    {%- set read = dict(plan, asks_ids=true) -%}
    {%- set ids = [] -%}
    {%- for name in ["query_id", "item_id"] -%}
        {%- do ids.append([name, "run." ~ name, "judgments." ~ name]) -%}
    {%- endfor -%}
    {%- set differ = [] -%}
    {%- for name, left, right in ids -%} {%- do differ.append(rankhouse.ids_differ(left, right)) -%} {%- endfor -%}
    {%- set is_enum = "'ENUM' in (typeof(run.item_id)[:4], typeof(judgments.item_id)[:4])" -%}
    {%- set sql -%}
        select
        case
        when {{ is_enum }}
        then {{ rankhouse.literal(rankhouse.says_enum("item_id")) }}
        else {{ rankhouse.ids_differ_message(ids) }}
        end as message
        from rankhouse_{{ "run_entries" if rankhouse.is_pruned(plan) else rankhouse.items_step_name(plan) }} as run
        cross join (
            select {{ rankhouse.inline(rankhouse.ids_read(read, "judgments")) }}
            from {{ rankhouse.as_source(plan.judgments, "judgments") }}
            limit 1
        ) as judgments
        where {{ is_enum }}
        or {{ differ | join("\nor ") }}
        limit 1
    {%- endset -%}
    {{ return([rankhouse.step("ids", "what is wrong with the ids, if anything", sql, "materialized")]) }}
{% endmacro %}
