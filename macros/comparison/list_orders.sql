{#
In how many pairs two lists have their items in common in another order: the steps that end in rankhouse_inversion_sums and,
where ties count, rankhouse_order_sums.

Pairs are looked at one by one only within 128 places of the second list. Two places further apart differ in a higher bit,
above which they are alike; so for each such bit the items go through the first list, and each one whose bit is not set counts
those before it whose bit is, among the items whose higher bits are the same. That grows with n log n.
#}
{% macro order_steps(plan) %}
    {%- set places = "an item of both lists, with its places among these" -%}
    {%- set steps = [rankhouse.step("places", places, rankhouse.places_of_pair(plan))] + rankhouse.inversion_steps(
        plan
    ) -%}
    {%- if "tied" in plan.needs -%}
        {%- set sums = rankhouse.listed(rankhouse.named_expressions(rankhouse.order_sums())) -%}
        {%- do steps.append(
            rankhouse.step(
                "order_sums",
                "two lists, with what their ties leave",
                "select\nnumber,\n" ~ sums ~ "\nfrom rankhouse_places\ngroup by number",
            )
        ) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro places_of_pair(plan) -%}
    {%- set of_pair = "over (partition by common.number" -%}
    {%- set placed = ["common.number as number", "count(*) " ~ of_pair ~ ") as n"] -%}
    {%- for side in ["own", "other"] -%}
        {%- do placed.append("rank() " ~ of_pair ~ " order by common." ~ side ~ "_first) as " ~ side ~ "_place") -%}
        {%- if "tied" in plan.needs -%}
            {%- do placed.append("count(*) " ~ of_pair ~ ", common." ~ side ~ "_first) as " ~ side ~ "_tied") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if "tied" in plan.needs -%}
        {%- do placed.append(
            "rank() " ~ of_pair ~ ", common.other_first order by common.own_first) - 1 as half_tied"
        ) -%}
    {%- endif -%}
    {%- set near = "floor((other_place - 1) / " ~ rankhouse.double("128") ~ ")" -%}
    select placed.*, {{ near }} as near
    from (select {{ rankhouse.listed(placed) }} from rankhouse_common as common where common.has_orders > 0) as placed
{%- endmacro %}

{% macro inversion_steps(plan) %}
    {%- set bits -%}
        select
            number,
            own_place,
            other_place,
            size,
            floor((other_place - 1) / size) as high_bits,
            floor((other_place - 1) / (2 * size)) as higher_bits
        from rankhouse_places as places
        cross join
            (
                select power({{ rankhouse.double("2") }}, {{ rankhouse.double("digit") }}) as size
                from ({{ rankhouse.digits(7, 23) }}) as digits
            ) as sizes
        where sizes.size < places.n
    {%- endset -%}
    {%- set before -%}
        sum(high_bits - 2 * higher_bits) over (
            partition by number, size, higher_bits
            order by own_place, other_place
            rows between unbounded preceding and current row
        )
    {%- endset -%}
    {%- set passed -%}
        select
            number,
            own_place,
            other_place,
            case when high_bits = 2 * higher_bits then {{ before }} end as n_passed
        from rankhouse_bits
        union all
        select
            places.number as number,
            places.own_place as own_place,
            places.other_place as other_place,
            {{ rankhouse.double("1") }} as n_passed
        from rankhouse_places as places
        join
            rankhouse_places as before
            on places.number = before.number
            and places.near = before.near
            and places.own_place > before.own_place
            and places.other_place < before.other_place
    {%- endset -%}
    {%- set wrong_way = rankhouse.sum_of("n_passed / nullif(own_place - 1, 0)") ~ " as wrong_way" -%}
    {%- set wrong_other_way = rankhouse.sum_of("n_passed / nullif(other_place - 1, 0)") ~ " as wrong_other_way" -%}
    {%- set inversions = [
        "sum(n_passed) as inversions",
        rankhouse.needed(plan, "wrong_ways", wrong_way),
        rankhouse.needed(plan, "wrong_ways", wrong_other_way),
    ] -%}
    {%- set inverted = (
        "select\nnumber,\n" ~ rankhouse.listed(inversions) ~ "\nfrom rankhouse_passed\ngroup by number"
    ) -%}
    {{
        return(
            [
                rankhouse.step("bits", "the same and a bit of its place in the second list", bits),
                rankhouse.step("passed", "the same, with the items that it passed", passed),
                rankhouse.step("inversion_sums", "two lists and how much is the other way round", inverted),
            ]
        )
    }}
{% endmacro %}

{#
What tie-aware measures need of the places: half_tied are the items above in the first list that the second one ties with an
item.
#}
{% macro order_sums() %}
    {%- set above, other_above = "nullif(own_place - 1, 0)", "nullif(other_place - 1, 0)" -%}
    {%- set two = rankhouse.double("2") -%}
    {%- set away = "((2 * own_place + own_tied - n - 2) / " ~ two ~ ")" -%}
    {%- set other_away = "((2 * other_place + other_tied - n - 2) / " ~ two ~ ")" -%}
    {{
        return(
            {
                "n_ordered": "sum(own_place - 1)",
                "other_ordered": "sum(other_place - 1)",
                "n_half_tied": "sum(half_tied)",
                "half_wrong": rankhouse.sum_of(rankhouse.double("half_tied") ~ " / " ~ above),
                "right_way": rankhouse.sum_of(rankhouse.double("own_place - 1 - half_tied") ~ " / " ~ other_above),
                "n_below": "count(" ~ above ~ ")",
                "other_below": "count(" ~ other_above ~ ")",
                "product": "sum(" ~ away ~ " * " ~ other_away ~ ")",
                "square": "sum(" ~ away ~ " * " ~ away ~ ")",
                "other_square": "sum(" ~ other_away ~ " * " ~ other_away ~ ")",
            }
        )
    }}
{% endmacro %}
