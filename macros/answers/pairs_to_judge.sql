{#
Which two systems to compare next: one row per group and pair: the by columns, system_a, system_b, width, n_comparisons, the widest
first. width: of the 95 % interval of how often the one is preferred to the other, by the strengths of Bradley and Terry and the
inverse of their information; so that comparisons with others count too. Each system is given one comparison more, in equal parts
with all others and half of them won, so that every pair has a width. `limit`: the first so many of each group.
#}
{% macro pairs_to_judge(preferences, limit=none, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("pairs_to_judge", kwargs) -%}
    {%- set plan = rankhouse.preference_plan("pairs_to_judge", preferences, by, columns, {"limit": limit}) -%}
    {%- do plan.update({"method": "bradley_terry", "order_effect": false, "prior": "0", "all_meet": true}) -%}
    {{ rankhouse.laid_out(rankhouse.pairs_to_judge_of(plan)) if execute }}
{%- endmacro %}

{% macro pairs_to_judge_of(plan) -%}
    {%- set steps = rankhouse.preference_steps(plan) + rankhouse.preference_fit_steps(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "uncertain", "two systems, with their difference", rankhouse.uncertain_pairs(plan)
            ),
            rankhouse.step("widths", "the same, with its width, in order", rankhouse.widths_of_pairs(plan)),
        ]
    ) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set columns = rankhouse.named_groups(plan, "widths") -%}
    {%- do columns.extend(rankhouse.select_of("widths", ["system_a", "system_b", "width"])) -%}
    {%- do columns.append(rankhouse.bigint("widths.n_comparisons") ~ " as n_comparisons") -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }}
        from rankhouse_widths as widths {{ rankhouse.group_joins(plan, "widths") }}
        {{ "where widths.place_in_order <= " ~ plan.limit if plan.limit is not none }}
        order by {{ rankhouse.inline(rankhouse.columns_of("widths", plan.by + ["place_in_order"])) }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "two systems", answer) }}
{%- endmacro %}

{% macro uncertain_pairs(plan) -%}
    {%- set pair, of_each = plan.by + ["place", "other_place"], plan.by + ["place"] -%}
    {%- set pairs -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("own", of_each)) }},
            other.place as other_place,
            own.system_name as system_a,
            other.system_name as system_b
        from rankhouse_systems as own
        join rankhouse_systems as other on {{ rankhouse.match("own", "other", plan.by) }} and own.place < other.place
    {%- endset -%}
    {%- set joins = [] -%}
    {%- for name, ends in {
        "a": ["place", "place"],
        "b": ["other_place", "other_place"],
        "c": ["place", "other_place"],
    }.items() -%}
        {%- set join -%}
            join
                rankhouse_inverse as inverse_{{ name }}
                on {{ rankhouse.match_as_one("pairs", "inverse_" ~ name, plan.by + ends, plan.by + ["one", "other"]) }}
        {%- endset -%}
        {%- do joins.append(join) -%}
    {%- endfor -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("pairs", pair + ["system_a", "system_b"])) }},
        own_strength.strength - other_strength.strength as difference,
        {{ rankhouse.half_interval("sqrt(inverse_a.value + inverse_b.value - 2 * inverse_c.value)") }} as half,
        coalesce(met.n_verdicts, 0) as n_comparisons
    from ({{ pairs }}) as pairs
    join rankhouse_strengths as own_strength on {{ rankhouse.match_as_one("pairs", "own_strength", of_each) }}
    join
        rankhouse_strengths as other_strength
        on {{ rankhouse.match_as_one("pairs", "other_strength", plan.by + ["other_place"], of_each) }}
        {{ joins | join("\n") }}
    left join
        (
            select
                {{ rankhouse.listed(plan.by) ~ "," if plan.by }}
                least(first_place, second_place) as place,
                greatest(first_place, second_place) as other_place,
                sum(n_verdicts) as n_verdicts
            from rankhouse_duels
            group by
                {{ rankhouse.listed(plan.by) ~ "," if plan.by }} least(first_place, second_place),
                greatest(first_place, second_place)
        ) as met
        on {{ rankhouse.match_as_one("pairs", "met", pair) }}
{%- endmacro %}

{# To nine digits, so that pairs of equal widths stay in their order. #}
{% macro widths_of_pairs(plan) -%}
    {%- set order = "order by floor(1e9 * width + 5e-1) desc, place, other_place" -%}
    {%- set high = rankhouse.expected_score("bradley_terry", "difference + half") -%}
    {%- set low = rankhouse.expected_score("bradley_terry", "difference - half") -%}
    select measured.*, row_number() over ({{ rankhouse.partitioned(plan.by) }} {{ order }}) as place_in_order
    from (select uncertain.*, {{ high }} - {{ low }} as width from rankhouse_uncertain as uncertain) as measured
{%- endmacro %}
