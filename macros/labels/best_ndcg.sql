{#
The highest NDCG that labels of unjudged items allow, rankhouse_best. An item of a grade in between may be worth more than
one of the top grade: it leaves the ideal order as it is where better items stand above it. Best are labels that fall along
the list, each 0, the top grade or the grade of a judged item: between two such levels of gain the first n unjudged items
are above, and add width * (sum of their discounts) to the DCG and width * (sum of the discounts of the next n places in
the ideal order) to the ideal.

The largest ratio of such sums is found by Dinkelbach's steps (Management Science 13, 1967): under a ratio each level takes
the n with the largest gained - ratio * ideal, which gives the next ratio, until it no longer rises. A list whose ratio stands
keeps a single row, so that later steps cost next to nothing.
#}
{% macro best_ndcg_steps(plan) %}
    {%- set list = plan.by + ["query_id", "measure"] -%}
    {%- set steps = [
        rankhouse.step(
            "grades", "a judged item, and the top grade itself", rankhouse.grades_of_queries(plan)
        ),
        rankhouse.step("levels", "a gain that a query's items can have", rankhouse.levels_of_gain(plan)),
        rankhouse.step("levelled", "an unjudged item of a list at a level", rankhouse.levelled_items(plan)),
        rankhouse.step(
            "choices",
            "a level and how many unjudged items reach it",
            rankhouse.choices_of_levels(plan, list),
        ),
        rankhouse.step(
            "parts", "a list with its DCG and that of its ideal order", rankhouse.parts_of_ndcg(plan)
        ),
        rankhouse.step(
            "ratios_0", "a choice that may be best, and the ratio so far", rankhouse.first_ratios(list)
        ),
    ] -%}
    {%- for number in range(1, rankhouse.ratio_steps() + 1) -%}
        {%- do steps.append(
            rankhouse.step(
                "ratios_" ~ number,
                "the same after " ~ number ~ (" step" if number == 1 else " steps"),
                rankhouse.next_ratios(list, "ratios_" ~ (number - 1)),
                rankhouse.link_of_chain(number, windows=2),
            )
        ) -%}
    {%- endfor -%}
    {%- set last -%}
        select {{ rankhouse.listed(list + ["max(ratio) as value"]) }}
        from rankhouse_ratios_{{ rankhouse.ratio_steps() }}
        group by {{ rankhouse.inline(list) }}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("best", "a list with its highest NDCG", last)) -%}
    {{ return(steps) }}
{% endmacro %}

