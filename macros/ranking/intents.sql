{#
Judgments by intent: a row for a query, an item and an intent (an aspect, a subtopic). To measures without intents an item is as
relevant as it is to the intent that it serves best. Those over intents look at rows of an item and an intent, which
rankhouse_rows has beside its others, for the items of the list (intent_rank) and of the greedy ideal orders:

    intent_rank         the item's place in the list
    greedy_rank         its place in the greedy order for the alpha in greedy_alpha
    gain_rank           its place in the order by gain over all intents
    intent_hit          1 when the item is relevant to the intent; intent_relevance: how much
    intent_earlier      items above that are relevant to the intent
    n_of_intent         items that are, in the list or not
    n_intents           intents of the query for which some item is relevant
    intent_share        the intent's weight in units of the mean one: 1 without weights
#}
{% macro intent_columns() %}
    {%- set numbers = [
        "intent_hit",
        "intent_relevance",
        "intent_earlier",
        "n_of_intent",
        "n_intents",
        "intent_share",
    ] -%}
    {{ return({"ranks": ["intent_rank", "greedy_rank", "gain_rank"], "numbers": numbers + ["greedy_alpha"]}) }}
{% endmacro %}

{# Whether the intents have weights, in a column of the judgments. #}
{% macro intents_weigh(plan) %}
    {{ return(plan.columns.get("judgments.intent_weight", plan.columns.get("intent_weight")) is not none) }}
{% endmacro %}

{# An evaluation over intents takes judgments of their own: in one table each intent would repeat the item in the list. #}
{% macro check_intents(arguments) %}
    {%- do rankhouse.check_arguments("metrics", {"intents": arguments.get("intents")}) -%}
    {%- if arguments.get("intents") is not none and arguments.get("judgments") is none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_intents_need_judgments()) }}
    {%- elif arguments.get("intents") is none and rankhouse.intents_weigh({"columns": arguments.get("columns", {})}) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_weights_need_intents()) }}
    {%- endif -%}
{% endmacro %}

{# What is read of the judgments beside the columns that they always have. #}
{% macro intents_read(plan) %}
    {%- if plan.get("intents") is none -%} {{ return([]) }}{%- endif -%}
    {%- set columns = [rankhouse.text("given." ~ rankhouse.quoted(plan.intents)) ~ " as intent"] -%}
    {%- if rankhouse.intents_weigh(plan) -%}
        {%- set weight = rankhouse.double(rankhouse.input_column(plan, "judgments", "intent_weight")) -%}
        {%- do columns.append(weight ~ " as intent_weight") -%}
    {%- endif -%}
    {{ return(columns) }}
{% endmacro %}

{#
The steps that end in rankhouse_<name>, the judged items of a query. Rows without an intent are left out like those without an
item, and duplicates stop the engine as they do elsewhere.
#}
{% macro intent_label_steps(plan, name) %}
    {%- set key = plan.label_by + ["query_id", "item_id"] + rankhouse.carried_columns(plan, plan.own_by) -%}
    {%- set figures = ["relevance"] + (["intent_weight"] if rankhouse.intents_weigh(plan) else []) -%}
    {%- set rows = rankhouse.rows_with_ids(plan, "judgments", "relevance") ~ "\nand intent is not null" -%}
    {%- set row = rankhouse.inline(key + ["intent"]) -%}
    {%- set single -%}
        {%- if plan.checked -%} select {{ row }}, {{ rankhouse.inline(figures) }} from {{ rows }}
        {%- else -%}
            {%- set item = rankhouse.text("item_id") ~ " || ' for intent ' || intent" -%}
            {%- set message = rankhouse.duplicate_message(
                "judgments", rankhouse.distinguishing_argument("judgments"), item
            ) -%}
            select
            {{ row }}, max(relevance) as relevance {{ ", max(intent_weight) as intent_weight" if rankhouse.intents_weigh(plan) }}
            from {{ rows }}
            group by {{ row }}
            having {{ rankhouse.unless("count(*) > 1", message) }}
        {%- endif -%}
    {%- endset -%}
    {%- set best -%}
        select {{ rankhouse.inline(key + ["max(relevance) as relevance"]) }}
        from rankhouse_intent_labels
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("intent_labels", "a judged item of a query and an intent", single),
                rankhouse.step(name, "a judged item of a query, as relevant as to the intent it serves best", best),
            ]
        )
    }}
{% endmacro %}

