{#
What the log of a third policy decides of two: ship, do not ship, or not decided. One row per group, with the columns and the rule of
decision: the by columns, decision, system, baseline, measure, difference, ci_low, ci_high, p_adjusted, unit, n_units, more_units, falls,
reason. Columns and estimators are those of compare_policies; system is 'target', baseline 'baseline'. The first estimator decides,
and the others are guardrails. Units are rows, or slates. Where the log is worth fewer than 30 rows of equal weight for one of
the two, or the mean weight of one is not 1, nothing is decided.
#}
{% macro policy_decision(
    log,
    estimators=["snips"],
    clip=none,
    switch=none,
    shrinkage=none,
    segments=[],
    by=[],
    cluster=none,
    test="t",
    confidence=0.95,
    power=0.8,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("policy_decision", kwargs) -%}
    {%- set of_log = {"clip": clip, "switch": switch, "shrinkage": shrinkage} -%}
    {%- set rule = {
        "baseline": "baseline",
        "segments": segments,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    } -%}
    {%- set prefixes = ["", "baseline_"] -%}
    {%- set plan = rankhouse.off_policy_plan("policy_decision", log, estimators, of_log, by, columns, prefixes) -%}
    {%- set is_slate = plan.kind != "action" -%}
    {%- set unit = ["slate", "slates"] if is_slate else ["row", "rows"] -%}
    {%- do rule.update({"measure": plan.asked[0]}) -%}
    {%- set decided = rankhouse.evidence_plan("policy_decision", plan, "log", rule, unit, ["stop"]) -%}
    {{ rankhouse.laid_out(rankhouse.decision_of_policies(plan, decided)) if execute }}
{%- endmacro %}

{% macro decision_of_policies(plan, decided) -%}
    {%- set columns = rankhouse.columns_of_units(decided) -%}
    {%- do plan.update(
        {
            "weights": ["weight", "baseline_weight"],
            "read_too": columns,
            "facts_of_slates": rankhouse.facts_of_units(decided, "slate_id"),
            "unnamed": decided.unnamed,
        }
    ) -%}
    {%- set values = rankhouse.values_of_policies(plan, decided) -%}
    {{ rankhouse.decision_of(dict(decided, query_metrics="(\n" ~ values ~ "\n)")) }}
{%- endmacro %}

{#
Values by row or slate, policy and estimator. A row of the log has no name: it is its place in the order of all that is known of it,
so that two engines, or two readings, that disagree swap equal rows.
#}
{% macro values_of_policies(plan, decided) -%}
    {%- set is_slate, first = plan.kind != "action", plan.asked[0] -%}
    {%- set facts = plan.read_too | list -%}
    {%- set order = plan.by + ["weight"] + facts -%}
    {%- for prefix in plan.prefixes -%}
        {%- do order.append(rankhouse.per_measure(plan, prefix ~ "part_<number>", ", ", "estimates")) -%}
    {%- endfor -%}
    {%- set place = "row_number() over (\norder by\n" ~ rankhouse.listed(order) ~ "\n)" -%}
    {%- set parts = [] -%}
    {%- for prefix in plan.prefixes -%}
        {%- do parts.append(
            rankhouse.per_measure(
                plan, "when <estimator> then counted." ~ prefix ~ "part_<number>", "\n", "estimates"
            )
        ) -%}
    {%- endfor -%}
    {%- set enough, unit = rankhouse.enough_units(), decided.of_unit[1] -%}
    {%- set stops = {
        "least(wide.size_"
        ~ first
        ~ ", wide.baseline_size_"
        ~ first
        ~ ") < "
        ~ enough: "the log is worth fewer than "
        ~ enough
        ~ " "
        ~ unit
        ~ " for one of them"
    } -%}
    {%- if plan.kind in ["action", "slate"] -%}
        {%- do stops.update(
            {"weights.is_off = 1": "the mean weight of one of them is not 1: the log does not cover it"}
        ) -%}
    {%- endif -%}
    {%- set stop = [] -%}
    {%- for condition, said in stops.items() -%}
        {%- do stop.append("when " ~ condition ~ " then ', but " ~ said ~ "'") -%}
    {%- endfor -%}
    {%- set figures = {
        "query_id": "counted.slate_id" if is_slate else "counted.place",
        "system": "policies.policy",
        "measure": "estimators.estimator",
        "metric": "estimators.estimator",
        "value": "case when policies.policy = 'target' then case estimators.estimator\n"
        ~ parts[0]
        ~ "\nend\nelse case estimators.estimator\n"
        ~ parts[1]
        ~ "\nend end",
        "stop": "case\n" ~ stop | join("\n") ~ "\nend",
    } -%}
    {%- set columns = rankhouse.named_groups(plan, "counted", none, "counted") + rankhouse.own_values(figures) -%}
    {%- for name in decided.named + decided.unnamed -%}
        {%- do columns.append("counted.rankhouse_beside_" ~ loop.index ~ " as " ~ rankhouse.quoted(name)) -%}
    {%- endfor -%}
    {%- set steps = rankhouse.off_policy_steps(plan) -%}
    {%- set names = rankhouse.per_measure(plan, "select <estimator> as estimator", "\nunion all\n", "estimates") -%}
    {%- do steps.append(rankhouse.step("estimators", "an estimator", names)) -%}
    {%- do steps.append(
        rankhouse.step(
            "weights", "a group, and whether its mean weights are 1", rankhouse.mean_weights_of_units(plan)
        )
    ) -%}
    {%- set answer -%}
        select {{ rankhouse.listed(columns) }}
        from
            {% if is_slate %} rankhouse_slates as counted
            {% else %} (select parts.*, {{ place }} as place from rankhouse_parts as parts) as counted
            {% endif %}
        cross join rankhouse_estimators as estimators
        cross join (select 'target' as policy union all select 'baseline' as policy) as policies
        join rankhouse_wide as wide on {{ rankhouse.match("counted", "wide", plan.by) }}
        join rankhouse_weights as weights on {{ rankhouse.match("counted", "weights", plan.by) }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a row or slate for a policy, by an estimator", answer) }}
{%- endmacro %}

{# is_off: whether some mean weight differs from 1 by more than 2.6 standard errors, as it does in 1 of 100 logs that cover a policy. #}
{% macro mean_weights_of_units(plan) -%}
    {%- set off = [] -%}
    {%- for weight in plan.weights -%}
        {%- set error = "stddev_samp(" ~ weight ~ ") / sqrt(count(" ~ weight ~ "))" -%}
        {%- do off.append("abs(avg(" ~ weight ~ ") - 1) > 2.5758293035489 * " ~ error) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(plan.by + ["case\nwhen " ~ off | join("\nor ") ~ "\nthen 1\nelse 0\nend as is_off"]) }}
    from
        rankhouse_{{ "parts" if plan.kind == "action" else "slates" }} {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}
