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

and, where a measure needs them,

    n_listed            intents of the query that the judgments list, with relevance above 0 or not
    intent_best_above   the highest relevance that an item above has to the intent
    intent_vital        1 for a vital nugget; n_vital: vital ones among those listed
    exact_dcg           the highest alpha-DCG of exact_rank items, for the alpha in exact_alpha
#}
{% macro intent_columns(plan) %}
    {%- set numbers = [
        "intent_hit",
        "intent_relevance",
        "intent_earlier",
        "n_of_intent",
        "n_intents",
        "intent_share",
    ] -%}
    {%- set numbers = numbers + ["greedy_alpha"] + rankhouse.nugget_figures(plan) -%}
    {%- if "best_above" in plan.needs -%} {%- do numbers.append("intent_best_above") -%} {%- endif -%}
    {%- set is_exact = "exact" in plan.needs -%}
    {%- set ranks = ["intent_rank", "greedy_rank", "gain_rank"] + (["exact_rank"] if is_exact else []) -%}
    {{ return({"ranks": ranks, "numbers": numbers + (["exact_alpha", "exact_dcg"] if is_exact else [])}) }}
{% endmacro %}

{# Whether the intents have weights, in a column of the judgments. #}
{% macro intents_weigh(plan) %}
    {{ return(plan.columns.get("judgments.intent_weight", plan.columns.get("intent_weight")) is not none) }}
{% endmacro %}

{# Whether measures are over intents: never where a macro takes none, whatever the measures. #}
{% macro has_intents(plan) %} {{ return(plan.get("intents") is not none and "intents" in plan.needs) }}{% endmacro %}

{# Whether a column says how important each nugget is. #}
{% macro names_importance(columns) %}
    {{ return(columns.get("judgments.importance", columns.get("importance")) is not none) }}
{% endmacro %}

{# Whether measures ask which nuggets are vital. #}
{% macro reads_importance(plan) %} {{ return("importance" in plan.get("needs", [])) }}{% endmacro %}

{# An evaluation over intents takes judgments of their own: in one table each intent would repeat the item in the list. #}
{% macro check_intents(arguments) %}
    {%- do rankhouse.check_arguments("metrics", {"intents": arguments.get("intents")}) -%}
    {%- if arguments.get("intents") is not none and arguments.get("judgments") is none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_intents_need_judgments()) }}
    {%- elif arguments.get("intents") is none and rankhouse.intents_weigh({"columns": arguments.get("columns", {})}) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_needs_intents("intent_weight")) }}
    {%- elif arguments.get("intents") is none and rankhouse.names_importance(arguments.get("columns", {})) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_needs_intents("importance")) }}
    {%- endif -%}
{% endmacro %}

