{#
The best order of all, beside the greedy one: that of each set of items, from those of the sets of one item less. Sets double with
each item, so a query may have this many that serve an intent.

rankhouse_exact_hits: an item and an intent that it serves; item_bit: 1, 2, 4, ... for the items of a query, whose sum is a set.
rankhouse_exact: a set of n_chosen items, with the highest alpha-DCG of its orders. Where a recursive query cannot group, a step
for each number of items up to the last cutoff; a set of all items of its query goes on as it is, so that the step of a
cutoff has what counts there of every query, and none of the steps before is read again.
#}
{% macro most_exact_items() %} {{ return(10) }}{% endmacro %}

{% macro exact_steps(plan) %}
    {%- if "exact" not in plan.needs -%} {{ return([]) }}{%- endif -%}
    {{ return(adapter.dispatch("exact_steps", "rankhouse")(plan)) }}
{% endmacro %}

{% macro duckdb__exact_steps(plan) %}
    {%- set sets -%}
        {{ rankhouse.empty_sets(plan) }}
        union all
        {{ rankhouse.larger_sets(plan, "exact") }}
    {%- endset -%}
    {%- set row = "a set of items in its best order" -%}
    {{ return([rankhouse.exact_hits_step(plan), rankhouse.recursive_step("exact", row, sets)]) }}
{% endmacro %}

{% macro default__exact_steps(plan) %}
    {%- set steps = [
        rankhouse.exact_hits_step(plan),
        rankhouse.step("exact_0", "the empty set of a query's items", rankhouse.empty_sets(plan)),
    ] -%}
    {%- for n in range(1, rankhouse.exact_cutoffs(plan) | max + 1) -%}
        {%- set larger = rankhouse.larger_sets(plan, "exact_" ~ (n - 1), keeps_complete=true) -%}
        {%- do steps.append(rankhouse.step("exact_" ~ n, "a set of one item more in its best order", larger)) -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{# How many items the measures look at that have such an ideal. #}
{% macro exact_cutoffs(plan) %}
    {%- set cutoffs, most = [], rankhouse.most_exact_items() -%}
    {%- for measure in plan.measures if "exact" in measure.needs -%}
        {%- do cutoffs.append([measure.k, most] | min) -%}
    {%- endfor -%}
    {{ return(cutoffs | unique | sort) }}
{% endmacro %}

{# Steps are selects within selects there, and its analyzer gives up. #}
{% macro spark__exact_steps(plan) %}
    {{ exceptions.raise_compiler_error("alpha_ndcg(ideal=exact) is not available on Spark: use ideal=greedy") }}
{% endmacro %}

{% macro exact_hits_step(plan) %}
    {%- set of_query = "over (partition by " ~ rankhouse.inline(plan.judged_by + ["query_id"]) -%}
    {%- set most = rankhouse.most_exact_items() -%}
    {%- set hits -%}
        select
        {{ rankhouse.listed(plan.judged_by + ["query_id", "intent", "intent_share", "power(2, place - 1) as item_bit"]) }}
        from (
            select placed.*, max(place) {{ of_query }}) as n_items
            from (
                select intents.*, dense_rank() {{ of_query }} order by item_id) as place
                from rankhouse_intents as intents
                where intent_hit > 0
            ) as placed
        ) as counted
        where {{ rankhouse.unless("n_items > " ~ most, rankhouse.says_too_many_for_exact_ideal(most)) }}
    {%- endset -%}
    {{ return(rankhouse.step("exact_hits", "an item and an intent that it serves, of a query with few", hits)) }}
{% endmacro %}

{% macro empty_sets(plan) -%}
    {%- set alpha = "select " ~ rankhouse.double("<value>") ~ " as exact_alpha" -%}
    select distinct
        {{ rankhouse.listed(plan.judged_by + ["query_id", "exact_alpha"]) }},
        {{ rankhouse.double(0) }} as set_bits,
        {{ rankhouse.double(0) }} as n_chosen,
        {{ rankhouse.double(0) }} as set_value
    from rankhouse_exact_hits
    cross join ({{ rankhouse.per_gain(plan, "exacts", alpha) | join("\nunion all\n") }}) as exacts
{%- endmacro %}

{#
Each larger set comes of several smaller ones, by which item is last. `keeps_complete`: a set to which no item can be
added stays, as if one that serves nothing were.
#}
{% macro larger_sets(plan, smaller, keeps_complete=false) -%}
    {%- set added = {"n": "1", "bit": "hits.item_bit", "share": "max(hits.intent_share)"} -%}
    {%- if keeps_complete -%}
        {%- set zero = rankhouse.double(0) -%}
        {%- set added = {
            "n": "case when hits.item_bit is null then 0 else 1 end",
            "bit": "coalesce(hits.item_bit, " ~ zero ~ ")",
            "share": "coalesce(max(hits.intent_share), " ~ zero ~ ")",
        } -%}
    {%- endif -%}
    {%- set query = plan.judged_by + ["query_id"] -%}
    {%- set of_set = query + ["exact_alpha", "set_bits", "n_chosen", "set_value"] -%}
    {%- set of_added = rankhouse.columns_of("sets", of_set) + ["hits.item_bit", "hits.intent"] -%}
    {%- set gain = "sum(intent_share * " ~ rankhouse.own_novelty("n_above", "exact_alpha") ~ ")" -%}
    {%- set gain = gain ~ " * " ~ rankhouse.discount("n_chosen") -%}
    {%- set larger = ["set_bits + item_bit as larger_bits", "n_chosen", "set_value + " ~ gain ~ " as larger_value"] -%}
    {%- set best = ["larger_bits as set_bits", "n_chosen", "max(larger_value) as set_value"] -%}
    select {{ rankhouse.listed(query + ["exact_alpha"] + best) }}
    from
        (
            select {{ rankhouse.listed(query + ["exact_alpha"] + larger) }}
            from
                (
                    select
                        {{
                            rankhouse.listed(
                                rankhouse.select_of("sets", query + ["exact_alpha", "set_bits", "set_value"])
                            )
                        }},
                        sets.n_chosen + {{ added.n }} as n_chosen,
                        {{ added.bit }} as item_bit,
                        {{ added.share }} as intent_share,
                        {{ rankhouse.double("count(above.item_bit)") }} as n_above
                    from
                        rankhouse_{{ smaller }} as sets
                        {{ "left join" if keeps_complete else "join" }}
                        rankhouse_exact_hits as hits
                        on {{ rankhouse.match("sets", "hits", query) }}
                        and {{ rankhouse.bit_of_set("hits.item_bit") }} = 0
                    left join
                        rankhouse_exact_hits as above
                        on {{ rankhouse.match("hits", "above", query) }}
                        and above.intent = hits.intent
                        and {{ rankhouse.bit_of_set("above.item_bit") }} = 1
                    group by {{ rankhouse.inline(of_added) }}
                ) as added
            group by {{ rankhouse.inline(of_set + ["item_bit"]) }}
        ) as larger
    group by {{ rankhouse.inline(query + ["exact_alpha", "larger_bits", "n_chosen"]) }}
{%- endmacro %}

{# 1 for an item of the set, 0 for another one. #}
{% macro bit_of_set(bit) %}
    {{ return("(floor(sets.set_bits / " ~ bit ~ ") - 2 * floor(sets.set_bits / (2 * " ~ bit ~ ")))") }}
{% endmacro %}

{# The highest value of so many items, for each unit. #}
{% macro exact_order(plan) -%}
    {%- set query = plan.judged_by + ["query_id", "exact_alpha"] -%}
    {%- set best = [rankhouse.bigint("n_chosen") ~ " as exact_rank", "max(set_value) as exact_dcg"] -%}
    (
        select
            {{ rankhouse.listed(rankhouse.select_of("units", plan.by + ["query_id"])) }},
            {{ rankhouse.listed(rankhouse.select_of("best", ["exact_alpha", "exact_rank", "exact_dcg"])) }}
        from
            (
                select {{ rankhouse.listed(query + best) }}
                from {{ adapter.dispatch("exact_sets", "rankhouse")(plan) }} as sets
                group by {{ rankhouse.inline(query + ["n_chosen"]) }}
            ) as best
        join rankhouse_units as units on {{ rankhouse.match_units(plan, "best") }}
    ) as exact
{%- endmacro %}

{% macro duckdb__exact_sets(plan) %} {{ return("rankhouse_exact") }}{% endmacro %}

{% macro default__exact_sets(plan) -%}
    (
        {%- for n in rankhouse.exact_cutoffs(plan) %}
            {{ "union all" if not loop.first }} select * from rankhouse_exact_{{ n }}
        {%- endfor %}
    )
{%- endmacro %}
