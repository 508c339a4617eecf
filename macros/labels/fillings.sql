{#
Unjudged items with labels: rankhouse_fillings, a list with n of its query's unjudged items relevant, of the top grade, and
the others not. For a number of relevant ones the best value of any measure here has them first in the list and then outside
of it, the worst one the other way round, so that two fillings for each number are enough; numbers that only differ below
the cutoff or outside of the list make a difference to bpref alone. Where no label lowers a value, none and all relevant are
enough; NDCG is not among them, see best_ndcg_steps and worst_ndcg_steps. A filling is
    0         unjudged items are unjudged
    n + 1     the first n of them are relevant, by their place in the list
    -n - 1    all but the first n are
#}
{% macro holes_steps(plan) %}
    {%- set list = plan.by + ["query_id"] -%}
    {{
        return(
            [
                rankhouse.step("placed", "a returned item with its place in the list", rankhouse.placed_items(plan)),
                rankhouse.step("unjudged", "an unjudged item of a query", rankhouse.unjudged_items(plan)),
                rankhouse.step("holes", "an unjudged item of a list", rankhouse.holes_of_lists(plan)),
                rankhouse.step(
                    "sizes", "a list with its number of unjudged items", rankhouse.sizes_of_fillings(plan)
                ),
                rankhouse.step(
                    "fillings", "a list with its unjudged items labelled", rankhouse.fillings_of_lists(plan)
                ),
            ]
        )
    }}
{% endmacro %}

{#
relevance is NULL where nobody has judged. Unjudged items are found by `is_judged < 1`, because of `relevance is null` Postgres
expects one row in 200, and compares all queries with all others where it expects few rows.
#}
{% macro placed_items(plan) -%}
    {%- set key = rankhouse.columns_of("run", plan.by + ["query_id"]) -%}
    {%- set rank = rankhouse.rank_of_place(
        plan,
        rankhouse.item_place(plan.by + ["query_id"]),
        rankhouse.first_rank(plan.by + ["query_id"]),
    ) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("scored", plan.by + ["query_id", "item_id", "item_rank"])) }},
        judgments.relevance as relevance,
        case when judgments.relevance is null then 0 else 1 end as is_judged
    from
        (
            select {{ rankhouse.listed(plan.by + ["query_id", "item_id", rank ~ " as item_rank"]) }} from rankhouse_run
        ) as scored
    left join
        rankhouse_judgments as judgments
        on {{ rankhouse.match_judged(plan, "scored", "judgments", ["query_id", "item_id"]) }}
        {{ rankhouse.ids_are_same("where", "scored", "judgments") }}
{%- endmacro %}

{% macro unjudged_items(plan) -%}
    {%- set query = rankhouse.judged_key(plan) -%}
    {%- set number = "row_number() over (partition by " ~ query ~ " order by item_id)" -%}
    select {{ query }}, {{ rankhouse.bigint(number) }} as number
    from (select distinct {{ query }}, item_id from rankhouse_placed where is_judged < 1) as found
{%- endmacro %}

{% macro holes_of_lists(plan) -%}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set place = "row_number() over (partition by " ~ rankhouse.inline(list) ~ " order by item_rank)" -%}
    select {{ rankhouse.listed(list + ["item_rank", rankhouse.bigint(place) ~ " as place"]) }}
    from rankhouse_placed
    where is_judged < 1 {{ rankhouse.and_within_depth(plan) }}
{%- endmacro %}

{% macro sizes_of_fillings(plan) -%}
    {%- set columns = rankhouse.select_of("units", plan.by + ["query_id", "n_relevant", "n_retrieved"]) -%}
    {%- do columns.append(rankhouse.bigint("units.n_judged") ~ " as n_judged") -%}
    select {{ rankhouse.listed(columns + [rankhouse.bigint("coalesce(unjudged.n, 0)") ~ " as n_unjudged"]) }}
    from rankhouse_units as units
    left join
        (
            select {{ rankhouse.judged_key(plan) }}, count(*) as n
            from rankhouse_unjudged
            group by {{ rankhouse.judged_key(plan) }}
        ) as unjudged
        on {{ rankhouse.match_judged(plan, "units", "unjudged", ["query_id"]) }}
{%- endmacro %}

