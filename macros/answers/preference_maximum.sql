{#
Whether the likelihood of strengths has a maximum where they are not all that is estimated; wins that lead from each system to
each other suffice for strengths alone. It has none, or more than one, if there is a direction in which it never falls: changes s of
the strengths, g, and t, twice that of the logarithm of nu, not all the same, such that of the outcomes of two systems in one
order, d being s of the first - s of the second + g,
    a win says    d >= t, d >= 0        a tie says    -t <= d <= t        a loss says    -d >= t, -d >= 0
(Albert and Anderson 1984, of logistic regression). Without ties, or a model of them, t is 0. Each bounds the difference of two s,
so that for a given g and t such an s exists unless the bounds of a circle of systems contradict each other: a times t + b times g
below 0, with a and b whole. All circles are looked through by shortest ways (Floyd and Warshall), in whole numbers. A circle that
contradicts itself leaves only what is lower in g / t, if b is below 0: the next to be looked at begins there. So the first is g
alone, and the last g alone, falling.
#}
{# rankhouse_directions: the by columns, and in the last row of a group, where not goes_on, recedes: whether there is such a direction. #}
{% macro direction_steps(plan) %}
    {{
        return(
            [
                rankhouse.step("bound_rows", "a system and all others", rankhouse.rows_of_bounds(plan)),
                rankhouse.step("bound_groups", "a group", rankhouse.bounds_of_groups(plan), "materialized"),
                rankhouse.recursive_step(
                    "directions", "a group, and a direction", rankhouse.directions_looked_at(plan)
                ),
            ]
        )
    }}
{% endmacro %}

{# A prior adds wins and losses in both orders to all that met, which rules out every direction of connected systems. #}
{% macro may_recede(plan) %}
    {{ return((plan.order_effect or plan.method == "davidson") and not plan.prior | float) }}
{% endmacro %}

{# Of two systems a, by which the one is above the other at least: from comparisons in which it is first, and in which it is second. #}
{% macro rows_of_bounds(plan) -%}
    {%- set ahead = "case when ahead.n_wins > 0 then -1 when ahead.n_ties > 0 then 1 end" -%}
    {%- set behind = "case when behind.n_losses > 0 then -1 when behind.n_ties > 0 then 1 end" -%}
    {%- set bounds = "list([" ~ ahead ~ ", " ~ behind ~ "] order by other.place)" -%}
    {%- set key = plan.by + ["place"] -%}
    select {{ rankhouse.listed(rankhouse.select_of("own", key) + [bounds ~ " as bounds"]) }}
    from rankhouse_systems as own
    join rankhouse_systems as other on {{ rankhouse.match("own", "other", plan.by) }}
    left join
        rankhouse_duels as ahead
        on {{ rankhouse.match("own", "ahead", plan.by) }}
        and ahead.first_place = own.place
        and ahead.second_place = other.place
    left join
        rankhouse_duels as behind
        on {{ rankhouse.match("own", "behind", plan.by) }}
        and behind.first_place = other.place
        and behind.second_place = own.place
    group by {{ rankhouse.inline(rankhouse.columns_of("own", key)) }}
{%- endmacro %}

{# `base`: above every number of bounds in a circle. #}
{% macro bounds_of_groups(plan) -%}
    {%- set figures = {
        "bounds": "list(found.bounds order by found.place)",
        "base": "4 * count(*)",
        "has_ties": "max(totals.tied) > 0" if plan.method == "davidson" else "false",
    } -%}
    select {{ rankhouse.listed(rankhouse.select_of("found", plan.by) + rankhouse.named_expressions(figures)) }}
    from rankhouse_bound_rows as found
    join
        rankhouse_duel_totals as totals on {{ rankhouse.match("found", "totals", plan.by) }}
        {{ "group by " ~ rankhouse.inline(rankhouse.columns_of("found", plan.by)) if plan.by }}
    having count(*) > 0
{%- endmacro %}

{% macro directions_looked_at(plan) -%}
    {%- set steep, wide = "a // gcd(a, b)", "-b // gcd(a, b)" -%}
    {%- set group = rankhouse.listed(plan.by) ~ "," if plan.by else "" -%}
    select
        {{ group }}
        cast({{ 1 if plan.order_effect else 0 }} as bigint) as g,
        cast({{ 0 if plan.order_effect else 1 }} as bigint) as t,
        {{ "true" if plan.order_effect else "has_ties" }} as goes_on,
        false as recedes
    from rankhouse_bound_groups
    union all
    select
        {{ group }}
        case when b < 0 and has_ties then {{ steep }} else -1 end as g,
        case when b < 0 and has_ties then {{ wide }} else 0 end as t,
        {{ "coalesce(b <= 0, false)" if plan.order_effect else "false" }} as goes_on,
        worst is null as recedes
    from ({{ rankhouse.worst_circles(plan) }}) as looked_at
{%- endmacro %}

{#
worst: of the circles that contradict themselves the first to be found, with its a and b, NULL where there is none. A way is one whole
number, a times t + b times g, which decides, and three digits to `base`: how many of its bounds have a above 0 and b above 0,
and how many there are.
#}
{% macro worst_circles(plan) -%}
    {%- set bound = "<sum> * base * base * base + (cell[<end>] + 1) // 2 * base * base + <digits>" -%}
    {%- set ahead = (
        bound
        | replace("<sum>", "(cell[1] * t + g)")
        | replace("<end>", "1")
        | replace("<digits>", "base + 1")
    ) -%}
    {%- set behind = (
        bound | replace("<sum>", "(cell[2] * t - g)") | replace("<end>", "2") | replace("<digits>", "1")
    ) -%}
    {%- set ways = (
        "list_transform(bounds, lambda cells: list_transform(cells, lambda cell: least(\n"
        ~ ahead
        ~ ",\n"
        ~ behind
        ~ "\n)))"
    ) -%}
    {%- set layers = {
        "known": [ways ~ " as ways"],
        "direct": [rankhouse.shortest_ways("ways") ~ " as shortest"],
        "shortened": [rankhouse.shortest_circle("shortest") ~ " as circle"],
        "closed": ["case when circle < 0 then circle % (base * base * base) + base * base * base end as worst"],
        "counted": [
            "2 * (worst // (base * base) % base) - worst % base as a",
            "2 * (worst // base % base) - worst % base as b",
        ],
    } -%}
    {%- set kept = rankhouse.select_of("was", plan.by + ["g", "t"]) -%}
    {%- do kept.extend(rankhouse.select_of("of_group", ["bounds", "has_ties", "base"])) -%}
    {%- set looked_at -%}
        select {{ rankhouse.listed(kept) }}
        from rankhouse_directions as was
        join rankhouse_bound_groups as of_group on {{ rankhouse.match("was", "of_group", plan.by) }}
        where was.goes_on
    {%- endset -%}
    {{ rankhouse.in_layers(looked_at, layers) }}
{%- endmacro %}

{# Ends with the first circle below 0, because ways that may go around it have no end. #}
{% macro shortest_ways(ways) -%}
    list_reduce(
        list_prepend({{ ways }}, [[[turn]] for turn in range(1, len({{ ways }}) + 1)]),
        lambda done,
        following: case
            when {{ rankhouse.shortest_circle("done") }} < 0
            then done
            else
                list_transform(
                    [following[1][1]],
                    lambda turn:list_transform(
                        done,
                        lambda row_of:list_transform(
                            row_of, lambda cell, place:least(cell, row_of[turn] + done[turn][place])
                        )
                    )
                )[1]
        end
    )
{%- endmacro %}

{% macro shortest_circle(ways) %}
    {{ return("list_min(list_transform(" ~ ways ~ ", lambda row_of, place: row_of[place]))") }}
{% endmacro %}