{# Two to four are enough as a rule; each one makes the distance to the largest ratio the square of what it was, or so. #}
{% macro ratio_steps() %} {{ return(8) }} {% endmacro %}

{% macro grades_of_queries(plan) -%}
    select
        {{
            rankhouse.listed(
                [rankhouse.judged_key(plan), "n"] + rankhouse.per_gain(plan, "gains", "<value> as <gain>")
            )
        }}
    from
        (
            select {{ rankhouse.judged_key(plan) }}, relevance, 1 as n
            from rankhouse_judgments
            where relevance > 0
            union all
            select {{ rankhouse.judged_key(plan) }}, {{ plan.top_grade }} as relevance, 0 as n
            from rankhouse_judged
        ) as graded
{%- endmacro %}

{# width: to the next lower gain. n_above: judged items of this gain or more. #}
{% macro levels_of_gain(plan) -%}
    {%- set query = "measure, " ~ rankhouse.judged_key(plan) -%}
    {%- set rising = "over (partition by " ~ query ~ " order by gain)" -%}
    {%- set falling = "over (partition by " ~ query ~ " order by gain desc)" -%}
    {%- set levels = {
        "width": "gain - coalesce(lag(gain) " ~ rising ~ ", 0)",
        "n_above": "sum(n) " ~ falling,
    } -%}
    select {{ rankhouse.listed([query, "gain"] + rankhouse.named_expressions(levels)) }}
    from
        (
            select {{ query }}, gain, sum(n) as n
            from
                (
                    {{
                        rankhouse.per_measure(
                            plan,
                            "select <measure> as measure, "
                            ~ rankhouse.judged_key(plan)
                            ~ ", <gain> as gain, n\nfrom rankhouse_grades",
                            "\nunion all\n",
                            "shared_ideals",
                        )
                    }}
                ) as gains
            where gain > 0
            group by {{ query }}, gain
        ) as summed
{%- endmacro %}

{# ideal_rank: the item's place in the ideal order when it and the unjudged ones above it are at the level. #}
{% macro levelled_items(plan) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("holes", plan.by + ["query_id", "item_rank", "place"])) }},
        levels.measure as measure,
        levels.gain as gain,
        levels.width as width,
        {{ rankhouse.listed(["levels.n_above + holes.place as ideal_rank", rankhouse.tenfold()]) }}
    from rankhouse_holes as holes
    join rankhouse_levels as levels on {{ rankhouse.match_judged(plan, "holes", "levels", ["query_id"]) }}
{%- endmacro %}

{% macro choices_of_levels(plan, list) -%}
    {%- set in_order = "over (partition by " ~ rankhouse.inline(list + ["gain"]) ~ " order by place" -%}
    {%- set upto = in_order ~ " rows between unbounded preceding and current row)" -%}
    {%- set next = in_order ~ ")" -%}
    select
        {{ rankhouse.listed(list + ["gain", "place"]) }},
        sum(width * discount) {{ upto }} as gained,
        sum(width * ideal_discount) {{ upto }} as ideal,
        discount,
        ideal_discount,
        lead(discount) {{ next }} as next_discount,
        lead(ideal_discount) {{ next }} as next_ideal_discount
    from
        (
            {{
                rankhouse.per_measure(
                    plan,
                    rankhouse.discounted_items(plan, list),
                    "\nunion all\n",
                    "shared_ideals",
                )
            }}
        ) as discounted
{%- endmacro %}

{% macro discounted_items(plan, list) %}
    {%- set is_within = "case when ideal_rank <= coalesce(<k>, ideal_rank) then <ideal_discount> else 0 end" -%}
    {%- set columns = list + ["gain", "place", "width", "<discount> as discount"] -%}
    {{
        return(
            "select\n"
            ~ rankhouse.listed(columns + [is_within ~ " as ideal_discount"])
            ~ "\nfrom rankhouse_levelled\nwhere measure = <measure> and item_rank <= coalesce(<k>, item_rank)"
        )
    }}
{% endmacro %}

{% macro parts_of_ndcg(plan) -%}
    {%- set key = plan.by + ["query_id"] -%}
    {%- set columns = key + ["<measure> as measure", "<dcg> as dcg", "<idcg> as idcg"] -%}
    {{
        rankhouse.per_measure(
            plan,
            "select\n"
            ~ rankhouse.listed(columns)
            ~ "\nfrom rankhouse_rows\nwhere abs(filling) < 1\ngroup by "
            ~ rankhouse.inline(key),
            "\nunion all\n",
            "shared_ideals",
        )
    }}
{%- endmacro %}

{#
The last item of a choice pays under the ratio so far, which only rises, and the next one does not pay under 1, above which
no ratio is: otherwise one item fewer or more is as good.
#}
{% macro first_ratios(list) -%}
    {%- set ratio = "coalesce(" ~ rankhouse.ratio("parts.dcg", "parts.idcg") ~ ", 0)" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("choices", list + ["gain", "place", "gained", "ideal"])) }},
        coalesce(parts.dcg, 0) as dcg,
        coalesce(parts.idcg, 0) as idcg,
        {{ ratio }} as ratio
    from rankhouse_choices as choices
    left join rankhouse_parts as parts on {{ rankhouse.match("choices", "parts", list) }}
    where
        choices.discount > {{ ratio }} * choices.ideal_discount
        and (choices.next_discount is null or choices.next_discount <= choices.next_ideal_discount)
{%- endmacro %}

{% macro next_ratios(list, before) -%}
    {%- set kept = list + ["gain", "place", "gained", "ideal", "dcg", "idcg"] -%}
    {%- set of_list = "\nover (partition by " ~ rankhouse.inline(list) ~ ")" -%}
    {%- set taken = "\nsum(case when choice = 1 and gained > ratio * ideal then {} else 0 end)" ~ of_list -%}
    {%- set next = rankhouse.ratio("dcg + " ~ taken.format("gained"), "idcg + " ~ taken.format("ideal")) -%}
    {%- set choice = (
        "row_number() over (partition by "
        ~ rankhouse.inline(list + ["gain"])
        ~ " order by gained - ratio * ideal desc, place)"
    ) -%}
    {%- set found = {
        "choice": "choice",
        "ratio": "ratio",
        "first_gain": "min(gain)" ~ of_list,
        "next_ratio": "coalesce(" ~ next ~ ", ratio)",
    } -%}
    select {{ rankhouse.listed(kept + ["greatest(ratio, next_ratio) as ratio"]) }}
    from
        (
            select {{ rankhouse.listed(kept + rankhouse.named_expressions(found)) }}
            from
                (
                    select {{ rankhouse.listed(kept + ["ratio", choice ~ " as choice"]) }} from rankhouse_{{ before }}
                ) as chosen
        ) as stepped
    where next_ratio > ratio or (choice = 1 and gain = first_gain)
{%- endmacro %}
