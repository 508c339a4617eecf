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
    {%- do steps.extend(
        [
            rankhouse.step("versus", "two systems that are compared", rankhouse.pairs_compared(plan)),
            rankhouse.step("units", "what a query says of them", rankhouse.units_of_pairs(plan)),
            rankhouse.step(
                "deviating", "the same, with how far it is from all", rankhouse.deviations_of_units(plan)
            ),
            rankhouse.step(
                "moments", "two systems, summed up", rankhouse.moments_of_pairs(plan), rankhouse.stored()
            ),
        ]
    ) -%}
    {%- set level = rankhouse.double("0.975") -%}
    {%- do steps.extend(rankhouse.student_quantile_steps("moments", level)) -%}
    {%- do steps.extend(rankhouse.paired_sign_steps()) -%}
    {%- do steps.extend(rankhouse.adjusted_p_values_steps("tested", plan.correction)) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set answer = rankhouse.preference_pairs_answer(plan) -%}
    {{ rankhouse.query_of(steps, "two systems", answer, recursive=rankhouse.fits_recursively()) }}
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
    {%- set is_own = "own.place > other.place" -%}
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
    select versus.number as number, found.unit as unit, {{ rankhouse.listed(rankhouse.named_expressions(figures)) }}
    from rankhouse_values as found
    join
        rankhouse_systems as own
        on {{ rankhouse.match("found", "own", plan.by) }}
        and found.first_system = own.system_name
    join
        rankhouse_systems as other
        on {{ rankhouse.match("found", "other", plan.by) }}
        and found.second_system = other.system_name
    join
        rankhouse_versus as versus
        on {{ rankhouse.match("found", "versus", plan.by) }}
        and versus.one = case when {{ is_own }} then own.place else other.place end
        and versus.other = case when {{ is_own }} then other.place else own.place end
    group by versus.number, found.unit
{%- endmacro %}

{% macro deviations_of_units(plan) -%}
    select
        units.*, outcome - n * sum(outcome) over (partition by number) / sum(n) over (partition by number) as deviation
    from rankhouse_units as units
{%- endmacro %}

{# wins and losses are of queries or clusters, for the sign test; the rest of comparisons. #}
{% macro moments_of_pairs(plan) -%}
    {%- set n = rankhouse.double("count(*)") -%}
    {%- set least = "1e-9 * n" -%}
    {%- set variance = n ~ " / nullif(" ~ n ~ " - 1, 0) * sum(deviation * deviation) / (4 * sum(n) * sum(n))" -%}
    {%- set figures = {
        "n_units": "count(*)",
        "n_checked": "sum(n)",
        "n_queries": "sum(n_queries)",
        "degrees": "case when count(*) > 1 then " ~ n ~ " - 1 end",
        "win_rate": "5e-1 + 5e-1 * sum(outcome) / sum(n)",
        "variance": variance,
        "wins": "sum(case when outcome > " ~ least ~ " then 1 else 0 end)",
        "losses": "sum(case when outcome < -" ~ least ~ " then 1 else 0 end)",
        "n_wins": "sum(wins)",
        "n_ties": "sum(ties)",
        "n_losses": "sum(losses)",
    } -%}
    select number, {{ rankhouse.listed(rankhouse.named_expressions(figures)) }}
    from rankhouse_deviating
    group by number
{%- endmacro %}

{# rankhouse_moments with what the interval needs. #}
{% macro effective_shares() -%}
    (
        select
            moments.*,
            quantiles.quantile * quantiles.quantile as square,
            case
                when variance > 1e-18 then win_rate * (1 - win_rate) / variance else {{ rankhouse.double("n_units") }}
            end as n_effective
        from rankhouse_moments as moments
        left join rankhouse_moments_quantiles as quantiles on moments.degrees = quantiles.degrees
    )
{%- endmacro %}

{# The ends of Wilson's interval of `rate`, of `n` comparisons. #}
{% macro score_interval(rate, n, square) %}
    {%- set middle = rate ~ " + " ~ square ~ " / (2 * " ~ n ~ ")" -%}
    {%- set half = (
        "\nsqrt("
        ~ square
        ~ " * ("
        ~ rate
        ~ " * (1 - "
        ~ rate
        ~ ") / "
        ~ n
        ~ " + "
        ~ square
        ~ " / (4 * "
        ~ n
        ~ " * "
        ~ n
        ~ ")))"
    ) -%}
    {%- set all = "\n/ (1 + " ~ square ~ " / " ~ n ~ ")" -%}
    {{
        return(
            [
                rankhouse.within_limits("(" ~ middle ~ " - " ~ half ~ ")" ~ all, "0", "1"),
                rankhouse.within_limits("(" ~ middle ~ " + " ~ half ~ ")" ~ all, "0", "1"),
            ]
        )
    }}
{% endmacro %}

{% macro preference_pairs_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "versus") -%}
    {%- do columns.append("versus.system_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.append("versus.baseline as baseline") -%}
    {%- for name in ["wins", "ties", "losses"] -%}
        {%- do columns.append(rankhouse.bigint("measured.n_" ~ name) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append("measured.win_rate as win_rate") -%}
    {%- set ends = rankhouse.score_interval("measured.win_rate", "measured.n_effective", "measured.square") -%}
    {%- do columns.extend([ends[0] ~ " as ci_low", ends[1] ~ " as ci_high"]) -%}
    {%- do columns.append("tested.p_value as p_value") -%}
    {%- do columns.append("tested.p_adjusted as p_adjusted") -%}
    {%- do columns.append(rankhouse.bigint("measured.n_queries") ~ " as n_queries") -%}
    {%- set d = "own.strength - other.strength" -%}
    {%- do columns.append(rankhouse.expected_score("bradley_terry", d) ~ " as expected_win_rate") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_versus as versus
    join {{ rankhouse.effective_shares() }} as measured on versus.number = measured.number
    left join rankhouse_strengths as own on {{ rankhouse.match("versus", "own", plan.by) }} and versus.one = own.place
    left join
        rankhouse_strengths as other on {{ rankhouse.match("versus", "other", plan.by) }} and versus.other = other.place
    left join
        rankhouse_tested_adjusted as tested on versus.number = tested.number {{ rankhouse.group_joins(plan, "versus") }}
{%- endmacro %}
