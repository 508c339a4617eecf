{#
Spark collects each query's run and judgments into lists. One shuffle of lists by query is then all: a window over every
row of the run, and joins by item, would each shuffle and sort it again. Every judged item is one row with its place in
the run (item_rank, NULL if not retrieved) and in the ideal order (ideal_rank).
#}
{% macro has_lists(plan) %} {{ return(adapter.dispatch("has_lists", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__has_lists(plan) %} {{ return(false) }}{% endmacro %}

{# Whatever needs all items of a tie, or other rows for the ideal order than for the list, goes the common way. #}
{% macro spark__has_lists(plan) %}
    {%- set others = ["mid_rank", "tie_size", "unstopped", "gain_upto", "worst_rank", "pool_above", "share_upto"] -%}
    {%- do others.extend(["lower_above", "intents", "top_score"]) -%}
    {{
        return(
            plan.ties == "item"
            and plan.unjudged == "irrelevant"
            and plan.pool == "judged"
            and plan.get("top_grade") is none
            and not rankhouse.reads_ranks(plan.columns, "run")
            and not (others | select("in", plan.needs) | list)
        )
    }}
{% endmacro %}

{# Its engine sorts columns outside of the JVM, and windows cost less there. #}
{% macro databricks__has_lists(plan) %} {{ return(false) }}{% endmacro %}

{# rankhouse_returned and rankhouse_judged with their lists. sorted_items is NULL where no two scores are equal. #}
{% macro list_steps(plan) %}
    {%- set all_judged = "judged" in plan.needs or plan.keeps_negative -%}
    {%- set returned -%}
        select
        {{ rankhouse.listed(plan.run_by + ["query_id"]) }},
        size(items) as n_retrieved,
        items,
        numbers as scores,
        sorted_scores,
        case
            when
                size(filter(sorted_scores, (one, place) -> place > 0 and sorted_scores[place - 1] = one)) > 0
            then sort_array(arrays_zip(numbers, items))
        end as sorted_items
        from (
            select run.*, sort_array(numbers) as sorted_scores
            from (
                {{ rankhouse.collected(plan, "run", "score", plan.run_by) }}
            ) as run
        ) as run
    {%- endset -%}
    {%- set is_relevant = rankhouse.binary_gain("one", plan.relevant_from) ~ " > 0" -%}
    {%- set graded = "arrays_zip(numbers, items)" -%}
    {%- set graded = graded if all_judged else "filter(" ~ graded ~ ", one -> one.numbers > 0)" -%}
    {%- set judged -%}
        select
        {{ rankhouse.listed(plan.judged_by + ["query_id"]) }},
        {{ rankhouse.double("size(filter(numbers, one -> " ~ is_relevant ~ "))") }} as n_relevant,
        {{ "size(filter(numbers, one -> one >= 0))" if rankhouse.skips_negatives(plan) else "size(items)" }} as n_judged,
        sort_array({{ graded }}, false) as graded
        from (
            {{ rankhouse.collected(plan, "judgments", "relevance", plan.judged_by) }}
        ) as judgments
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("returned", "the list of a query", returned),
                rankhouse.step("judged", "the judgments of a query", judged),
            ]
        )
    }}
{% endmacro %}

{#
Each query's items, and in the same order its numbers: both lists see the same rows, and two lists of plain values cost
less than one of structs.
#}
{% macro collected(plan, side, value, by) -%}
    {%- set key = rankhouse.inline(by + ["query_id"]) -%}
    {%- set collected -%}
        select {{ key }}, collect_list(item_id) as items, collect_list({{ value }}) as numbers
        from rankhouse_{{ side }}
        where item_id is not null
        group by {{ key }}
    {%- endset -%}
    {%- if plan.checked -%} {{ collected }}
    {%- else -%}
        {%- set repeated = "filter(items, (one, place) -> array_position(items, one) <= place)[0]" -%}
        {%- set message = rankhouse.duplicate_message(side, rankhouse.told_apart(plan, side), repeated) -%}
        select collected.*
        from ({{ collected }}) as collected
        where {{ rankhouse.unless("size(array_distinct(items)) < size(items)", message) }}
    {%- endif -%}
{%- endmacro %}

{# rankhouse_ranked as in ranked.sql, but with every judged item of a unit, and a row of NULLs where there is none. #}
{% macro steps_ranked_in_lists(plan) %}
    {%- set carried = plan.by + ["query_id"] + rankhouse.counts_in_lists() -%}
    {%- set types = ["judged_type", "run_type"] -%}
    {%- set units -%}
        select
        units.*,
        {{ rankhouse.type_of_id("graded[0].items") }} as judged_type,
        {{ rankhouse.type_of_id("items[0]") }} as run_type,
        {{ rankhouse.merged_ranks() }} as ranks
        from rankhouse_units as units
    {%- endset -%}
    {%- set found -%}
        select
        units.*,
        judged.numbers as relevance,
        judged_place + 1 as ideal_rank,
        ranks[judged_place] as merged_rank,
        case when ranks is null then nullif(array_position(items, judged.items), 0) - 1 end as place
        from (
            {{ units }}
        ) as units
        lateral view outer posexplode(graded) listed as judged_place, judged
        where
            {{
                rankhouse.unless(
                    rankhouse.ids_differ("judged.items", "items[0]", types),
                    rankhouse.ids_differ_message([["item_id", "judged.items", "items[0]"]], types),
                )
            }}
    {%- endset -%}
    {%- set placed -%}
        select
        {{
            rankhouse.listed(
                carried
                + [
                    "relevance",
                    "ideal_rank" if plan.keeps_negative else "case when relevance > 0 then ideal_rank end as ideal_rank",
                ]
            )
        }},
        case
            when place is null
            then merged_rank
            else
                n_retrieved
                + 1
                - coalesce(
                    array_position(sorted_items, named_struct('numbers', scores[place], 'items', items[place])),
                    array_position(sorted_scores, scores[place])
                )
        end as item_rank
        from rankhouse_found
    {%- endset -%}
    {%- set hit = rankhouse.hit_or_miss(plan, "relevance") -%}
    {%- set columns = carried + ["ideal_rank", "item_rank"] -%}
    {%- do columns.append("case when item_rank is not null then " ~ hit ~ " end as hit") -%}
    {%- set ranked -%}
        select
        {{ rankhouse.listed(columns + rankhouse.per_gain(plan, "gains", "<value> as <gain>")) }}
        from rankhouse_placed
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("found", "a judged item of a query, with its place in the list", found),
                rankhouse.step("placed", "the same with its rank", placed),
                rankhouse.step("ranked", "the same with what it is worth", ranked),
            ]
        )
    }}
{% endmacro %}

{#
The rank of each judged item (NULL: not in the list) where a query has many: one sort of the list and of the judged items
by item, next to each other, as against going through the list for each of them. NULL where there are few.
#}
{% macro merged_ranks() -%}
    {%- set ranked -%}
        transform(
            sort_array(arrays_zip(scores, items), false),
            (one, place) -> named_struct('item', one.items, 'judged_place', -1, 'item_rank', place + 1)
        )
    {%- endset -%}
    {%- set judged -%}
        transform(
            graded,
            (one, place) -> named_struct('item', one.items, 'judged_place', place, 'item_rank', cast(null as int))
        )
    {%- endset -%}
    {%- set found -%}
        named_struct(
            'judged_place', one.judged_place,
            'item_rank', case when place > 0 and both[place - 1].item = one.item then both[place - 1].item_rank end
        )
    {%- endset -%}
    case
        when size(graded) > {{ rankhouse.many_judged_items() }}
        then
            transform(
                sort_array(
                    transform(
                        array(sort_array(concat({{ ranked }}, {{ judged }}))),
                        both -> filter(
                            transform(both, (one, place) -> case when one.judged_place >= 0 then {{ found }} end),
                            one -> one is not null
                        )
                    )[0]
                ),
                one -> one.item_rank
            )
    end
{%- endmacro %}

{# Looking up so many judged items costs as much as sorting the list. #}
{% macro many_judged_items() %} {{ return(500) }}{% endmacro %}

{# The columns of a unit that each row of rankhouse_rows repeats, to save a join. #}
{% macro counts_in_lists() %} {{ return(["n_relevant", "n_judged", "n_retrieved"]) }}{% endmacro %}