{# rankhouse_intents: the items that are relevant to an intent; rankhouse_intent_places: those of a list. #}
{% macro intent_steps(plan) %}
    {%- if "intents" not in plan.needs -%} {{ return([]) }}{%- endif -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set of_intent = "over (partition by " ~ rankhouse.inline(plan.judged_by + ["query_id", "intent"]) -%}
    {%- set places -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("ranked", unit) + [rankhouse.bigint("ranked.item_rank") ~ " as intent_rank"]) }},
        {{ rankhouse.listed(rankhouse.select_of("intents", rankhouse.intent_figures())) }},
        sum(intents.intent_hit) over (
            partition by {{ rankhouse.inline(rankhouse.columns_of("ranked", unit) + ["intents.intent"]) }}
            order by ranked.item_rank asc
            rows between unbounded preceding and current row
        ) - intents.intent_hit as intent_earlier
        from rankhouse_ranked as ranked
        join rankhouse_intents as intents
        on {{ rankhouse.match("ranked", "intents", plan.judged_by + ["query_id", "item_id"]) }}
    {%- endset -%}
    {%- set steps = rankhouse.weighed_steps(plan) -%}
    {%- do steps.append(
        rankhouse.step("intents", "an item that is relevant to an intent", rankhouse.intents_of(plan))
    ) -%}
    {%- do steps.append(rankhouse.step("intent_places", "the same at its place in a list", places)) -%}
    {%- if plan.walks -%} {%- do steps.extend(rankhouse.greedy_steps(plan)) -%} {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{# What rankhouse_intents has of an item and an intent. #}
{% macro intent_figures() %}
    {{ return(["intent_hit", "intent_relevance", "n_of_intent", "n_intents", "intent_share"]) }}
{% endmacro %}

{# rankhouse_weighed: the judgments by intent, once the weights of each query have been looked at. #}
{% macro weighed_steps(plan) %}
    {%- if not rankhouse.intents_weigh(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set query = rankhouse.inline(plan.label_by + ["query_id"]) -%}
    {%- set of_intent = "partition by " ~ query ~ ", intent" -%}
    {%- set of_query = rankhouse.text("query_id") ~ " || " ~ rankhouse.literal("' ") -%}
    {%- set query_text = rankhouse.literal("judgments: the intents of query '") ~ " || " ~ of_query -%}
    {%- set intent_text = (
        rankhouse.literal("judgments: intent '")
        ~ " || intent || "
        ~ rankhouse.literal("' of query '")
        ~ " || "
        ~ of_query
    ) -%}
    {%- set is_weight = "coalesce(intent_weight >= 0 and " ~ rankhouse.is_number("intent_weight") ~ ", false)" -%}
    {%- set said -%}
        case
        when not {{ is_weight }}
        then {{ intent_text }} || 'has no weight, or a negative one: give it a number from 0 on'
        when lowest < highest
        then {{ intent_text }} || 'has weights from ' || {{ rankhouse.text("lowest") }} || ' to ' || {{ rankhouse.text("highest") }} || ': give it the same in all its rows'
        else {{ query_text }} || 'have weights whose sum is ' || {{ rankhouse.text("weight_sum") }} || ': it has to be 1'
        end
    {%- endset -%}
    {%- set is_wrong = "(not " ~ is_weight ~ " or lowest < highest)" -%}
    {%- set n_wrong = "sum(case when " ~ is_wrong ~ " then 1 else 0 end) over (partition by " ~ query ~ ")" -%}
    {%- set is_wrong = is_wrong ~ " or (n_wrong = 0 and abs(weight_sum - 1) > 1e-6)" -%}
    {%- set sql -%}
        select weighed.*
        from (
            select
            numbered.*,
            {{ n_wrong }} as n_wrong,
            sum(case when item_number = 1 then intent_weight end) over (partition by {{ query }}) as weight_sum
            from (
                select
                labels.*,
                row_number() over ({{ of_intent }} order by item_id) as item_number,
                min(intent_weight) over ({{ of_intent }}) as lowest,
                max(intent_weight) over ({{ of_intent }}) as highest
                from rankhouse_intent_labels as labels
            ) as numbered
        ) as weighed
        where {{ rankhouse.unless(is_wrong, said) }}
    {%- endset -%}
    {{ return([rankhouse.step("weighed", "the same, once the weights of its query have been looked at", sql)]) }}
{% endmacro %}

{# Of retrieved items alone judgments have the groups of the run. #}
{% macro intents_of(plan) -%}
    {%- set weigh = rankhouse.intents_weigh(plan) -%}
    {%- set source = "rankhouse_" ~ ("weighed" if weigh else "intent_labels") ~ " as labels" -%}
    {%- set query = rankhouse.inline(plan.judged_by + ["query_id"]) -%}
    {%- set figures = plan.judged_by + ["query_id", "item_id", "intent", "intent_hit", "intent_relevance"] -%}
    select
        {{ rankhouse.listed(figures + ["n_of_intent", "n_intents"]) }},
        {{ "intent_weight * n_intents" if weigh else rankhouse.double(1) }} as intent_share
    from
        (
            select
                numbered.*,
                {{
                    rankhouse.double(
                        "sum(case when item_number = 1 and n_of_intent > 0 then 1 else 0 end) over (partition by "
                        ~ query
                        ~ ")"
                    )
                }} as n_intents
            from
                (
                    select
                        hits.*,
                        sum(intent_hit) over (partition by {{ query }}, intent) as n_of_intent,
                        row_number() over (partition by {{ query }}, intent order by item_id) as item_number
                    from
                        (
                            select
                                {{
                                    rankhouse.listed(
                                        rankhouse.select_of(
                                            "judged" if plan.pool == "retrieved" else "labels", plan.judged_by
                                        )
                                    )
                                }}{{ "," if plan.judged_by }}
                                {{
                                    rankhouse.listed(
                                        rankhouse.select_of(
                                            "labels",
                                            ["query_id", "item_id", "intent"] + (["intent_weight"] if weigh else []),
                                        )
                                    )
                                }},
                                {{ rankhouse.hit(plan, "labels.relevance") }} as intent_hit,
                                labels.relevance as intent_relevance
                            from {{ source }}
                            {%- if plan.pool == "retrieved" %}
                                join
                                    rankhouse_judgments as judged
                                    on {{ rankhouse.match("labels", "judged", plan.label_by + ["query_id", "item_id"]) }}
                            {%- endif %}
                            where labels.relevance > 0
                        ) as hits
                ) as numbered
        ) as counted
{%- endmacro %}

{#
The greedy order, by which each place takes the item that adds most, (1 - alpha)^(items above) summed over its intents, of equal
ones the item with the highest id. One walk goes for all queries and alphas, a place at a time.

rankhouse_greedy: the items that are left and, where is_chosen, the one for the place step_number.
#}
{% macro greedy_steps(plan) %}
    {%- set alphas = rankhouse.per_gain(
        plan, "walks", "select " ~ rankhouse.double("<value>") ~ " as greedy_alpha"
    ) -%}
    {%- set start -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("intents", rankhouse.greedy_key(plan) + rankhouse.greedy_figures())) }},
        walks.greedy_alpha as greedy_alpha,
        {{ rankhouse.double(0) }} as intent_earlier,
        {{ rankhouse.bigint(0) }} as step_number,
        {{ rankhouse.bigint(0) }} as is_chosen
        from rankhouse_intents as intents
        cross join (
            {{ alphas | join("\nunion all\n") }}
        ) as walks
        where intents.intent_hit > 0
    {%- endset -%}
    {{ return(adapter.dispatch("walked_greedily", "rankhouse")(plan, start)) }}
{% endmacro %}

{% macro greedy_key(plan) %} {{ return(plan.judged_by + ["query_id", "item_id", "intent"]) }}{% endmacro %}

{% macro greedy_figures() %} {{ return(["intent_hit", "n_intents", "intent_share"]) }}{% endmacro %}

{% macro default__walked_greedily(plan, start) %}
    {%- set walked -%}
        {{ start }}
        union all
        {{ rankhouse.greedy_choice(plan, "greedy") }}
        where is_chosen = 0 {{ "and step_number < " ~ plan.walk_depth if plan.walk_depth is not none }}
        ) as worth
        ) as choices
    {%- endset -%}
    {%- set step = rankhouse.step(
        "greedy", "an item and an intent, at a place of a greedy order or left for one", walked
    ) -%}
    {%- set columns = rankhouse.greedy_key(plan) + rankhouse.greedy_figures() -%}
    {%- do step.update(
        {
            "name": step.name
            ~ rankhouse.recursive_columns(
                columns + ["greedy_alpha", "intent_earlier", "step_number", "is_chosen"]
            )
        }
    ) -%}
    {{ return([step]) }}
{% endmacro %}

{# The next place, from the items that are left; without its last brackets, so that a filter may stand before them. #}
{% macro greedy_choice(plan, source) -%}
    {%- set unit = "greedy_alpha, " ~ rankhouse.inline(plan.judged_by + ["query_id"]) -%}
    {%- set kept = rankhouse.greedy_key(plan) + rankhouse.greedy_figures() + ["greedy_alpha"] -%}
    {%- set read = kept + ["intent_earlier", "step_number", "is_chosen"] -%}
    {#- Equal sums may differ in their last digits. -#}
    {%- set worth = (
        "floor(sum(intent_share * "
        ~ rankhouse._novelty("intent_earlier", "greedy_alpha")
        ~ ") over (partition by "
        ~ unit
        ~ ", item_id) * 1e9 + 0.5)"
    ) -%}
    {%- set serves = "max(case when item_id = chosen then 1 else 0 end) over (partition by " ~ unit ~ ", intent)" -%}
    {%- set is_placed = "is_chosen = 1 or item_id = chosen" -%}
    select
        {{ rankhouse.listed(kept) }},
        intent_earlier + case when {{ is_placed }} then 0 else {{ serves }} end as intent_earlier,
        step_number + 1 - is_chosen as step_number,
        {{ rankhouse.bigint("case when " ~ is_placed ~ " then 1 else 0 end") }} as is_chosen
    from
        (
            select
                {{ rankhouse.listed(read) }},
                first_value(item_id) over (
                    partition by {{ unit }}
                    order by is_chosen asc, item_worth desc, {{ rankhouse.byte_order("item_id", "desc") }}
                ) as chosen
            from (select {{ rankhouse.listed(read) }}, {{ worth }} as item_worth from rankhouse_{{ source }}
{%- endmacro %}

{# Whether the query needs `with recursive`. #}
{% macro walks_recursively(plan) %}
    {{ return(plan.get("walks", []) | length > 0 and adapter.dispatch("greedy_is_recursive", "rankhouse")()) }}
{% endmacro %}

{% macro default__greedy_is_recursive() %} {{ return(true) }}{% endmacro %}

{#
A step for each place, over all items: Spark would work out all places anew for each one of a recursive query, and its analyzer
gives up where many more selects stand in one another.
#}
{% macro spark__greedy_is_recursive() %} {{ return(false) }}{% endmacro %}

{% macro spark__walked_greedily(plan, start) %}
    {%- if plan.walk_depth is none or plan.walk_depth > 10 -%}
        {{
            exceptions.raise_compiler_error(
                "on Spark the measures over intents with a greedy ideal take a cutoff, of at most 10"
            )
        }}
    {%- endif -%}
    {%- set steps = [rankhouse.step("greedy_0", "an item and an intent, left for the greedy order", start)] -%}
    {%- for place in range(1, plan.walk_depth + 1) -%}
        {%- set sql -%}
            {{ rankhouse.greedy_choice(plan, "greedy_" ~ (place - 1)) }}
            ) as worth
            ) as choices
        {%- endset -%}
        {%- do steps.append(rankhouse.step("greedy_" ~ place, "the same with place " ~ place, sql)) -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{# The columns of rankhouse_rows, as a source (intent_places, greedy, gain_order, or another) has them. #}
{% macro intent_row_columns(plan, source) %}
    {%- if "intents" not in plan.needs -%} {{ return([]) }}{%- endif -%}
    {%- set known = {
        "intent_places": ["intent_rank", "intent_earlier"] + rankhouse.intent_figures(),
        "greedy": ["greedy_rank", "greedy_alpha", "intent_earlier"] + rankhouse.greedy_figures(),
        "gain_order": ["gain_rank"] + rankhouse.intent_figures(),
    }.get(source, []) -%}
    {%- set columns = [] -%}
    {%- for column in rankhouse.intent_columns().ranks -%}
        {%- do columns.append(column if column in known else rankhouse.bigint("null") ~ " as " ~ column) -%}
    {%- endfor -%}
    {%- for column in rankhouse.intent_columns().numbers -%}
        {%- do columns.append(column if column in known else rankhouse.double("null") ~ " as " ~ column) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro union_intent_rows(plan) %}
    {%- if "intents" not in plan.needs -%} {{ return("") }}{%- endif -%}
    {%- set sources = {"intent_places": "rankhouse_intent_places as intent_places"} -%}
    {%- if plan.walks -%} {%- do sources.update({"greedy": rankhouse.greedy_order(plan)}) -%} {%- endif -%}
    {%- if "gain_rank" in plan.needs -%}
        {%- do sources.update({"gain_order": rankhouse.gain_order(plan)}) -%}
    {%- endif -%}
    {%- set parts = [] -%}
    {%- for source, relation in sources.items() -%}
        {%- do parts.append("\n" ~ rankhouse.union_rows_over_intents(plan, source, relation)) -%}
    {%- endfor -%}
    {{ return(parts | join) }}
{% endmacro %}

{% macro union_rows_over_intents(plan, source, relation) -%}
    {%- set columns = plan.by + ["query_id", "null as item_rank", "null as hit"] -%}
    {%- do columns.extend(rankhouse.row_columns(plan, source)) -%}
    {%- do columns.extend(["null as ideal_rank", "null as worst_rank"]) -%}
    union all
    select {{ rankhouse.listed(columns) }}
    from {{ relation }}
{%- endmacro %}

{# The greedy order of each unit. #}
{% macro greedy_order(plan) -%}
    {%- set last = adapter.dispatch("last_greedy_step", "rankhouse")(plan) -%}
    {%- set figures = ["greedy_alpha", "intent_earlier"] + rankhouse.greedy_figures() -%}
    (
        select
            {{ rankhouse.listed(rankhouse.select_of("units", plan.by + ["query_id"])) }},
            {{
                rankhouse.listed(
                    rankhouse.select_of("greedy", figures)
                    + [rankhouse.bigint("greedy.step_number") ~ " as greedy_rank"]
                )
            }}
        from rankhouse_{{ last }} as greedy
        join rankhouse_units as units on {{ rankhouse.match_units(plan, "greedy") }}
        where greedy.is_chosen = 1
    ) as greedy
{%- endmacro %}

{% macro default__last_greedy_step(plan) %} {{ return("greedy") }}{% endmacro %}

{% macro spark__last_greedy_step(plan) %} {{ return("greedy_" ~ plan.walk_depth) }}{% endmacro %}

{# The order of each unit by the gain over all intents. #}
{% macro gain_order(plan) -%}
    {%- set query = rankhouse.inline(plan.judged_by + ["query_id"]) -%}
    {%- set place -%}
        dense_rank() over (
            partition by {{ query }} order by item_gain desc, {{ rankhouse.byte_order("item_id", "desc") }}
        )
    {%- endset -%}
    (
        select
            {{ rankhouse.listed(rankhouse.select_of("units", plan.by + ["query_id"])) }},
            {{ rankhouse.listed(rankhouse.select_of("placed", rankhouse.intent_figures() + ["gain_rank"])) }}
        from
            (
                select gained.*, {{ rankhouse.bigint(place) }} as gain_rank
                from
                    (
                        select
                            intents.*,
                            sum(intent_share * intent_relevance) over (partition by {{ query }}, item_id) as item_gain
                        from rankhouse_intents as intents
                    ) as gained
            ) as placed
        join rankhouse_units as units on {{ rankhouse.match_units(plan, "placed") }}
    ) as gain_order
{%- endmacro %}
