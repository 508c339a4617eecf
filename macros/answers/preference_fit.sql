{#
Strengths of systems by maximum likelihood: the steps that end in
    rankhouse_strengths   a system: the by columns, place, strength (their mean is 0), g (what being shown first adds) and nu
    rankhouse_inverse     the inverse of the information: the by columns, one, other, value; by places, and as far as the model
                          has them -1 for g and -2 for the logarithm of nu
    rankhouse_expected    rankhouse_duels with expected_score and expected_tie
They read rankhouse_systems and rankhouse_duels. A group has no rows in the first two where the likelihood has no maximum:
where not every system can be reached from every other by wins (a tie is one for both), or see preference_maximum.sql; or where
the equations do not hold in the end: of each system the scores are those expected, to 1e-10 a comparison, as of g the scores of
those shown first, and of nu the ties. Without ties nu is 0. rankhouse_obstacles has the by columns and obstacle, what a group
without a maximum lacks, in words.

plan: method, order_effect, prior (so many comparisons, half won each, of each two systems that meet).
#}
{% macro preference_fit_steps(plan) %}
    {%- set steps = [
        rankhouse.step(
            "opponents", "a system and one that it met", rankhouse.opponents(plan), rankhouse.stored()
        )
    ] -%}
    {%- do steps.extend(rankhouse.maximised_strengths_steps(plan)) -%}
    {%- do steps.extend(
        [
            rankhouse.step("balances", "an equation, with what is left over", rankhouse.balances(plan)),
            rankhouse.step("proven", "a group whose equations hold", rankhouse.proven_groups(plan)),
            rankhouse.step("strengths", "a system that has a strength", rankhouse.proven_strengths(plan)),
            rankhouse.step("expected", "two systems, with what is expected", rankhouse.expected_duels(plan)),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{#
won: what `one` has scored, and lost: what the other has, exactly 0 where there is nothing; n_first: comparisons in which `one`
was shown first.
#}
{% macro opponents(plan) -%}
    {%- set group = rankhouse.inline(plan.by) ~ (", " if plan.by else "") -%}
    {%- set half = "0" if not plan.prior | float else "5e-1 * " ~ rankhouse.double(plan.prior) -%}
    select
        {{ group }} one,
        other,
        sum(n_first) + {{ half }} as n_first,
        sum(n_second) + {{ half }} as n_second,
        sum(won) + {{ half }} as won,
        sum(lost) + {{ half }} as lost
    from
        (
            select
                {{ group }} first_place as one,
                second_place as other,
                n as n_first,
                {{ rankhouse.double("0") }} as n_second,
                score as won,
                n - score as lost
            from rankhouse_duels
            union all
            select
                {{ group }} second_place as one,
                first_place as other,
                0 as n_first,
                n as n_second,
                n - score as won,
                score as lost
            from rankhouse_duels {{ rankhouse.comparisons_of_all(plan) if plan.get("all_meet") }}
        ) as sides
    group by {{ group }} one, other
{%- endmacro %}

{# One comparison more for each system, in equal parts with all others. #}
{% macro comparisons_of_all(plan) -%}
    {%- set n = rankhouse.ratio(
        "1",
        "count(*) over (partition by "
        ~ rankhouse.inline(rankhouse.columns_of("own", plan.by) + ["own.place"])
        ~ ")",
    ) -%}
    union all
    select
        {{ rankhouse.listed(rankhouse.select_of("own", plan.by)) ~ "," if plan.by }}
        own.place as one,
        other.place as other,
        {{ rankhouse.double("0") }} as n_first,
        {{ n }} as n_second,
        5e-1 * {{ n }} as won,
        5e-1 * {{ n }} as lost
    from rankhouse_systems as own
    join rankhouse_systems as other on {{ rankhouse.match("own", "other", plan.by) }} and own.place <> other.place
{%- endmacro %}

{# What is left over of each equation, by the size of its sum. #}
{% macro balances(plan) -%}
    {%- set keys = rankhouse.select_of("met", plan.by) -%}
    {%- set d = "own.strength - other.strength" -%}
    {%- set g = " + own.g" if plan.order_effect else "" -%}
    {%- set first = rankhouse.expected_score(plan.method, d ~ g) | replace("nu", "own.nu") -%}
    {%- set second = rankhouse.expected_score(plan.method, d ~ g | replace("+", "-")) | replace("nu", "own.nu") -%}
    {%- set further = {} -%}
    {%- if plan.order_effect -%}
        {%- do further.update({"-1": "max(totals.first_score) - sum(met.n_first * " ~ first ~ ")"}) -%}
    {%- endif -%}
    {%- if plan.method == "davidson" -%}
        {%- set tie = rankhouse.expected_tie(d ~ g) | replace("nu", "own.nu") -%}
        {%- set tie_second = rankhouse.expected_tie(d ~ g | replace("+", "-")) | replace("nu", "own.nu") -%}
        {%- set ties = "sum(met.n_first * " ~ tie ~ " + met.n_second * " ~ tie_second ~ ")" -%}
        {%- do further.update({"-2": "max(totals.tied) - 5e-1 * " ~ ties}) -%}
    {%- endif -%}
    {%- set joined -%}
        join rankhouse_maximised as own
            on {{ rankhouse.match_as_one("met", "own", plan.by + ["one"], plan.by + ["place"]) }}
        join rankhouse_maximised as other
            on {{ rankhouse.match_as_one("met", "other", plan.by + ["other"], plan.by + ["place"]) }}
    {%- endset -%}
    select
        {{
            rankhouse.listed(
                keys
                + [
                    "met.one as place",
                    "sum(met.won - met.n_first * " ~ first ~ "\n- met.n_second * " ~ second ~ ") as balance",
                    "sum(met.n_first + met.n_second) as size",
                ]
            )
        }}
    from rankhouse_opponents as met {{ joined }}
    group by {{ rankhouse.inline(rankhouse.columns_of("met", plan.by) + ["met.one"]) }}
    {%- for place, balance in further.items() %}
        union all
        select {{ rankhouse.listed(keys + [place ~ " as place", balance ~ " as balance", "sum(met.n_first) as size"]) }}
        from rankhouse_opponents as met {{ joined }}
        join
            rankhouse_duel_totals as totals on {{ rankhouse.match("met", "totals", plan.by) }}
            {{ "group by " ~ rankhouse.inline(rankhouse.columns_of("met", plan.by)) if plan.by }}
    {%- endfor %}
{%- endmacro %}

{% macro proven_groups(plan) -%}
    select {{ rankhouse.listed(plan.by + ["count(*) as n_equations"]) }}
    from rankhouse_balances {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    having max(case when abs(balance) <= 1e-10 * size then 0 else 1 end) <> 1
{%- endmacro %}

{% macro proven_strengths(plan) -%}
    select {{ rankhouse.listed(rankhouse.select_of("found", plan.by + ["place", "strength", "g", "nu"])) }}
    from rankhouse_maximised as found
    join rankhouse_proven as proven on {{ rankhouse.match("found", "proven", plan.by) }}
{%- endmacro %}

{% macro expected_duels(plan) -%}
    {%- set d = "own.strength - other.strength" ~ (" + own.g" if plan.order_effect else "") -%}
    {%- set score = rankhouse.expected_score(plan.method, d) | replace("nu", "own.nu") -%}
    {%- set tie = rankhouse.expected_tie(d) | replace("nu", "own.nu") if plan.method == "davidson" else "0" -%}
    {%- set names = plan.by + ["first_system", "second_system", "first_place", "second_place"] -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("duels", names)) }},
        {{ score }} as expected_score,
        {{ rankhouse.double(tie) }} as expected_tie
    from rankhouse_duels as duels
    join
        rankhouse_strengths as own
        on {{ rankhouse.match_as_one("duels", "own", plan.by + ["first_place"], plan.by + ["place"]) }}
    join
        rankhouse_strengths as other
        on {{ rankhouse.match_as_one("duels", "other", plan.by + ["second_place"], plan.by + ["place"]) }}
{%- endmacro %}

{#
rankhouse_maximised (the by columns, place, strength, g, nu) and rankhouse_inverse, from rankhouse_opponents; and
rankhouse_duel_totals, a group with tied and first_score, the score of those shown first.
#}
{% macro maximised_strengths_steps(plan) %}
    {{ return(adapter.dispatch("maximised_strengths_steps", "rankhouse")(plan)) }}
{% endmacro %}

{% macro says_unconnected() %}
    {{
        return(
            "no chain of wins leads from every system to every other (see components of preference_checks):"
            ~ " collect more comparisons, or set prior"
        )
    }}
{% endmacro %}

{% macro says_receding(plan) %}
    {%- set ties, order = "method='davidson'", "order_effect" -%}
    {%- set asked, ways_out = [], [] -%}
    {%- if plan.method == "davidson" -%}
        {%- do asked.append(ties) -%} {%- do ways_out.append("use method='bradley_terry'") -%}
    {%- endif -%}
    {%- if plan.order_effect -%}
        {%- do asked.append(order) -%} {%- do ways_out.append("leave out " ~ order) -%}
    {%- endif -%}
    {{
        return(
            "with " ~ asked
            | join(" and ")
            ~ " the likelihood of these comparisons has no single maximum: collect more comparisons, set prior, or "
            ~ ways_out
            | join(" or ")
        )
    }}
{% endmacro %}

{% macro says_unproven() %}
    {{ return("the score equations do not hold after the last step: set prior, or rate these preferences in DuckDB") }}
{% endmacro %}
