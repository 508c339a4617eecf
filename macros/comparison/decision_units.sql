{#
How many more units would decide: the steps that end in rankhouse_needed (number, of the pair of which is told, and more_units, the
most that one of its system's open pairs needs). NULL where more would not tell, or only some million times as many.

Of n units the chance is a product: that the difference is significant, Phi(sqrt(n) * |m| / sd - t) with t^2 = z^2 * (n - 1) /
(n - z^2), m and sd of the units' sums; that enough units are won for 2^(1 - k); and, for a gain, that enough are not lost. A loss
of fewer units has to be one by the sign test as well.
#}
{% macro more_units_steps(plan) %}
    {%- set enough, pair = rankhouse.enough_units(), ["pair", "n"] -%}
    {%- set so_far = "over (partition by n order by number rows between unbounded preceding and current row)" -%}
    {%- set asked -%}
        select pair, n, n_units, side, level, kept, won, up, {{ rankhouse.place_of_size(plan) }} as place
        from ({{ rankhouse.sizes_of_pairs() }}) as sized
    {%- endset -%}
    {#- Of a number of units, whoever asks for it: pairs ask for the same ones. -#}
    {%- set factors -%}
        select
            sizes.n as n,
            numbers.number as number,
            case
                when numbers.number = 0
                then {{ rankhouse.double("0") }}
                else ln((sizes.n - numbers.number + 1) / nullif({{ rankhouse.double("numbers.number") }}, 0))
            end as factor
        from (select distinct n from rankhouse_asked_sizes where n * won < 200) as sizes
        join ({{ rankhouse.numbers_below_100() }}) as numbers on numbers.number <= sizes.n and numbers.number < 60
    {%- endset -%}
    {%- set choices -%}
        select evens.*, sum(p_even) {{ so_far }} as fewer
        from
            (
                select counted.*, {{ rankhouse.binomial_term("5e-1") }} as p_even
                from (select factors.*, sum(factor) {{ so_far }} as log_choices from ({{ factors }}) as factors) as counted
            ) as evens
    {%- endset -%}
    {%- set terms -%}
        select
            pair,
            n,
            level,
            number,
            fewer,
            {{ rankhouse.binomial_term("kept") }} as p_kept,
            {{ rankhouse.binomial_term("won") }} as p_won,
            {{ rankhouse.binomial_term("up") }} as p_up,
            exp({{ rankhouse.double("1 - number") }} * 6.931471805599453e-1) as least_p
        from
            (
                select
                    {{ rankhouse.listed(rankhouse.select_of("asked", pair + ["level", "kept", "won", "up"])) }},
                    {{ rankhouse.listed(rankhouse.select_of("choices", ["number", "log_choices", "fewer"])) }}
                from rankhouse_asked_sizes as asked
                join rankhouse_choices as choices on asked.n = choices.n
                where asked.n * asked.won < 200
            ) as placed
    {%- endset -%}
    {%- set misses -%}
        select
            pair,
            n,
            sum(case when number < {{ enough }} then p_kept else 0 end) as few_kept,
            sum(case when least_p >= level then p_won else 0 end) as few_won,
            sum(case when 2 * number < n and 2 * fewer < level then p_up else 0 end) as lost
        from rankhouse_terms
        group by pair, n
    {%- endset -%}
    {%- set shown = "(1e0 - " ~ rankhouse.normal_tail("place") ~ ") * (1e0 - few_won)" -%}
    {%- set chances -%}
        select
            pair,
            n - n_units as more_units,
            case
                when side > 0
                then chance * (1e0 - few_kept)
                when n < {{ enough }}
                then least(chance, lost)
                else chance
            end as chance
        from (
            select found.*, {{ shown }} as chance
            from (
                select
                    {{ rankhouse.listed(rankhouse.select_of("asked", pair + ["n_units", "side", "place"])) }},
                    coalesce(misses.few_kept, 0e0) as few_kept,
                    coalesce(misses.few_won, 0e0) as few_won,
                    coalesce(misses.lost, 0e0) as lost
                from rankhouse_asked_sizes as asked
                left join rankhouse_misses as misses on asked.pair = misses.pair and asked.n = misses.n
            ) as found
        ) as shown
    {%- endset -%}
    {%- set needed -%}
        select
            open_pairs.number as number,
            case
                when count(*) = count(enough.more_units) then {{ rankhouse.bigint("max(enough.more_units)") }}
            end as more_units
        from rankhouse_open_pairs as open_pairs
        left join
            (
                select pair, min(more_units) as more_units
                from rankhouse_chances
                where chance >= {{ rankhouse.double(plan.power) }}
                group by pair
            ) as enough
            on open_pairs.pair = enough.pair
        group by open_pairs.number
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("open_pairs", "a pair that is not decided", rankhouse.pairs_not_decided(plan)),
                rankhouse.step("asked_sizes", "the same with a number of units", asked),
                rankhouse.step("choices", "such a number of units, and a smaller one, with its binomials", choices),
                rankhouse.step(
                    "terms", "a pair of so many units and a smaller number, with its probabilities", terms
                ),
                rankhouse.step("misses", "a pair of so many units, with what may lack", misses),
                rankhouse.step("chances", "a pair of so many units, with the chance of a decision", chances),
                rankhouse.step("needed", "a chosen pair with the units that are missing", needed),
            ]
        )
    }}
{% endmacro %}