{% macro fillings_of_lists(plan) -%}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set sizes = rankhouse.select_of("sizes", list + ["n_relevant", "n_judged", "n_retrieved", "n_unjudged"]) -%}
    {%- set n_filled = "case when is_first = 1 then number else n_unjudged - number end" -%}
    {%- set is_hit = rankhouse.hit(plan, plan.top_grade) -%}
    {%- set none_is_filled = [rankhouse.bigint("0") ~ " as filling", rankhouse.bigint("0") ~ " as n_filled"] -%}
    select {{ rankhouse.listed(list + ["n_relevant", "n_judged", "n_retrieved"] + none_is_filled) }}
    from rankhouse_sizes
    {%- if plan.has_ends %}
        union all
        select
            {{ rankhouse.listed(list) }},
            n_relevant + ({{ n_filled }}) * {{ is_hit }} as n_relevant,
            n_judged + n_unjudged as n_judged,
            n_retrieved,
            case when is_first = 1 then number + 1 else - number - 1 end as filling,
            {{ n_filled }} as n_filled
        from
            (
                select {{ rankhouse.listed(sizes + [rankhouse.bigint("0") ~ " as number"]) }}
                from rankhouse_sizes as sizes
                {%- if plan.needs_all %}
                    union all
                    select {{ rankhouse.listed(sizes + ["unjudged.number as number"]) }}
                    from rankhouse_sizes as sizes
                    join
                        rankhouse_unjudged as unjudged
                        on {{ rankhouse.match_judged(plan, "sizes", "unjudged", ["query_id"]) }}
                {%- elif plan.has_numbers %}
                    union all
                    select {{ rankhouse.listed(sizes + ["holes.place as number"]) }}
                    from rankhouse_sizes as sizes
                    join
                        rankhouse_holes as holes on {{ rankhouse.match("sizes", "holes", list) }}
                        {{ rankhouse.where_within_depth(plan, "holes.item_rank") }}
                {%- endif %}
            ) as numbers
        cross join
            (
                select 1 as is_first
                union all
                select 0 as is_first
            ) as ends
        {%- if not plan.needs_all %} where n_unjudged > 0 {%- endif %}
    {%- endif %}
{%- endmacro %}

{# rankhouse_ranked and rankhouse_ideal of each filling, in place of those of an evaluation. #}
{% macro filled_steps(plan, filled) %}
    {%- set steps = [
        rankhouse.step(
            "ranked",
            "an item of a list that can earn or cost something",
            rankhouse.filled_lists(plan, filled),
        )
    ] -%}
    {%- if rankhouse.takes_order(plan, "ideal") -%}
        {%- do steps.append(
            rankhouse.step(
                "judged_ideal",
                "an item of a query's ideal order, as it is judged",
                rankhouse.default__order_rows(
                    plan, "ideal", rankhouse.per_gain(plan, "gains", "<value> as <gain>") + ["ideal_rank"]
                ),
            )
        ) -%}
        {%- do steps.append(
            rankhouse.step("ideal", "the same, of no filling", rankhouse.unfilled_ideals(plan, filled))
        ) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro filled_lists(plan, filled) -%}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set is_filled = "case when filling > 0 then place < filling else place > -filling - 1 end" -%}
    {%- set columns = filled.by + ["query_id", "item_rank", rankhouse.hit_or_miss(plan, "relevance") ~ " as hit"] -%}
    select {{ rankhouse.listed(columns + rankhouse.per_gain(plan, "gains", "<value> as <gain>")) }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("fillings", filled.by + ["query_id"])) }},
                placed.item_rank as item_rank,
                case
                    when placed.relevance is not null
                    then placed.relevance
                    when {{ is_filled }}
                    then {{ plan.top_grade }}
                    else {{ rankhouse.double("0") }}
                end as relevance
            from rankhouse_fillings as fillings
            join rankhouse_placed as placed on {{ rankhouse.match("fillings", "placed", list) }}
            left join rankhouse_holes as holes on {{ rankhouse.match("placed", "holes", list + ["item_rank"]) }}
            where placed.relevance is not null or fillings.filling <> 0
        ) as labelled
    where {{ rankhouse.can_earn(plan) }} {{ rankhouse.and_within_depth(plan) }}
{%- endmacro %}

{# For the lists as they are judged: NDCG is not measured by fillings. #}
{% macro unfilled_ideals(plan, filled) -%}
    {%- set columns = plan.by + [rankhouse.bigint("0") ~ " as filling", "query_id"] -%}
    select {{ rankhouse.listed(columns + rankhouse.per_gain(plan, "gains", "<gain>") + ["ideal_rank"]) }}
    from rankhouse_judged_ideal
{%- endmacro %}
