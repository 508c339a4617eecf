{#
The lowest NDCG that labels of unjudged items allow, rankhouse_worst. The worst labels are the top grade of the last items of a
list, and before them of those outside of it, which raise the ideal alone; how many, is tried: all but the first n of a list's
unjudged items, for each n. An item of the top grade moves the ideal order down by one place below it. As in best_ndcg_steps,
that is the sum over levels of gain of width * (discount of the place after those of this level).
#}
{% macro worst_ndcg_steps(plan) %}
    {%- set list = plan.by + ["query_id", "measure"] -%}
    {{
        return(
            [
                rankhouse.step("top", "the top grade with its gains", rankhouse.gains_of_top_grade(plan)),
                rankhouse.step(
                    "raised_levels",
                    "a level of gain and a number of items of the top grade",
                    rankhouse.raised_levels(plan),
                ),
                rankhouse.step(
                    "raised", "a query with what so many items add to the ideal", rankhouse.raised_ideals(plan)
                ),
                rankhouse.step(
                    "lasts",
                    "a list with all relevant but the first of its unjudged items",
                    rankhouse.last_items_of_lists(plan, list),
                ),
                rankhouse.step("worst", "a list with its lowest NDCG", rankhouse.lowest_ndcg(plan, list)),
            ]
        )
    }}
{% endmacro %}

{% macro gains_of_top_grade(plan) -%}
    select {{ rankhouse.listed(rankhouse.per_gain(plan, "gains", "<value> as <gain>")) }}
    from (select {{ plan.top_grade }} as relevance) as graded
{%- endmacro %}

{# ideal_rank: the place after those of the level, where so many items are above it. #}
{% macro raised_levels(plan) -%}
    {%- set columns = rankhouse.select_of("levels", ["measure"] + plan.judged_by + ["query_id", "width"]) -%}
    {%- do columns.append("unjudged.number as number") -%}
    {%- do columns.append("levels.n_above + unjudged.number as ideal_rank") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_levels as levels
    join
        rankhouse_unjudged as unjudged on {{ rankhouse.match("levels", "unjudged", plan.judged_by + ["query_id"]) }}
        {{ "and unjudged.number <= " ~ plan.depth if plan.depth is not none }}
{%- endmacro %}

{% macro raised_ideals(plan) -%}
    {%- set query = ["measure"] + plan.judged_by + ["query_id"] -%}
    {%- set upto = (
        "over (partition by "
        ~ rankhouse.inline(query)
        ~ " order by number rows between unbounded preceding and current row)"
    ) -%}
    {%- set added = (
        "sum(case when ideal_rank <= coalesce(<k>, ideal_rank) then width * <ideal_discount> else 0 end)"
    ) -%}
    {%- set of_measure = (
        "select\n"
        ~ rankhouse.listed(query + ["number", added ~ " as ideal"])
        ~ "\nfrom rankhouse_raised_levels\nwhere measure = <measure>\ngroup by "
        ~ rankhouse.inline(query + ["number"])
    ) -%}
    select {{ rankhouse.listed(query + ["number", "sum(ideal) " ~ upto ~ " as ideal"]) }}
    from ({{ rankhouse.per_measure(plan, of_measure, "\nunion all\n", "shared_ideals") }}) as added
{%- endmacro %}

{# n_labelled: with those outside of the list. None of the list's own is relevant in the second part. #}
{% macro last_items_of_lists(plan, list) -%}
    {%- set key = plan.by + ["query_id"] -%}
    {%- set of_list = rankhouse.select_of("sizes", key) + ["<measure> as measure"] -%}
    {%- set below = (
        "\nover (\npartition by "
        ~ rankhouse.inline(rankhouse.columns_of("sizes", key))
        ~ "\norder by holes.place desc rows between unbounded preceding and current row\n)"
    ) -%}
    {%- set labelled = {
        "n_labelled": rankhouse.within_depth(plan, "sizes.n_unjudged - holes.place + 1"),
        "gained": "sum(top.<gain> * <discount>)" ~ below,
    } -%}
    {%- set outside = {
        "n_labelled": rankhouse.within_depth(plan, "sizes.n_unjudged - coalesce(unlabelled.n_unjudged, 0)"),
        "gained": rankhouse.double("0"),
    } -%}
    {{
        rankhouse.per_measure(
            plan,
            "select\n"
            ~ rankhouse.listed(of_list + rankhouse.named_expressions(labelled))
            ~ "\nfrom rankhouse_sizes as sizes\njoin rankhouse_holes as holes on "
            ~ rankhouse.match("sizes", "holes", key)
            ~ "\ncross join rankhouse_top as top\nwhere item_rank <= coalesce(<k>, item_rank)\nunion all\nselect\n"
            ~ rankhouse.listed(of_list + rankhouse.named_expressions(outside))
            ~ "\nfrom rankhouse_sizes as sizes\nleft join rankhouse_unlabelled as unlabelled on "
            ~ rankhouse.match("sizes", "unlabelled", key)
            ~ "\nand unlabelled.measure = <measure>",
            "\nunion all\n",
            "shared_ideals",
        )
    }}
{%- endmacro %}

{# Items beyond the last cutoff have no place in an ideal. #}
{% macro within_depth(plan, number) %}
    {{ return(number if plan.depth is none else "least(" ~ number ~ ", " ~ plan.depth ~ ")") }}
{% endmacro %}

{% macro lowest_ndcg(plan, list) -%}
    {%- set dcg = "coalesce(parts.dcg, 0) + lasts.gained" -%}
    {%- set idcg = "coalesce(parts.idcg, 0) + coalesce(raised.ideal, 0)" -%}
    {%- set value = "min(" ~ rankhouse.ratio(dcg, idcg) ~ ") as value" -%}
    select {{ rankhouse.listed(rankhouse.select_of("lasts", list) + [value]) }}
    from rankhouse_lasts as lasts
    left join rankhouse_parts as parts on {{ rankhouse.match("lasts", "parts", list) }}
    left join
        rankhouse_raised as raised
        on {{ rankhouse.match_judged(plan, "lasts", "raised", ["query_id", "measure"]) }}
        and lasts.n_labelled = raised.number
    group by {{ rankhouse.inline(rankhouse.columns_of("lasts", list)) }}
{%- endmacro %}
