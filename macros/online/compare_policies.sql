{#
Two policies on the log of a third one, row by row: one row per group and estimator of off_policy: the by columns, estimator,
value, baseline_value, difference, std_error, ci_low, ci_high (of the difference), n, effective_size,
baseline_effective_size, n_left_out. The baseline's columns are baseline_probability and baseline_predicted_reward. Both read the
same rewards, so that much of what is random in one is in the other too and leaves the difference.
#}
{% macro compare_policies(
    log,
    estimators=["ips", "snips", "dr"],
    clip=none,
    switch=none,
    shrinkage=none,
    by=[],
    confidence=0.95,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("compare_policies", kwargs) -%}
    {%- set arguments = {"clip": clip, "switch": switch, "shrinkage": shrinkage, "confidence": confidence} -%}
    {%- set prefixes = ["", "baseline_"] -%}
    {%- set plan = rankhouse.off_policy_plan("compare_policies", log, estimators, arguments, by, columns, prefixes) -%}
    {{ rankhouse.laid_out(rankhouse.off_policy_of(plan)) if execute }}
{%- endmacro %}