{# Those of the system that is told of, with the limit of z that each has to pass. Nothing where the reason is not size. #}
{% macro pairs_not_decided(plan) -%}
    {%- set figures = ["n_units", "n_kept", "n_up", "n_down", "n_won", "side", "mean_total", "total_dev"] -%}
    {%- set n_tests = "case when pairs.side > 0 then pairs.n_tests else 1 end" -%}
    {%- set level = rankhouse.double(plan.level) ~ " / " ~ n_tests -%}
    {%- set open -%}
        (
            select
                chosen.number as number,
                pairs.number as pair,
                {{ rankhouse.listed(rankhouse.select_of("pairs", figures)) }},
                {{ level }} as level,
                1e0 - {{ level }} / 2 as reached
            from rankhouse_chosen as chosen
            join rankhouse_pairs as pairs on {{ rankhouse.match("chosen", "pairs", plan.by + ["system_name"]) }}
            where
                chosen.outcome = 1
                and chosen.blocked_by is null
                {%- if plan.stops %} and chosen.known_stop is null {%- endif %}
                and chosen.side <> 0
                and (pairs.is_better = 0 or pairs.n_kept < {{ rankhouse.enough_units() }})
        )
    {%- endset -%}
    select open_pairs.*, z_limit * z_limit as square
    from {{ rankhouse.rows_with_normal_quantiles(open, {"z_limit": "reached"}) }} as open_pairs
{%- endmacro %}

{# Numbers of units: one by one at first, then each by a hundredth and a half more. #}
{% macro sizes_of_pairs() -%}
    {%- set share = rankhouse.double("n_units") -%}
    select
        open_pairs.*,
        n_kept / {{ share }} as kept,
        n_won / {{ share }} as won,
        n_up / {{ share }} as up,
        n_down / {{ share }} as down,
        n_units + numbers.number + floor(n_units * (exp({{ rankhouse.double("numbers.number") }} * 15e-3) - 1)) as n
    from rankhouse_open_pairs as open_pairs
    cross join ({{ rankhouse.numbers_below_10000() }}) as numbers
    where numbers.number between 1 and 999
{%- endmacro %}

{# How many standard errors the expected difference lies beyond the limit; 40 is as good as infinite. #}
{% macro place_of_size(plan) -%}
    {%- if plan.test == "sign" -%}
        {#- Wins and means that point different ways decide nothing. A half of a win is what a count loses by a normal limit. -#}
        case
            when (up - down) * side <= 0
            then -4e1
            when up + down - (up - down) * (up - down) <= 0
            then case when n * (up + down) > square then 4e1 else -4e1 end
            else
                (sqrt(n) * abs(up - down) - z_limit * sqrt(up + down) - 1e0 / sqrt(n))
                / sqrt(up + down - (up - down) * (up - down))
        end
    {%- else -%}
        case
            when n <= square
            then -4e1
            when total_dev = 0
            then 4e1
            else sqrt(n) * abs(mean_total) / nullif(total_dev, 0) - sqrt(square * (n - 1) / (n - square))
        end
    {%- endif -%}
{%- endmacro %}

{# The probability that exactly `number` of n units are of a kind that has this share of them. #}
{% macro binomial_term(share) -%}
    case
        when {{ share }} <= 0
        then case when number = 0 then 1e0 else 0e0 end
        when {{ share }} >= 1
        then case when number = n then 1e0 else 0e0 end
        else
            exp(
                greatest(
                    -7e2,
                    log_choices + number * ln(nullif({{ share }}, 0)) + (n - number) * ln(nullif(1e0 - {{ share }}, 0))
                )
            )
    end
{%- endmacro %}
