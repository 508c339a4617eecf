{#
The best order of all, beside the greedy one: of the sets of so many items the best order of each, from those of one item less. Sets
double with each item, so a query may have so many that serve an intent.

rankhouse_exact_hits: an item and an intent that it serves; item_bit: 1, 2, 4, ... for the items of a query, whose sum is a set.
rankhouse_exact_<n>: a set of n items, with the highest alpha-DCG of its orders.
#}
{% macro most_exact_items() %} {{ return(10) }}{% endmacro %}

{% macro exact_steps(plan) %}
    {%- if "exact" not in plan.needs -%} {{ return([]) }}{%- endif -%}
    {{ return(adapter.dispatch("exact_steps", "rankhouse")(plan)) }}
{% endmacro %}

{% macro default__exact_steps(plan) %}
    {%- set query = plan.judged_by + ["query_id"] -%}
    {%- set hits -%}
        select {{ rankhouse.listed(query + ["intent", "intent_share", "power(2, place - 1) as item_bit"]) }}
        from
            (
                select
                    placed.*,
                    max(place) over (partition by {{ rankhouse.inline(query) }}) as n_items
                from
                    (
                        select
                            intents.*,
                            dense_rank() over (partition by {{ rankhouse.inline(query) }} order by item_id) as place
                        from rankhouse_intents as intents
                        where intent_hit > 0
                    ) as placed
            ) as counted
        where {{ rankhouse.unless("n_items > " ~ rankhouse.most_exact_items(), rankhouse.says_too_many_for_exact_ideal()) }}
    {%- endset -%}
    {%- set alphas = rankhouse.per_gain(
        plan, "exacts", "select " ~ rankhouse.double("<value>") ~ " as exact_alpha"
    ) -%}
    {%- set empty -%}
        select distinct
            {{ rankhouse.listed(query + ["exact_alpha"]) }},
            {{ rankhouse.double(0) }} as set_bits,
            {{ rankhouse.double(0) }} as set_value
        from rankhouse_exact_hits
        cross join (
            {{ alphas | join("\nunion all\n") }}
        ) as exacts
    {%- endset -%}
    {%- set steps = [
        rankhouse.step(
            "exact_hits", "an item and an intent that it serves, of a query with few items", hits
        ),
        rankhouse.step("exact_0", "the empty set of a query's items", empty),
    ] -%}
    {%- for n in range(1, rankhouse.most_exact_items() + 1) -%}
        {%- do steps.append(
            rankhouse.step(
                "exact_" ~ n, "a set with one item more, in its best order", rankhouse.larger_sets(plan, n)
            )
        ) -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{# Each larger set comes of several smaller ones, by what is last. #}
{% macro larger_sets(plan, n) -%}
    {%- set query = plan.judged_by + ["query_id"] -%}
    {%- set of_set = query + ["exact_alpha", "set_bits", "set_value"] -%}
    {%- set gain = "sum(intent_share * " ~ rankhouse._novelty("n_above", "exact_alpha") ~ ")" -%}
    {%- set gain = gain ~ " * " ~ rankhouse.discount(n | string) -%}
    {%- set of_added = rankhouse.columns_of("sets", of_set) + ["hits.item_bit", "hits.intent"] -%}
    select {{ rankhouse.listed(query + ["exact_alpha", "larger_bits as set_bits", "max(larger_value) as set_value"]) }}
    from
        (
            select
                {{ rankhouse.listed(query + ["exact_alpha", "set_bits + item_bit as larger_bits"]) }},
                set_value + {{ gain }} as larger_value
            from
                (
                    select
                        {{ rankhouse.listed(rankhouse.select_of("sets", of_set)) }},
                        hits.item_bit as item_bit,
                        hits.intent as intent,
                        max(hits.intent_share) as intent_share,
                        {{ rankhouse.double("count(above.item_bit)") }} as n_above
                    from rankhouse_exact_{{ n - 1 }} as sets
                    join
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
    group by {{ rankhouse.inline(query + ["exact_alpha", "larger_bits"]) }}
{%- endmacro %}

{# 1 for an item of the set, 0 for another one. #}
{% macro bit_of_set(bit) %}
    {{ return("(floor(sets.set_bits / " ~ bit ~ ") - 2 * floor(sets.set_bits / (2 * " ~ bit ~ ")))") }}
{% endmacro %}

{# Steps are selects within selects there, and its analyzer gives up. #}
{% macro spark__exact_steps(plan) %}
    {{ exceptions.raise_compiler_error("alpha_ndcg(ideal=exact) is not there on Spark: take ideal=greedy") }}
{% endmacro %}

{# The highest value of so many items, for each unit. #}
{% macro exact_order(plan) -%}
    {%- set query = plan.judged_by + ["query_id"] -%}
    (
        select
            {{ rankhouse.listed(rankhouse.select_of("units", plan.by + ["query_id"])) }},
            {{ rankhouse.listed(rankhouse.select_of("best", ["exact_alpha", "exact_rank", "exact_dcg"])) }}
        from
            (
                {%- for n in range(1, rankhouse.most_exact_items() + 1) %}
                    {{ "union all" if not loop.first }}
                    select
                        {{ rankhouse.listed(query + ["exact_alpha", rankhouse.bigint(n) ~ " as exact_rank"]) }},
                        max(set_value) as exact_dcg
                    from rankhouse_exact_{{ n }}
                    group by {{ rankhouse.inline(query + ["exact_alpha"]) }}
                {%- endfor %}
            ) as best
        join rankhouse_units as units on {{ rankhouse.match_units(plan, "best") }}
    ) as exact
{%- endmacro %}
