{#
Which limit of the weights leaves an estimator of off_policy the least error, by an estimate of it: one row per group,
estimator and candidate: the by columns, estimator, parameter (clip, switch or shrinkage), candidate (NULL: no limit), value,
std_error, ci_low, ci_high, bias, rmse, is_chosen, n, effective_size, n_left_out.
    bias         value less that without a limit: the mean of (used weight - w) * (r - q), q 0 for those without a model
    rmse         sqrt(std_error^2 + bias^2)
    is_chosen    the candidate with the lowest rmse, of equal ones the highest
This is the selection of Su, Dimakopoulou, Krishnamurthy and Dudik (2020) with their direct estimate of the bias.
#}
{% macro off_policy_tuning(
    log,
    estimators=["ips"],
    clip=[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    switch=[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    shrinkage=[1, 10, 100, 1000, 10000, 100000, 1000000],
    by=[],
    confidence=0.95,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("off_policy_tuning", kwargs) -%}
    {%- do rankhouse.check_groups("off_policy_tuning", {"by": by}) -%}
    {%- set plan = rankhouse.read_arguments("off_policy_tuning", {"log": log, "confidence": confidence}) -%}
    {%- set candidates = {
        "clip": rankhouse.read_candidates("clip", clip),
        "switch": rankhouse.read_candidates("switch", switch),
        "shrinkage": rankhouse.read_candidates("shrinkage", shrinkage),
    } -%}
    {%- set known = rankhouse.limited_estimators() -%}
    {%- set asked = rankhouse.asked_names("estimators", estimators, known.keys() | list, "estimator with a limit") -%}
    {%- do rankhouse.known_columns(columns, rankhouse.off_policy_columns([""]), ["log"]) -%}
    {%- do plan.update(rankhouse.off_policy_reads(asked, rankhouse.tuned_estimates(asked, candidates))) -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update({"columns": columns, "prefixes": [""]}) -%}
    {%- do rankhouse.require_columns_of_policies(plan) -%}
    {{ rankhouse.laid_out(rankhouse.off_policy_tuning_of(plan)) if execute }}
{%- endmacro %}

{# By the estimators whose weights can be limited, the argument that does it. #}
{% macro limited_estimators() %}
    {{
        return(
            {
                "ips": "clip",
                "dr": "clip",
                "switch_dr": "switch",
                "dros": "shrinkage",
                "sips": "clip",
                "iips": "clip",
                "rips": "clip",
            }
        )
    }}
{% endmacro %}

{# Distinct numbers above 0, as SQL. #}
{% macro read_candidates(name, candidates) %}
    {%- if candidates is string or candidates is mapping or candidates is not iterable or not candidates | list -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_candidates_are_a_list(name, candidates)) }}
    {%- endif -%}
    {%- for candidate in candidates if not rankhouse.is_finite(candidate) or candidate <= 0 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_candidate(name, candidate)) }}
    {%- endfor -%}
    {%- set read = [] -%}
    {%- for candidate in candidates | unique | list -%} {%- do read.append(candidate | string) -%} {%- endfor -%}
    {{ return(read) }}
{% endmacro %}

{# An estimator without a limit, and with each of its candidates. unlimited: the number of the former. #}
{% macro tuned_estimates(asked, candidates) %}
    {%- set estimates = [] -%}
    {%- for name, argument in rankhouse.limited_estimators().items() if name in asked -%}
        {%- set nothing_chosen = {"clip": none, "switch": none, "shrinkage": none} -%}
        {%- do estimates.append(rankhouse.tuned_estimate(name, argument, 0, none, nothing_chosen)) -%}
        {%- for candidate in candidates[argument] -%}
            {%- set limits = {"clip": candidate, "switch": candidate, "shrinkage": candidate} -%}
            {%- do estimates.append(rankhouse.tuned_estimate(name, argument, loop.index, candidate, limits)) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(estimates) }}
{% endmacro %}

{% macro tuned_estimate(name, argument, place, candidate, limits) %}
    {{
        return(
            dict(
                rankhouse.off_policy_counts(name, limits, ""),
                **{
                    "number": name ~ "_" ~ place,
                    "key": name ~ "_" ~ place,
                    "estimator": name,
                    "parameter": argument,
                    "candidate": rankhouse.double(candidate or "null"),
                    "unlimited": name ~ "_0",
                    "texts": ["key", "estimator", "parameter"],
                }
            )
        )
    }}
{% endmacro %}

{% macro off_policy_tuning_of(plan) -%}
    {%- set steps = rankhouse.off_policy_steps(plan) -%}
    {%- set names = "select <key> as estimate_key, <estimator> as estimator, <parameter> as parameter, <candidate> as candidate" -%}
    {%- set names = rankhouse.per_measure(plan, names, "\nunion all\n", "estimates") -%}
    {%- do steps.extend(
        [
            rankhouse.step("candidates", "an estimator with a candidate", names),
            rankhouse.step("tuned", "the same in a group", rankhouse.estimates_of_candidates(plan)),
            rankhouse.normal_limit_step(plan.confidence),
        ]
    ) -%}
    {{
        rankhouse.query_of(
            steps, "an estimator with a candidate in a group", rankhouse.off_policy_tuning_answer(plan)
        )
    }}
{%- endmacro %}

{% macro estimates_of_candidates(plan) -%}
    {%- set columns = rankhouse.select_of("wide", rankhouse.off_policy_keys(plan) + ["n", "n_left_out"]) -%}
    {%- do columns.extend(rankhouse.select_of("candidates", ["estimator", "parameter", "candidate"])) -%}
    {%- set figures = {
        "value": "value_<number>",
        "std_error": "error_<number>",
        "effective_size": "size_<number>",
        "unlimited_value": "value_<unlimited>",
    } -%}
    {%- for name, figure in figures.items() -%}
        {%- set cases = rankhouse.per_measure(plan, "when <key> then wide." ~ figure, "\n", "estimates") -%}
        {%- do columns.append("case candidates.estimate_key\n" ~ cases ~ "\nend as " ~ name) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_wide as wide
    cross join rankhouse_candidates as candidates
{%- endmacro %}

{% macro off_policy_tuning_answer(plan) -%}
    {%- set rmse = "sqrt(\nstd_error * std_error + (value - unlimited_value) * (value - unlimited_value)\n)" -%}
    {%- set of_estimator = "partition by " ~ rankhouse.inline(plan.by + ["estimator"]) -%}
    {%- set order = rmse ~ ", case when candidate is null then 0 else 1 end, candidate desc" -%}
    {%- set columns = rankhouse.named_groups(plan, "tuned", none, "tuned") -%}
    {%- do columns.extend(["estimator", "parameter", "candidate", "value", "std_error"]) -%}
    {%- for end, sign in {"ci_low": "-", "ci_high": "+"}.items() -%}
        {%- do columns.append("value " ~ sign ~ " limits.z_limit * std_error as " ~ end) -%}
    {%- endfor -%}
    {%- do columns.extend(["value - unlimited_value as bias", rmse ~ " as rmse"]) -%}
    {%- do columns.append("row_number() over (\n" ~ of_estimator ~ "\norder by " ~ order ~ "\n) = 1 as is_chosen") -%}
    {%- do columns.extend([rankhouse.bigint("n") ~ " as n", "effective_size"]) -%}
    {%- do columns.append(rankhouse.bigint("n_left_out") ~ " as n_left_out") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_tuned as tuned
    cross join rankhouse_limit as limits
{%- endmacro %}
