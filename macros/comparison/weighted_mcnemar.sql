{#
McNemar's test where rows have weights, which no binomial distribution tells: his own statistic of 1947,
sum(w * d) / sqrt(sum(w^2 * d^2)), normal, d being 1 where system alone is right, -1 where baseline alone is and 0 otherwise.
The interval is that of Bonett and Price, as if one more row of the mean weight were won, and one more lost.
#}
{% macro weighted_mcnemar_steps(plan) %}
    {%- set columns = rankhouse.right_decisions(plan) + ["own.weight as weight"] -%}
    {%- set sums = dict(rankhouse.wins_and_losses(), **rankhouse.accuracies_of_rows(plan)) -%}
    {%- do sums.update(
        {
            "weight_sum": "sum(weight)",
            "n_weighted": "count(case when weight > 0 then 1 end)",
        }
    ) -%}
    {%- set part = rankhouse.ratio("matched.weight", "pairs.weight_sum") -%}
    {%- set squares = [] -%}
    {%- for name, sign in {"won": ">", "lost": "<", "same": "="}.items() -%}
        {%- set square = "case when matched.own_right {0} matched.other_right then {1} * {1} else 0 end" -%}
        {%- do squares.append("sum(" ~ square.format(sign, part) ~ ") as squares_" ~ name) -%}
    {%- endfor -%}
    {%- set shown = rankhouse.shown_of_decisions(plan) -%}
    {%- set kept = ["n_weighted", "squares_won", "squares_lost", "squares_same"] -%}
    {%- set shares -%}
        select
        {{ rankhouse.listed(shown + kept) }},
        difference * {{ rankhouse.ratio("n_weighted", "n_weighted + 2") }} as middle,
        squares_won + squares_lost as squares_unlike,
        difference / nullif(sqrt(squares_won + squares_lost), 0) as z
        from
            (
                select
                    {{ rankhouse.listed(rankhouse.select_of("pairs", shown + ["n_weighted"])) }},
                    {{ rankhouse.listed(rankhouse.select_of("spread", kept[1:])) }}
                from rankhouse_pairs as pairs
                left join rankhouse_spread as spread on pairs.number = spread.number
            ) as known
    {%- endset -%}
    {%- set square -%}
        (1 - shares.middle) * (1 - shares.middle) * shares.squares_won
        + (1 + shares.middle) * (1 + shares.middle) * shares.squares_lost
        + shares.middle * shares.middle * shares.squares_same
        + (2 + 2 * shares.middle * shares.middle) * {{ rankhouse.ratio(1, "shares.n_weighted * shares.n_weighted") }}
    {%- endset -%}
    {%- set growth = rankhouse.ratio("shares.n_weighted", "shares.n_weighted + 2") -%}
    {%- set bounds = rankhouse.difference_bounds(
        "shares.middle", "sqrt((" ~ square ~ ") * " ~ growth ~ " * " ~ growth ~ ")"
    ) -%}
    {%- set tested -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("shares", shown) + bounds) }},
        case
            when shares.squares_unlike = 0 and shares.difference = 0 then {{ rankhouse.double(1) }} else {{ rankhouse.two_sided_normal("z") }}
        end as p_value
        from rankhouse_shares as shares
        cross join rankhouse_limit as limits
    {%- endset -%}
    {%- set steps = rankhouse.matched_row_steps(plan, "rows", "numbered", "side", columns, sums) -%}
    {%- do steps.append(rankhouse.squares_step("two systems, with the squares of their weights", squares)) -%}
    {%- do steps.append(rankhouse.step("shares", "two systems, with their accuracies", shares, rankhouse.stored())) -%}
    {%- do steps.append(rankhouse.step("tested", "the same, with what is known of the difference", tested)) -%}
    {{ return(steps) }}
{% endmacro %}
