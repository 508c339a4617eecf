{#
Spark collects each query's run and judgments into lists. One shuffle of lists by query is then all: a window over every
row of the run, and joins by item, would each shuffle and sort it again. Every judged item is one row with its place in
the run (item_rank, NULL if not retrieved) and in the ideal order (ideal_rank).
#}
{% macro in_lists(plan) %} {{ return(adapter.dispatch("in_lists", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__in_lists(plan) %} {{ return(false) }}{% endmacro %}

{# Whatever needs all items of a tie, or other rows for the ideal order than for the list, goes the common way. #}
{% macro spark__in_lists(plan) %}
    {%- set needs = plan.needs -%}
    {%- set others = [needs.mid_rank, needs.tie_size, needs.unstopped, needs.gain_upto, needs.worst_rank] -%}
    {{
        return(
            plan.ties == "item"
            and plan.unjudged == "irrelevant"
            and plan.pool == "judged"
            and not (others | select | list)
        )
    }}
{% endmacro %}

{# Its engine sorts columns outside of the JVM, and windows cost less there. #}
{% macro databricks__in_lists(plan) %} {{ return(false) }}{% endmacro %}

{# The columns of rankhouse_units that hold lists, in the order of rankhouse_judged and rankhouse_returned. #}
{% macro judged_lists(plan) %} {{ return(["graded"] if rankhouse.in_lists(plan) else []) }}{% endmacro %}

{% macro returned_lists(plan) %}
    {{ return(["items", "scores", "sorted_scores", "sorted_items"] if rankhouse.in_lists(plan) else []) }}
{% endmacro %}

{# rankhouse_returned and rankhouse_judged with their lists. sorted_items is NULL where no two scores are equal. #}
{% macro list_ctes(plan) -%}
    {%- set all_judged = plan.needs.judged or rankhouse.keeps_negative(plan) -%}
    rankhouse_returned as (
        select
            {{ (plan.run_by + ["query_id"]) | join(", ") }},
            size(items) as n_retrieved,
            items,
            numbers as scores,
            sort_array(numbers) as sorted_scores,
            case
                when size(array_distinct(numbers)) < size(numbers) then sort_array(arrays_zip(numbers, items))
            end as sorted_items
        from ({{ rankhouse.collected(plan, "rankhouse_run", "score", plan.run_by) }}) as run
    ),
    rankhouse_judged as (
        select
            {{ (plan.judged_by + ["query_id"]) | join(", ") }},
            {{
                rankhouse.double(
                    "size(filter(numbers, one -> " ~ rankhouse.binary_gain("one", plan.relevant_from) ~ " > 0))"
                )
            }} as n_relevant,
            size(items) as n_judged,
            sort_array(
                {%- if all_judged %}arrays_zip(numbers, items)
                {%- else %}filter(arrays_zip(numbers, items), one -> one.numbers > 0)
                {%- endif %},
                false
            ) as graded
        from ({{ rankhouse.collected(plan, "rankhouse_judgments", "relevance", plan.judged_by) }}) as judgments
    ),
{%- endmacro %}

{#
Each query's items, and in the same order its numbers: both lists see the same rows, and two lists of plain values cost
less than one of structs. Of duplicates the highest counts.
#}
{% macro collected(plan, relation, value, by) -%}
    {%- set key = (by + ["query_id"]) | join(", ") -%}
    {%- set collected -%}
        select {{ key }}, collect_list(item_id) as items, collect_list({{ value }}) as numbers
        from {{ relation }}
        where item_id is not null
        group by {{ key }}
    {%- endset -%}
    {%- if plan.checked -%} {{ collected }}
    {%- else -%}
        select {{ key }}, coalesce(highest.items, items) as items, coalesce(highest.numbers, numbers) as numbers
        from
            (
                select
                    collected.*,
                    case
                        when size(array_distinct(items)) < size(items)
                        then
                            transform(
                                array(sort_array(arrays_zip(items, numbers))),
                                sorted -> filter(
                                    sorted,
                                    (one, place) -> place = size(sorted) - 1 or sorted[place + 1].items <> one.items
                                )
                            )[0]
                    end as highest
                from ({{ collected }}) as collected
            ) as collected
    {%- endif -%}
{%- endmacro %}

{# rankhouse_ranked as in ranked.sql, but with every judged item of a unit, and a row of NULLs where there is none. #}
{% macro ranked_in_lists(plan) -%}
    {%- set carried = plan.by + ["query_id"] + rankhouse.counts_in_lists() -%}
    rankhouse_found as (
        select
            units.*,
            judged.numbers as relevance,
            judged_place + 1 as ideal_rank,
            nullif(array_position(items, judged.items), 0) - 1 as place
        from rankhouse_units as units
        lateral view outer posexplode(graded) listed as judged_place, judged
    ),
    rankhouse_placed as (
        select
            {{ carried | join(", ") }},
            relevance,
            {%- if rankhouse.keeps_negative(plan) %} ideal_rank,
            {%- else %} case when relevance > 0 then ideal_rank end as ideal_rank,
            {%- endif %}
            case
                when place is not null
                then
                    n_retrieved
                    + 1
                    - coalesce(
                        array_position(sorted_items, named_struct('numbers', scores[place], 'items', items[place])),
                        array_position(sorted_scores, scores[place])
                    )
            end as item_rank
        from rankhouse_found
    ),
    rankhouse_ranked as (
        select
            {{ carried | join(", ") }},
            ideal_rank,
            item_rank,
            case when item_rank is not null then {{ rankhouse.binary_gain("relevance", plan.relevant_from) }} end as hit
            {%- for column in plan.gains %}
                , {{ rankhouse.gain_value(column, plan.relevant_from) }} as {{ column }}
            {%- endfor %}
        from rankhouse_placed
    ),
{%- endmacro %}

{# What rankhouse_rows says of its unit on each row, so that no join brings it back. #}
{% macro counts_in_lists() %} {{ return(["n_relevant", "n_judged", "n_retrieved"]) }}{% endmacro %}
