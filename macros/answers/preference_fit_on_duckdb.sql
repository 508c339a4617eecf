{#
On DuckDB a group is one row with lists of lists, in recursive steps that end by themselves: Newman's iteration (2023) from
equal strengths, which needs tens of passes, then Newton's method, which from there needs one or two, and by itself finds
what the first leaves far off, such as strengths of a chain of systems that meet their neighbours alone.
#}
{% macro duckdb__maximised_strengths_steps(plan) %}
    {%- set steps = [
        rankhouse.step("duel_totals", "a group and its comparisons", rankhouse.totals_of_duels(plan)),
        rankhouse.step("matrix_rows", "a system and all others", rankhouse.rows_of_matrices(plan)),
        rankhouse.step("matrices", "a group", rankhouse.matrices_of_groups(plan), "materialized"),
        rankhouse.recursive_step("reached", "what wins lead to", rankhouse.systems_reached(plan)),
    ] -%}
    {%- if rankhouse.may_recede(plan) -%} {%- do steps.extend(rankhouse.direction_steps(plan)) -%} {%- endif -%}
    {%- do steps.append(
        rankhouse.step(
            "obstacles", "a group, and why it has no strengths", rankhouse.obstacles_of_groups(plan)
        )
    ) -%}
    {%- do steps.extend(
        [
            rankhouse.recursive_step("started", "after steps of Newman", rankhouse.newman_iterations(plan)),
            rankhouse.recursive_step("rounds", "after steps of Newton", rankhouse.newton_iterations(plan)),
            rankhouse.step(
                "final",
                "the last of them",
                "select * from rankhouse_rounds where moved <= 1e-6",
                "materialized",
            ),
            rankhouse.step("maximised", "a system", rankhouse.unlisted_strengths(plan)),
            rankhouse.step("inverse", "two of them", rankhouse.unlisted_inverse(plan)),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# obstacle: NULL where the likelihood has a maximum. #}
{% macro obstacles_of_groups(plan) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("of_group", plan.by)) ~ "," if plan.by }}
        case
            when list_sum(reached.above) + list_sum(reached.below) < 2 * of_group.size
            then {{ rankhouse.literal(rankhouse.says_unconnected()) }}
            {% if rankhouse.may_recede(plan) %}
                when directions.recedes then {{ rankhouse.literal(rankhouse.says_receding(plan)) }}
            {% endif %}
        end as obstacle
    from rankhouse_matrices as of_group
    join rankhouse_reached as reached on {{ rankhouse.match("of_group", "reached", plan.by) }} and not reached.goes_on
    {% if rankhouse.may_recede(plan) %}
        join
            rankhouse_directions as directions
            on {{ rankhouse.match("of_group", "directions", plan.by) }}
            and not directions.goes_on
    {% endif %}
{%- endmacro %}

{% macro totals_of_duels(plan) -%}
    {%- set prior = "0" -%}
    {%- if plan.prior | float -%}
        {%- set prior = (
            "5e-1 * "
            ~ rankhouse.double(plan.prior)
            ~ "\n* count(distinct row(least(first_place, second_place), greatest(first_place, second_place)))"
        ) -%}
    {%- endif -%}
    {%- set figures = {"tied": "sum(tied)", "n": "sum(n)", "first_score": "sum(score) + " ~ prior} -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
    from rankhouse_duels {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    having count(*) > 0
{%- endmacro %}

{# With an order effect a cell has the comparisons in both orders, otherwise all of them. #}
{% macro rows_of_matrices(plan) -%}
    {%- set n_first, n_second = "coalesce(met.n_first, 0)", "coalesce(met.n_second, 0)" -%}
    {%- set n = "[" ~ n_first ~ ", " ~ n_second ~ "]" if plan.order_effect else n_first ~ " + " ~ n_second -%}
    {%- set lists = {"n": n, "won": "coalesce(met.won, 0)", "lost": "coalesce(met.lost, 0)"} -%}
    {%- set figures = {} -%}
    {%- for name, cell in lists.items() -%}
        {%- do figures.update({name: "list(" ~ cell ~ " order by other.place)"}) -%}
    {%- endfor -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("own", plan.by + ["place"]) + rankhouse.named_expressions(figures)) }}
    from rankhouse_systems as own
    join rankhouse_systems as other on {{ rankhouse.match("own", "other", plan.by) }}
    left join
        rankhouse_opponents as met
        on {{ rankhouse.match("own", "met", plan.by) }}
        and met.one = own.place
        and met.other = other.place
    group by {{ rankhouse.inline(rankhouse.columns_of("own", plan.by + ["place"])) }}
{%- endmacro %}

{% macro matrices_of_groups(plan) -%}
    {%- set figures = {} -%}
    {%- for name in ["n", "won", "lost"] -%}
        {%- do figures.update({name: "list(" ~ name ~ " order by place)"}) -%}
    {%- endfor -%}
    {%- do figures.update({"scored": "list(list_sum(won) order by place)", "size": "count(*)"}) -%}
    select summed.*, totals.tied as tied, totals.first_score as first_score, totals.n as n_all
    from
        (
            select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
            from rankhouse_matrix_rows {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
            having count(*) > 0
        ) as summed
    join rankhouse_duel_totals as totals on {{ rankhouse.match("summed", "totals", plan.by) }}
{%- endmacro %}

{# 1 for each system that the first one reaches by wins, and for each that reaches it, one more win away at each step. #}
{% macro systems_reached(plan) -%}
    {%- set columns = rankhouse.select_of("was", plan.by) -%}
    select
        {{ rankhouse.listed(plan.by) ~ "," if plan.by }}
        [cast(place = 1 as double) for place in range(1, size + 1)] as above,
        [cast(place = 1 as double) for place in range(1, size + 1)] as below,
        true as goes_on
    from rankhouse_matrices
    union all
    select
        {{ rankhouse.listed(plan.by) ~ "," if plan.by }}
        above,
        below,
        list_sum(above) + list_sum(below) > n_reached as goes_on
    from
        (
            select
                {{ rankhouse.listed(columns) ~ "," if columns }}
                list_transform(
                    was.above,
                    lambda reached,
                    place:greatest(reached, cast(list_dot_product(of_group.lost[place], was.above) > 0 as double))
                ) as above,
                list_transform(
                    was.below,
                    lambda reached,
                    place:greatest(reached, cast(list_dot_product(of_group.won[place], was.below) > 0 as double))
                ) as below,
                list_sum(was.above) + list_sum(was.below) as n_reached
            from rankhouse_reached as was
            join rankhouse_matrices as of_group on {{ rankhouse.match("was", "of_group", plan.by) }}
            where was.goes_on
        ) as reached
{%- endmacro %}

{#
Newman's step for all systems at once: what one has won from each other, weighted by the share of the other in both powers,
over what it has lost, by one over both powers. The powers are the exponentials of the strengths, their geometric mean 1.
#}
{% macro newman_iterations(plan) -%}
    {%- set columns = rankhouse.select_of("was", plan.by) -%}
    {%- set group = rankhouse.listed(plan.by) ~ "," if plan.by else "" -%}
    select {{ group }} 0 as step, [cast(1 as double) for place in range(size)] as powers, cast(1 as double) as moved
    from rankhouse_matrices as of_group
    where
        exists (
            select 1
            from rankhouse_obstacles as obstacles
            where {{ rankhouse.match("obstacles", "of_group", plan.by) }} and obstacles.obstacle is null
        )
    union all
    select
        {{ group }}
        step + 1 as step,
        powers,
        list_max(list_transform(powers, lambda power, place:abs(power / before[place] - 1))) as moved
    from
        (
            select
                {{ group }}
                step,
                before,
                list_transform(
                    powers, lambda power:power / exp(list_avg(list_transform(powers, lambda each:ln(each))))
                ) as powers
            from
                (
                    select
                        {{ rankhouse.listed(columns) ~ "," if columns }}
                        was.step as step,
                        was.powers as before,
                        list_transform(
                            of_group.won,
                            lambda won,
                            one:list_sum(
                                list_transform(
                                    won,
                                    lambda score,
                                    other:score * was.powers[other] / (was.powers[one] + was.powers[other])
                                )
                            ) / list_sum(
                                list_transform(
                                    of_group.lost[one],
                                    lambda score,
                                    other:score / (was.powers[one] + was.powers[other])
                                )
                            )
                        ) as powers
                    from rankhouse_started as was
                    join rankhouse_matrices as of_group on {{ rankhouse.match("was", "of_group", plan.by) }}
                    where was.moved > 1e-9 and was.step < 300
                ) as raised
        ) as centred
{%- endmacro %}

{#
Newton's step: the inverse of the information times what is left over of the score equations. `information` is that of the
strengths with a constant added, so that it has an inverse: it takes the place of their mean, which comparisons do not tell. No
step goes further than 2. Where Newman's steps swing wider and wider, as they may where few systems met, the first begins at equal
strengths.
#}
{% macro newton_iterations(plan) -%}
    {%- set group = rankhouse.listed(plan.by) ~ "," if plan.by else "" -%}
    {%- set has_ties = plan.method == "davidson" -%}
    select
        {{ group }}
        0 as round,
        [case when moved <= 1e-2 then ln(power) else 0 end for power in powers] as strengths,
        cast(0 as double) as g,
        {% if has_ties %}
            (
                select coalesce(ln(nullif(2 * tied / nullif(n_all - tied, 0), 0)), 0)
                from rankhouse_matrices as of_group
                where {{ rankhouse.match("started", "of_group", plan.by) }}
            )
        {% else %} cast(0 as double)
        {% endif %} as log_nu,
        cast(1 as double) as moved,
        cast([] as double[][]) as inverse
    from rankhouse_started as started
    where moved <= 1e-9 or step = 300
    union all
    select
        {{ group }}
        round + 1 as round,
        list_transform(strengths, lambda strength, place:strength + share * steps[place]) as strengths,
        g + {{ "share * steps[size + 1]" if plan.order_effect else "0" }} as g,
        log_nu + {{ "share * steps[len(steps)]" if has_ties else "0" }} as log_nu,
        list_max(list_transform(steps, lambda step:abs(step))) as moved,
        inverse
    from ({{ rankhouse.newton_step_of_lists(plan) }}) as shared
{%- endmacro %}

{# What a step computes, each of it from what is inside: a name for that, and the columns that are added. #}
{% macro newton_step_of_lists(plan) -%}
    {%- set equations = rankhouse.newton_equations(plan) -%}
    {%- set variance = rankhouse.variance_of_score(plan.method, "<d>") -%}
    {%- set cell = rankhouse.of_cell(plan, variance) | replace("<d>", "strengths[one] - strengths[other]") -%}
    {%- set held = (
        "list_transform(\nn, lambda cells, one: list_transform(cells,\nlambda cell, other: " ~ cell ~ ")\n)"
    ) -%}
    {%- set rests = (
        "list_concat(\nlist_transform(scored, lambda score, place: score - scores[place]),\ncast(["
        ~ equations.rests
        | join(", ") ~ "] as double[])\n)"
    ) -%}
    {%- set layers = {
        "known": rankhouse.named_expressions(dict(equations.sums, held=held)),
        "expected": ["list_transform(held, lambda cells: list_sum(cells)) as degrees"],
        "summed": ["list_avg(degrees) / size as mean", "list_max(degrees) as scale", rests ~ " as rests"],
        "scaled": [rankhouse.information_of_lists(equations) ~ " as information"],
        "informed": [rankhouse.inverse_of_lists("information", "scale") ~ " as inverse"],
        "inverted": ["list_transform(inverse, lambda row_of: list_dot_product(row_of, rests)) as steps"],
        "stepped": [
            "least(1, 2 / nullif(list_max(list_transform(steps, lambda step: abs(step))), 0)) as share"
        ],
    } -%}
    {{ rankhouse.in_layers(rankhouse.rounds_so_far(plan), layers, {"informed": "inverse"}) }}
{%- endmacro %}

{# Each layer adds columns to those of the layers inside it, by the name of what is inside; `left_out`: a column that it replaces. #}
{% macro in_layers(sql, layers, left_out={}) %}
    {%- set at = {"sql": sql} -%}
    {%- for name, added in layers.items() -%}
        {%- set kept = ["* exclude (" ~ left_out[name] ~ ")" if name in left_out else "*"] -%}
        {%- do at.update(
            {"sql": "select\n" ~ rankhouse.listed(kept + added) ~ "\nfrom (\n" ~ at.sql ~ "\n) as " ~ name}
        ) -%}
    {%- endfor -%}
    {{ return(at.sql) }}
{% endmacro %}

{# The groups that go on, with their comparisons. #}
{% macro rounds_so_far(plan) -%}
    {%- set kept = rankhouse.select_of("was", plan.by + ["round", "strengths", "g", "log_nu", "inverse"]) -%}
    {%- do kept.append("case when of_group.tied > 0 then exp(was.log_nu) else 0 end as nu") -%}
    {%- do kept.extend(rankhouse.select_of("of_group", ["n", "size", "scored", "tied", "first_score"])) -%}
    select {{ rankhouse.listed(kept) }}
    from rankhouse_rounds as was
    join rankhouse_matrices as of_group on {{ rankhouse.match("was", "of_group", plan.by) }}
    where was.moved > 1e-6 and was.round < 60 or was.round = 0
{%- endmacro %}

{#
The equations of g and of the logarithm of nu, as far as the model has them, beside those of the strengths.
    sums      what is summed up over the cells of each system, by name
    rests     what is left over of them
    borders   which of the sums stand in their rows of the information, and corners: what ends these rows
#}
{% macro newton_equations(plan) %}
    {%- set expected = rankhouse.expected_score(plan.method, "<d>") -%}
    {%- set variance = rankhouse.variance_of_score(plan.method, "<d>") -%}
    {%- set sums = {"scores": rankhouse.over_cells(plan, expected)} -%}
    {%- set rests, borders, corners = [], [], [] -%}
    {%- set has_ties = plan.method == "davidson" -%}
    {%- set covariance = rankhouse.covariance_of_tie(plan.method, "<d>") if has_ties -%}
    {%- set first, between = "cell[1] * <first>", "list_sum(order_tie)" -%}
    {%- if plan.order_effect -%}
        {%- do sums.update(
            {
                "first_scores": rankhouse.over_cells(plan, expected, first),
                "order_held": rankhouse.over_cells(plan, variance, first ~ " - cell[2] * <second>"),
                "order_all": rankhouse.over_cells(plan, variance, first),
            }
        ) -%}
        {%- do rests.append("first_score - list_sum(first_scores)") -%}
        {%- do borders.append("order_held") -%}
        {%- do corners.append(["list_sum(order_all)"] + ([between] if has_ties else [])) -%}
    {%- endif -%}
    {%- if has_ties -%}
        {%- do sums.update(
            {
                "tie_scores": rankhouse.over_cells(plan, rankhouse.expected_tie("<d>")),
                "tie_held": rankhouse.over_cells(plan, covariance),
                "tie_all": rankhouse.over_cells(plan, rankhouse.variance_of_tie("<d>")),
            }
        ) -%}
        {%- if plan.order_effect -%}
            {%- do sums.update({"order_tie": rankhouse.over_cells(plan, covariance, first)}) -%}
        {%- endif -%}
        {%- do rests.append("tied - 5e-1 * list_sum(tie_scores)") -%}
        {%- do borders.append("tie_held") -%}
        {%- set corner = "5e-1 * list_sum(tie_all) + cast(tied = 0 as double)" -%}
        {%- do corners.append(([between] if plan.order_effect else []) + [corner]) -%}
    {%- endif -%}
    {{ return({"sums": sums, "rests": rests, "borders": borders, "corners": corners}) }}
{% endmacro %}

{# A row of each system, ended by the borders, and a row of each border; divided by the largest of the diagonal. #}
{% macro information_of_lists(equations) -%}
    {%- set ends, rows = [], [] -%}
    {%- for name in equations.borders -%}
        {%- do ends.append(name ~ "[one]") -%}
        {%- do rows.append("list_concat(" ~ name ~ ", [" ~ equations.corners[loop.index0] | join(", ") ~ "])") -%}
    {%- endfor -%}
    list_concat(
        list_transform(
            held,
            lambda cells,
            one:list_concat(
                list_transform(
                    cells, lambda cell, other: (case when one = other then degrees[one] else - cell end + mean) / scale
                ),
                list_transform(cast([{{ ends | join(", ") }}] as double[]), lambda cell:cell / scale)
            )
        ),
        list_transform(
            cast([{{ rows | join(", ") }}] as double[][]), lambda cells:list_transform(cells, lambda cell:cell / scale)
        )
    )
{%- endmacro %}

{# The sum over the cells of a row of what is expected of a comparison, `<d>`; `form`: which of them count, and how. #}
{% macro over_cells(plan, each, form=none) %}
    {%- set d = "strengths[one] - strengths[other]" -%}
    {%- set cell = rankhouse.of_cell(plan, each, form) | replace("<d>", d) -%}
    {{
        return(
            "list_transform(\nn,\nlambda cells, one: list_sum(list_transform(\ncells,\nlambda cell, other: "
            ~ cell
            ~ "\n)))"
        )
    }}
{% endmacro %}

{# The same of a cell: with an order effect its comparisons in one order, and in the other. #}
{% macro of_cell(plan, each, form=none) %}
    {%- if not plan.order_effect -%} {{ return("cell * (" ~ each ~ ")") }}{%- endif -%}
    {%- set first = "(" ~ each | replace("<d>", "<d> + g") ~ ")" -%}
    {%- set second = "(" ~ each | replace("<d>", "<d> - g") ~ ")" -%}
    {%- set form = form or "cell[1] * <first> + cell[2] * <second>" -%}
    {{ return(form | replace("<first>", first) | replace("<second>", second)) }}
{% endmacro %}

{#
The inverse of a positive definite matrix, a list of its rows, divided by `scale`: Gauss and Jordan's elimination, one pivot after the
other, in place. Its diagonal must be about 1 at most.
#}
{% macro inverse_of_lists(matrix, scale) -%}
    list_transform(
        list_reduce(
            list_prepend({{ matrix }}, [[[cast(turn as double)]] for turn in range(1, len({{ matrix }}) + 1)]),
            lambda done,
            following:list_transform(
                [cast(following[1][1] as bigint)],
                lambda turn:list_transform(
                    [
                        list_transform(
                            done[turn],
                            lambda cell,
                            place: case when place = turn then 1 + cell else cell end / done[turn][turn]
                        )
                    ],
                    lambda turned:list_transform(
                        done,
                        lambda row_of,
                        place: case
                            when place = turn
                            then
                                list_transform(
                                    turned,
                                    lambda cell,
                                    column_place: case when column_place = turn then 1 / row_of[turn] else cell end
                                )
                            else
                                list_transform(
                                    row_of, lambda cell, column_place:cell - row_of[turn] * turned[column_place]
                                )
                        end
                    )
                )[1]
            )[1]
        ),
        lambda row_of:list_transform(row_of, lambda cell:cell / {{ scale }})
    )
{%- endmacro %}

{# Their mean is 0. #}
{% macro unlisted_strengths(plan) -%}
    {%- set group = rankhouse.listed(plan.by) ~ "," if plan.by else "" -%}
    select {{ group }} place, strengths[place] - list_avg(strengths) as strength, g, nu
    from
        (
            select
                {{
                    rankhouse.listed(
                        rankhouse.select_of("found", plan.by) + ["found.strengths as strengths", "found.g as g"]
                    )
                }},
                case when of_group.tied > 0 then exp(found.log_nu) else 0 end as nu,
                unnest(range(1, of_group.size + 1)) as place
            from rankhouse_final as found
            join rankhouse_matrices as of_group on {{ rankhouse.match("found", "of_group", plan.by) }}
        ) as placed
{%- endmacro %}

{# The places after the systems' are -1 for g and -2 for the logarithm of nu. #}
{% macro unlisted_inverse(plan) -%}
    {%- set group = rankhouse.listed(plan.by) ~ "," if plan.by else "" -%}
    {%- set columns = rankhouse.select_of("found", plan.by) -%}
    {%- set further = (["-1"] if plan.order_effect else []) + (["-2"] if plan.method == "davidson" else []) -%}
    {%- set places = "list_concat(range(1, of_group.size + 1), [" ~ further | join(", ") ~ "])" -%}
    select {{ group }} one, unnest(places) as other, unnest(cells) as value
    from
        (
            select
                {{ rankhouse.listed(columns) ~ "," if columns }}
                {{ places }} as places,
                unnest({{ places }}) as one,
                unnest(found.inverse) as cells
            from rankhouse_final as found
            join rankhouse_matrices as of_group on {{ rankhouse.match("found", "of_group", plan.by) }}
        ) as unlisted
{%- endmacro %}
