{#
What interleaved searches decide: ship, do not ship, or not decided. One row per group, with the columns and the rule of decision: the
by columns, decision, system, baseline, measure, difference, ci_low, ci_high, p_adjusted, unit, n_units, more_units, falls, reason.
A search is 1 where it prefers a system, -1 where it prefers the other, otherwise 0 (see interleaving_searches), and the difference is
the preference of interleaving. A team draft that was not dealt fairly, by interleaving_checks with p below 1 %, decides nothing.
#}
{% macro interleaving_decision(
    log,
    baseline=none,
    method="team_draft",
    segments=[],
    by=[],
    cluster=none,
    test="t",
    confidence=0.95,
    power=0.8,
    team_a="a",
    team_b="b",
    credit="reciprocal_rank",
    length=none,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("interleaving_decision", kwargs) -%}
    {%- set of_log = {
        "method": method,
        "team_a": team_a,
        "team_b": team_b,
        "credit": credit,
        "length": length,
    } -%}
    {%- set rule = {
        "baseline": baseline,
        "segments": segments,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    } -%}
    {%- set plan = rankhouse.interleaving_plan("interleaving_decision", log, by, columns, of_log) -%}
    {%- set stops = ["stop"] if method == "team_draft" else [] -%}
    {%- set decided = rankhouse.evidence_plan(
        "interleaving_decision", plan, "log", rule, ["search", "searches"], stops
    ) -%}
    {%- set unit = rankhouse.renamed("log", "search_id", plan.columns) -%}
    {{
        rankhouse.laid_out(
            rankhouse.decision_of_evidence(decided, rankhouse.values_of_searches(plan, stops), unit)
        ) if execute
    }}
{%- endmacro %}

{# Values by search and team. #}
{% macro values_of_searches(plan, stops) -%}
    {%- set steps = rankhouse.interleaved_search_steps(plan) -%}
    {%- if stops -%} {%- do steps.extend(rankhouse.deal_steps(plan)) -%} {%- endif -%}
    {%- set of_group = "(" ~ rankhouse.partitioned(plan.by) ~ ")" -%}
    {%- set counts = [] -%}
    {%- for n in ["n_a", "n_b"] -%}
        {%- do counts.append("sum(" ~ n ~ ") over () as all_" ~ n[-1:]) -%}
        {%- do counts.append("sum(" ~ n ~ ") over " ~ of_group ~ " as " ~ n ~ "_shown") -%}
    {%- endfor -%}
    {%- set figures = {
        "query_id": "searches.search_id",
        "system": "teams.team",
        "measure": rankhouse.literal("preference"),
        "metric": rankhouse.literal("preference"),
        "value": "case when n_a_shown > 0 and n_b_shown > 0 then "
        ~ rankhouse.double("searches.outcome * teams.is_first")
        ~ " end",
    } -%}
    {%- if stops -%} {%- do figures.update({"stop": rankhouse.stop_of_unfair_draft()}) -%} {%- endif -%}
    {%- set answer -%}
        select {{ rankhouse.listed(rankhouse.named_groups(plan, "searches") + rankhouse.own_values(figures)) }}
        from
            (
                select {{ rankhouse.listed(["found.*"] + counts) }}
                from rankhouse_searches as found
            ) as searches
        cross join
            (
                select {{ rankhouse.literal(plan.team_a) }} as team, 1 as is_first
                union all
                select {{ rankhouse.literal(plan.team_b) }} as team, 0 as is_first
            ) as teams
        {%- if stops %}
            join rankhouse_summed as summed on {{ rankhouse.match("searches", "summed", plan.by) }}
            {{ rankhouse.joined_deal_tests() }}
        {%- endif %}
            {{ rankhouse.group_joins(plan, "searches") }}
        where {{ rankhouse.unless_a_side_is_missing(plan) | join("\nand ") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a search and one of its teams", answer) }}
{%- endmacro %}

{# What a draft that was not dealt by chance says of a preference. #}
{% macro stop_of_unfair_draft() %}
    {%- set unfair = [] -%}
    {%- for test in ["first", "more"] -%} {%- do unfair.append(test ~ "_test.p_value < 1e-2") -%} {%- endfor -%}
    {{ return("case when " ~ unfair | join(" or ") ~ " then ', but the draft was not fair' end") }}
{% endmacro %}
