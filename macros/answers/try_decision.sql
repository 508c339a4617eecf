{#
What tries of tasks decide: ship, do not ship, or not decided. One row per group, with the columns and the rule of decision: the by
columns, decision, system, baseline, measure, difference, ci_low, ci_high, p_adjusted, unit, n_units, more_units, falls, reason.
Values are those of try_metrics by query, `system` tells systems apart. The first of `measures` decides, unless `measure` names
another one; the others are guardrails.
#}
{% macro try_decision(
    tries,
    baseline=none,
    system="system",
    measures=["pass@1", "pass_all@3"],
    measure=none,
    guardrails=none,
    margins={},
    segments=[],
    by=[],
    cluster=none,
    test="t",
    confidence=0.95,
    power=0.8,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("try_decision", kwargs) -%}
    {%- do rankhouse.one_name("system", system) -%}
    {%- do rankhouse.names_beside_role("by", by, "system", system) -%}
    {%- do rankhouse.names_beside_role("segments", segments, "system", system) -%}
    {%- do rankhouse.check_groups("try_decision", {"by": by}) -%}
    {%- set plan = rankhouse.try_plan(tries, measures, true, none, by + [system], columns) -%}
    {%- set decides = plan.measures[0].measure if measure is none else measure -%}
    {%- set rule = {
        "baseline": baseline,
        "measure": decides,
        "guardrails": guardrails,
        "margins": margins,
        "segments": segments,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    } -%}
    {%- set decided = rankhouse.evidence_plan(
        "try_decision", dict(plan, outputs=by), "tries", rule, ["query", "queries"]
    ) -%}
    {%- set unit = rankhouse.renamed("tries", "query_id", plan.columns) -%}
    {{
        rankhouse.laid_out(rankhouse.decision_of_evidence(decided, rankhouse.values_of_tries(plan, by, system), unit))
        if execute
    }}
{%- endmacro %}

{% macro values_of_tries(plan, by, system) -%}
    {%- set figures = {"system": "tried." ~ rankhouse.quoted(system)} -%}
    {%- for name in ["query_id", "measure", "metric", "k", "value"] -%}
        {%- do figures.update({name: "tried." ~ name}) -%}
    {%- endfor -%}
    {%- set groups = rankhouse.columns_of("tried", rankhouse.quoted_all(by)) -%}
    select {{ rankhouse.listed(groups + rankhouse.own_values(figures)) }}
    from ({{ rankhouse.try_metrics_of(plan) }}) as tried
{%- endmacro %}