{# What is read of the judgments beside the columns that they always have. #}
{% macro intents_read(plan) %}
    {%- if plan.get("intents") is none -%} {{ return([]) }}{%- endif -%}
    {%- set columns = [rankhouse.text(rankhouse.own_column("judgments", plan.intents)) ~ " as intent"] -%}
    {%- if rankhouse.intents_weigh(plan) -%}
        {%- set weight = rankhouse.double(rankhouse.renamed("judgments", "intent_weight", plan.columns)) -%}
        {%- do columns.append(weight ~ " as intent_weight") -%}
    {%- endif -%}
    {%- if rankhouse.reads_importance(plan) -%}
        {%- set importance = rankhouse.text(rankhouse.renamed("judgments", "importance", plan.columns)) -%}
        {%- do columns.append(importance ~ " as importance") -%}
    {%- endif -%}
    {{ return(columns) }}
{% endmacro %}

{#
The steps that end in rankhouse_<name>, the judged items of a query. Rows without an intent are left out like those without an
item, and duplicates stop the engine as they do elsewhere.
#}
{% macro intent_label_steps(plan, name) %}
    {%- set key = plan.label_by + ["query_id", "item_id"] + rankhouse.carried_columns(plan, plan.own_by) -%}
    {%- set figures = ["relevance"] + rankhouse.figures_of_intents(plan) -%}
    {%- set rows = rankhouse.rows_with_ids(plan, "judgments", "relevance") ~ "\nand intent is not null" -%}
    {%- set row = rankhouse.inline(key + ["intent"]) -%}
    {%- set single -%}
        {%- if plan.checked -%} select {{ row }}, {{ rankhouse.inline(figures) }} from {{ rows }}
        {%- else -%}
            {%- set item = rankhouse.text("item_id") ~ " || ' for intent ' || intent" -%}
            {%- set message = rankhouse.duplicate_message(
                "judgments", rankhouse.told_apart(plan, "judgments"), item
            ) -%}
            {%- set single_figures = [] -%}
            {%- for figure in figures -%} {%- do single_figures.append("max(" ~ figure ~ ") as " ~ figure) -%} {%- endfor -%}
            select
            {{ row }}, {{ rankhouse.inline(single_figures) }}
            from {{ rows }}
            group by {{ row }}
            having {{ rankhouse.unless("count(*) > 1", message) }}
        {%- endif -%}
    {%- endset -%}
    {%- set best -%}
        select
        {{ rankhouse.listed(key + [rankhouse.kept_value(plan, "relevance", "max(relevance)")]) }}
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

{# The columns read of an intent beside its name. #}
{% macro figures_of_intents(plan) %}
    {{
        return(
            (["intent_weight"] if rankhouse.intents_weigh(plan) else [])
            + (["importance"] if rankhouse.reads_importance(plan) else [])
        )
    }}
{% endmacro %}

{# rankhouse_intents: the items that are relevant to an intent; rankhouse_intent_places: those of a list. #}
{% macro intent_steps(plan) %}
    {%- if not rankhouse.has_intents(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set above -%}
        over (
            partition by {{ rankhouse.inline(rankhouse.columns_of("ranked", unit) + ["intents.intent"]) }}
            order by ranked.item_rank asc
            rows between unbounded preceding and 1 preceding
        )
    {%- endset -%}
    {%- set places -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("ranked", unit) + [rankhouse.bigint("ranked.item_rank") ~ " as intent_rank"]) }},
        {{ rankhouse.listed(rankhouse.select_of("intents", rankhouse.intent_figures(plan))) }},
        {%- if "best_above" in plan.needs %}
            max(intents.intent_relevance) {{ above }} as intent_best_above,
        {%- endif %}
        sum(intents.intent_hit) over (
            partition by {{ rankhouse.inline(rankhouse.columns_of("ranked", unit) + ["intents.intent"]) }}
            order by ranked.item_rank asc
            rows between unbounded preceding and current row
        ) - intents.intent_hit as intent_earlier
        from rankhouse_ranked as ranked
        join rankhouse_intents as intents
        on {{ rankhouse.match("ranked", "intents", plan.judged_by + ["query_id", "item_id"]) }}
    {%- endset -%}
    {%- set steps = rankhouse.weighed_steps(plan) + rankhouse.importance_steps(plan) -%}
    {%- do steps.append(
        rankhouse.step("intents", "an item that is relevant to an intent", rankhouse.intents_of(plan))
    ) -%}
    {%- do steps.append(rankhouse.step("intent_places", "the same at its place in a list", places)) -%}
    {%- if plan.walks -%} {%- do steps.extend(rankhouse.greedy_steps(plan)) -%} {%- endif -%}
    {{ return(steps + rankhouse.exact_steps(plan)) }}
{% endmacro %}

{# The columns of rankhouse_intents for an item and an intent. #}
{% macro intent_figures(plan) %}
    {%- set figures = ["intent_hit", "intent_relevance", "n_of_intent", "n_intents", "intent_share"] -%}
    {{ return(figures + rankhouse.nugget_figures(plan)) }}
{% endmacro %}

{# Those of these columns that count the nuggets of a query. #}
{% macro nugget_figures(plan) %}
    {{
        return(
            (["n_listed"] if "listed" in plan.needs else [])
            + (["intent_vital", "n_vital"] if rankhouse.reads_importance(plan) else [])
        )
    }}
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
        then {{ intent_text }} || 'has no weight or a negative one: give it a number of at least 0'
        when lowest < highest
        then {{ intent_text }} || 'has weights from ' || {{ rankhouse.text("lowest") }} || ' to ' || {{ rankhouse.text("highest") }} || ': give it the same weight in all its rows'
        else {{ query_text }} || 'have weights that sum to ' || {{ rankhouse.text("weight_sum") }} || ': they must sum to 1'
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

{# The step that has the judgments by intent, once their weights have been looked at, and their importance. #}
{% macro labels_of_intents(plan) %}
    {{ return("weighed" if rankhouse.intents_weigh(plan) else "intent_labels") }}
{% endmacro %}

{# rankhouse_nuggets: the same, once the importance of each nugget has been looked at. #}
{% macro importance_steps(plan) %}
    {%- if not rankhouse.reads_importance(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set of_nugget = "over (partition by " ~ rankhouse.inline(plan.label_by + ["query_id", "intent"]) ~ ")" -%}
    {%- set nugget = (
        rankhouse.literal("judgments: nugget '")
        ~ " || intent || "
        ~ rankhouse.literal("' of query '")
        ~ " || "
        ~ rankhouse.text("query_id")
        ~ " || "
    ) -%}
    {%- set said -%}
        case
        when importance is null
        then {{ nugget ~ rankhouse.literal("' has no importance: set it to vital or okay") }}
        when importance not in ('vital', 'okay')
        then {{ nugget ~ rankhouse.literal("' has importance '") }} || importance || {{ rankhouse.literal("': it must be vital or okay") }}
        else {{ nugget ~ rankhouse.literal("' is vital in one row and okay in another: give it the same importance in all its rows") }}
        end
    {%- endset -%}
    {%- set is_wrong = "coalesce(importance not in ('vital', 'okay'), true) or (least_important <> most_important)" -%}
    {%- set sql -%}
        select graded.*
        from (
            select
            labels.*,
            min(importance) {{ of_nugget }} as least_important,
            max(importance) {{ of_nugget }} as most_important
            from rankhouse_{{ rankhouse.labels_of_intents(plan) }} as labels
        ) as graded
        where {{ rankhouse.unless(is_wrong, said) }}
    {%- endset -%}
    {{ return([rankhouse.step("nuggets", "the same, once the importance of its nugget has been looked at", sql)]) }}
{% endmacro %}

{# Where only retrieved items count, judgments have the groups of the run. #}
{% macro intents_of(plan) -%}
    {%- set weigh = rankhouse.intents_weigh(plan) -%}
    {%- set is_graded = rankhouse.reads_importance(plan) -%}
    {%- set source = "rankhouse_" ~ ("nuggets" if is_graded else rankhouse.labels_of_intents(plan)) ~ " as labels" -%}
    {%- set of_query = " over (partition by " ~ rankhouse.inline(plan.judged_by + ["query_id"]) ~ ")" -%}
    {%- set query = rankhouse.inline(plan.judged_by + ["query_id"]) -%}
    {%- set figures = plan.judged_by + ["query_id", "item_id", "intent", "intent_hit", "intent_relevance"] -%}
    select
        {{ rankhouse.listed(figures + ["n_of_intent", "n_intents"]) }},
        {%- if "listed" in plan.needs %} {{ rankhouse.listed(rankhouse.nugget_figures(plan)) }}, {%- endif %}
        {{ "intent_weight * n_intents" if weigh else rankhouse.double(1) }} as intent_share
    from
        (
            select
                numbered.*,
                {%- if "listed" in plan.needs %}
                    {{ rankhouse.double("sum(case when item_number = 1 then 1 else 0 end)" ~ of_query) }} as n_listed,
                {%- endif %}
                {%- if is_graded %}
                    sum(case when item_number = 1 then intent_vital else 0 end) {{ of_query }} as n_vital,
                {%- endif %}
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
                                {%- if is_graded %}
                                    case
                                        when labels.importance = 'vital'
                                        then {{ rankhouse.double(1) }}
                                        else {{ rankhouse.double(0) }}
                                    end as intent_vital,
                                {%- endif %}
                                {{ rankhouse.hit(plan, "labels.relevance") }} as intent_hit,
                                labels.relevance as intent_relevance
                            from {{ source }}
                            {%- if plan.pool == "retrieved" %}
                                join
                                    rankhouse_judgments as judged
                                    on {{ rankhouse.match("labels", "judged", plan.label_by + ["query_id", "item_id"]) }}
                            {%- endif %}
                            {%- if "listed" not in plan.needs %} where labels.relevance > 0 {%- endif %}
                        ) as hits
                ) as numbered
        ) as counted
    {%- if "listed" in plan.needs %} where intent_relevance > 0 {%- endif %}
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
    {%- set step = rankhouse.recursive_step(
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
    {#- Equal sums may differ by rounding. -#}
    {%- set worth = (
        "floor(sum(intent_share * "
        ~ rankhouse.own_novelty("intent_earlier", "greedy_alpha")
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

{#
A step for each place, over all items: Spark would work out all places anew for each one of a recursive query, and its analyzer
gives up where many more selects stand in one another.
#}
{% macro spark__walked_greedily(plan, start) %}
    {%- if plan.walk_depth is none or plan.walk_depth > 10 -%}
        {{
            exceptions.raise_compiler_error(
                "on Spark, measures over intents with a greedy ideal need a cutoff of at most 10"
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
    {%- if not rankhouse.has_intents(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set known = {
        "intent_places": ["intent_rank", "intent_earlier", "intent_best_above"]
        + rankhouse.intent_figures(plan),
        "greedy": ["greedy_rank", "greedy_alpha", "intent_earlier"] + rankhouse.greedy_figures(),
        "exact": ["exact_rank", "exact_alpha", "exact_dcg"],
        "gain_order": ["gain_rank"] + rankhouse.intent_figures(plan),
    }.get(source, []) -%}
    {%- set columns = [] -%}
    {%- for column in rankhouse.intent_columns(plan).ranks -%}
        {%- do columns.append(column if column in known else rankhouse.bigint("null") ~ " as " ~ column) -%}
    {%- endfor -%}
    {%- for column in rankhouse.intent_columns(plan).numbers -%}
        {%- do columns.append(column if column in known else rankhouse.double("null") ~ " as " ~ column) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro union_intent_rows(plan) %}
    {%- if not rankhouse.has_intents(plan) -%} {{ return("") }}{%- endif -%}
    {%- set sources = {"intent_places": "rankhouse_intent_places as intent_places"} -%}
    {%- if plan.walks -%} {%- do sources.update({"greedy": rankhouse.greedy_order(plan)}) -%} {%- endif -%}
    {%- if "exact" in plan.needs -%} {%- do sources.update({"exact": rankhouse.exact_order(plan)}) -%} {%- endif -%}
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
    {%- do columns.extend(rankhouse.order_ranks(plan)) -%}
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
            {{ rankhouse.listed(rankhouse.select_of("placed", rankhouse.intent_figures(plan) + ["gain_rank"])) }}
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
