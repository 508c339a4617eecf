{#
What verdicts on two answers each decide: ship, do not ship, or not decided. One row per group, with the columns and the rule of
decision: the by columns, decision, system, baseline, measure, difference, ci_low, ci_high, p_adjusted, unit, n_units, more_units, falls,
reason. The difference is that of ratings (preference_ratings), and units are queries. Where a system that is shown first wins more or
less often than chance allows, and two systems were not shown equally often in both orders, nothing is decided, unless
`order_effect` takes the order into account. A group without ratings has no row.
#}
{% macro preference_decision(
    preferences,
    baseline=none,
    method="bradley_terry",
    order_effect=false,
    prior=0,
    segments=[],
    by=[],
    cluster=none,
    test="t",
    confidence=0.95,
    power=0.8,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("preference_decision", kwargs) -%}
    {%- set of_model = {"baseline": baseline, "method": method, "order_effect": order_effect, "prior": prior} -%}
    {%- set rule = {
        "baseline": baseline,
        "segments": segments,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    } -%}
    {%- set plan = rankhouse.preference_plan("preference_decision", preferences, by, columns, of_model) -%}
    {%- set stops = [] if order_effect else ["stop"] -%}
    {%- set decided = rankhouse.evidence_plan(
        "preference_decision", plan, "preferences", rule, ["query", "queries"], stops
    ) -%}
    {%- set unit = rankhouse.renamed("preferences", "query_id", plan.columns) -%}
    {{
        rankhouse.laid_out(rankhouse.decision_of_evidence(decided, rankhouse.values_of_ratings(plan, stops), unit))
        if execute
    }}
{%- endmacro %}

{#
Values by query and system: its rating, and as often as there are queries what a query adds to it: the inverse of the information times
what its verdicts add to the score equations, less the mean of that, which a prior leaves.
#}
{% macro values_of_ratings(plan, stops) -%}
    {%- set key = plan.by + ["place"] -%}
    {%- set steps = rankhouse.preference_steps(plan) + rankhouse.preference_fit_steps(plan) -%}
    {%- set of_queries -%}
        select {{ rankhouse.listed(plan.by + ["unit", "count(*) over (" ~ rankhouse.partitioned(plan.by) ~ ") as n_queries"]) }}
        from (select distinct {{ rankhouse.inline(plan.by + ["unit"]) }} from rankhouse_values) as named
    {%- endset -%}
    {%- set by = rankhouse.columns_of("inverted", plan.by) -%}
    {%- set pulls -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("inverted", plan.by)) ~ "," if plan.by }}
            inverted.one as place,
            scores.unit_number as unit,
            sum(inverted.value * scores.score) as pull
        from rankhouse_inverse as inverted
        join
            rankhouse_scores as scores
            on {{ rankhouse.match_as_one("inverted", "scores", plan.by + ["other"], plan.by + ["place"]) }}
        where inverted.one > 0
        group by {{ rankhouse.inline(by + ["inverted.one", "scores.unit_number"]) }}
    {%- endset -%}
    {%- set pulled -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("strengths", key)) }},
            named.unit as unit,
            named.n_queries as n_queries,
            strengths.strength as strength,
            coalesce(pulls.pull, {{ rankhouse.double("0") }}) as pull
        from rankhouse_strengths as strengths
        join rankhouse_named_queries as named on {{ rankhouse.match("strengths", "named", plan.by) }}
        left join
            rankhouse_pulls as pulls
            on {{ rankhouse.match_as_one("strengths", "pulls", key) }}
            and named.unit = pulls.unit
    {%- endset -%}
    {%- do steps.extend(
        [
            rankhouse.step("named_queries", "a query", of_queries),
            rankhouse.step(
                "residuals",
                "two systems in a query, and how far scores are from what is expected",
                rankhouse.residuals_of_queries(plan),
            ),
            rankhouse.step("scores", "an equation and a query", rankhouse.scores_of_units(plan)),
            rankhouse.step("pulls", "a system, and what a query adds to it", pulls),
            rankhouse.step("pulled", "a system and any query", pulled),
        ]
    ) -%}
    {%- set rating = rankhouse.rating_of_strength(
        "strength + n_queries * pull - sum(pull) over (" ~ rankhouse.partitioned(key) ~ ")"
    ) -%}
    {%- set rated -%} select {{ rankhouse.listed(key + ["unit", rating ~ " as rating"]) }} from rankhouse_pulled {%- endset -%}
    {%- set figures = {
        "query_id": "rated.unit",
        "system": "systems.system_name",
        "measure": rankhouse.literal("rating"),
        "metric": rankhouse.literal("rating"),
        "value": "rated.rating",
    } -%}
    {%- if stops -%}
        {%- do figures.update({"stop": "biased.stop"}) -%}
        {%- do steps.extend(rankhouse.position_bias_of_verdicts(plan)) -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {%- set answer -%}
        select {{ rankhouse.listed(rankhouse.named_groups(plan, "rated") + rankhouse.own_values(figures)) }}
        from ({{ rated }}) as rated
        join rankhouse_systems as systems on {{ rankhouse.match_as_one("rated", "systems", key) }}
        {%- if stops %}
            left join rankhouse_biased as biased on {{ rankhouse.match("rated", "biased", plan.by) }}
        {%- endif %}
            {{ rankhouse.group_joins(plan, "rated") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a query and a system", answer) }}
{%- endmacro %}

{% macro residuals_of_queries(plan) -%}
    {%- set group = rankhouse.select_of("expected", plan.by + ["first_place", "second_place"]) -%}
    {%- set keys = rankhouse.columns_of("expected", plan.by + ["first_place", "second_place"]) -%}
    select
        {{ rankhouse.listed(group) }},
        found.unit as unit_number,
        sum(found.weight * (found.score - expected.expected_score)) as residual,
        sum(found.weight * (found.is_tie - expected.expected_tie)) as tie_residual
    from rankhouse_values as found
    join
        rankhouse_expected as expected
        on {{ rankhouse.match_as_one("found", "expected", plan.by + ["first_system", "second_system"]) }}
    group by {{ rankhouse.inline(keys + ["found.unit"]) }}
{%- endmacro %}

{# rankhouse_biased: a group with `stop`, where its pairs were not shown equally often in both orders, and the order matters. #}
{% macro position_bias_of_verdicts(plan) %}
    {%- set number = "row_number() over (order by " ~ rankhouse.inline(plan.by) ~ ")" if plan.by else "1" -%}
    {%- set shown -%}
        select {{ rankhouse.listed(plan.by + [number ~ " as number", "max(abs(excess)) as excess"]) }}
        from
            (
                select
                    {{
                        rankhouse.listed(
                            plan.by
                            + [
                                "least(first_place, second_place) as one",
                                "greatest(first_place, second_place) as other",
                                "sum(case when first_place < second_place then n_verdicts else - n_verdicts end) as excess",
                            ]
                        )
                    }}
                from rankhouse_duels
                group by {{ rankhouse.inline(plan.by + ["least(first_place, second_place)", "greatest(first_place, second_place)"]) }}
            ) as pairs
        {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    {%- endset -%}
    {%- set units -%}
        select
            shown.number as number,
            found.unit as unit,
            {{ rankhouse.double("count(*)") }} as n,
            {{ rankhouse.double("sum(case when found.score > 0.6 then 1 else -1 end)") }} as outcome,
            1 as n_queries,
            0 as wins,
            0 as ties,
            0 as losses
        from rankhouse_values as found
        join rankhouse_shown as shown on {{ rankhouse.match("found", "shown", plan.by) }}
        where found.is_tie = 0
        group by shown.number, found.unit
    {%- endset -%}
    {%- set ends = rankhouse.ends_of_share("measured") -%}
    {%- set text -%}
        ', but the first shown wins more, or less, often than chance allows, '
        || 'and not all pairs were shown equally often in both orders: say order_effect=true'
    {%- endset -%}
    {%- set biased -%}
        select
            {{
                rankhouse.listed(
                    rankhouse.select_of("shown", plan.by)
                    + [
                        "case\nwhen shown.excess > 0 and not 5e-1 between ends.ci_low and ends.ci_high\nthen\n"
                        ~ text
                        ~ "\nend as stop"
                    ]
                )
            }}
        from rankhouse_shown as shown
        join
            (
                select {{ rankhouse.listed(["measured.number as number"] + ends) }}
                from {{ rankhouse.effective_shares() }} as measured
            ) as ends
            on shown.number = ends.number
    {%- endset -%}
    {{
        return(
            [rankhouse.step("shown", "a group, and how uneven its orders are", shown)]
            + rankhouse.share_steps(
                rankhouse.step("units", "a query with how often the first shown wins", units), "a group, summed up"
            )
            + [rankhouse.step("biased", "a group, and what its order says of it", biased)]
        )
    }}
{% endmacro %}
