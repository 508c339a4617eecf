{#
Each two systems, by their own comparisons: one row per group and pair: the by columns, system, baseline, wins, ties, losses,
win_rate (ties half), ci_low, ci_high, p_value, p_adjusted, n_queries, expected_win_rate (what the strengths of Bradley and
Terry say, where there are any).

All comparisons of a query, or of a cluster of them, are one observation. With G of these, of n comparisons in all,
    std_error = sqrt(G / (G - 1) * sum over them of (score - win_rate * comparisons)^2) / n
and the interval is Wilson's of win_rate * (1 - win_rate) / std_error^2 comparisons (G where they have no spread), by Student's
t of G - 1 degrees of freedom; NULL for one. The p-value is that of the sign test of queries, or clusters, won and lost.
Without `baseline` each pair stands once, the later name against the earlier one.
#}
{% macro preference_pairs(preferences, baseline=none, cluster=none, correction="holm", by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("preference_pairs", kwargs) -%}
    {%- set arguments = {"baseline": baseline, "cluster": cluster, "correction": correction} -%}
    {%- set plan = rankhouse.preference_plan("preference_pairs", preferences, by, columns, arguments) -%}
    {{ rankhouse.laid_out(rankhouse.preference_pairs_of(plan)) if execute }}
{%- endmacro %}

{% macro preference_pairs_of(plan) -%}
    {%- do plan.update({"method": "bradley_terry", "order_effect": false, "prior": "0"}) -%}
    {%- set steps = rankhouse.preference_steps(plan) + rankhouse.preference_fit_steps(plan) -%}
    {%- set versus = rankhouse.pairs_compared(plan) -%}
    {%- do steps.append(rankhouse.step("versus", "two systems that are compared", versus)) -%}
    {%- set units = rankhouse.step("units", "what a query says of them", rankhouse.units_of_pairs(plan)) -%}
    {%- do steps.extend(rankhouse.share_steps(units, "two systems, summed up")) -%}
    {%- do steps.extend(rankhouse.paired_sign_steps({"n": "n_units", "wins": "wins", "losses": "losses"})) -%}
    {%- do steps.extend(rankhouse.adjusted_p_values_steps("tested", plan.correction)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set answer = rankhouse.preference_pairs_answer(plan) -%}
    {{ rankhouse.query_of(steps, "two systems", answer) }}
{%- endmacro %}

{# The baseline has the first place. #}
{% macro pairs_compared(plan) -%}
    {%- set order = rankhouse.columns_of("own", plan.by) + ["own.place", "other.place"] -%}
    {%- set columns = rankhouse.select_of("own", plan.by + ["system_name"]) + ["other.system_name as baseline"] -%}
    {%- do columns.extend(["own.place as one", "other.place as other"]) -%}
    {%- do columns.append("row_number() over (order by " ~ rankhouse.inline(order) ~ ") as number") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_systems as own
    join rankhouse_systems as other on {{ rankhouse.match("own", "other", plan.by) }} and own.place > other.place
    {% if plan.baseline is not none %}
        where {{ rankhouse.text("other.system_name") }} = {{ rankhouse.baseline_text(plan, "rankhouse_systems") }}
    {% endif %}
{%- endmacro %}

{# Only pairs that met. `outcome`: the score of the system less that of the baseline. #}
{% macro units_of_pairs(plan) -%}
    {%- set is_own = "duels.first_place > duels.second_place" -%}
    {%- set own = "sum(case when " ~ is_own ~ " then 1 else -1 end * found.weight * (2 * found.score - 1))" -%}
    {%- set figures = {
        "n": "sum(found.weight)",
        "outcome": own,
        "n_queries": "count(distinct found.query_id)",
        "wins": "sum(case when found.is_tie = 0 and ("
        ~ is_own
        ~ ") = (found.score > 0.6) then 1 else 0 end)",
        "ties": "sum(found.is_tie)",
        "losses": "sum(case when found.is_tie = 0 and ("
        ~ is_own
        ~ ") <> (found.score > 0.6) then 1 else 0 end)",
    } -%}
    {%- set placed -%}
        select
            {{ rankhouse.listed(plan.by + ["first_system", "second_system", "first_place", "second_place"]) }},
            greatest(first_place, second_place) as one,
            least(first_place, second_place) as other
        from rankhouse_duels
    {%- endset -%}
    select versus.number as number, found.unit as unit, {{ rankhouse.listed(rankhouse.named_expressions(figures)) }}
    from rankhouse_values as found
    join
        ({{ placed }}) as duels
        on {{ rankhouse.match_as_one("found", "duels", plan.by + ["first_system", "second_system"]) }}
    join rankhouse_versus as versus on {{ rankhouse.match_as_one("duels", "versus", plan.by + ["one", "other"]) }}
    group by versus.number, found.unit
{%- endmacro %}

{% macro preference_pairs_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "versus") -%}
    {%- do columns.append("versus.system_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.append("versus.baseline as baseline") -%}
    {%- for name in ["wins", "ties", "losses"] -%}
        {%- do columns.append(rankhouse.bigint("measured.n_" ~ name) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append("measured.win_rate as win_rate") -%}
    {%- do columns.extend(rankhouse.ends_of_share("measured")) -%}
    {%- do columns.append("tested.p_value as p_value") -%}
    {%- do columns.append("tested.p_adjusted as p_adjusted") -%}
    {%- do columns.append(rankhouse.bigint("measured.n_queries") ~ " as n_queries") -%}
    {%- set d = "own.strength - other.strength" -%}
    {%- do columns.append(rankhouse.expected_score("bradley_terry", d) ~ " as expected_win_rate") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_versus as versus
    join {{ rankhouse.effective_shares() }} as measured on versus.number = measured.number
    left join
        rankhouse_strengths as own
        on {{ rankhouse.match_as_one("versus", "own", plan.by + ["one"], plan.by + ["place"]) }}
    left join
        rankhouse_strengths as other
        on {{ rankhouse.match_as_one("versus", "other", plan.by + ["other"], plan.by + ["place"]) }}
    left join
        rankhouse_tested_adjusted as tested on versus.number = tested.number {{ rankhouse.group_joins(plan, "versus") }}
{%- endmacro %}
