{#
Whether a log can answer for a policy: one row per group with its weights, target over logging probability: the by columns, n,
mean_weight, ci_low, ci_high, effective_size, median, p90, p99, highest, largest_share, zero_share, n_left_out.
    mean_weight      1 but for chance; below 1 as far as the policy plays what the log never did: that much of its value is
                     unknown. Above 1, or above it at the end of the interval, the probabilities are not those of the log.
    effective_size   sum(w)^2 / sum(w^2): so many rows of equal weight would tell as much
    largest_share    of all weight, that of the heaviest one per cent of the rows
    zero_share       of rows that the policy would never have played
Rows with other probabilities than off_policy takes are left out and counted.
#}
{% macro off_policy_weights(log, by=[], confidence=0.95, columns={}) -%}
    {%- set plan = rankhouse.weights_plan(log, by, confidence, columns) -%}
    {{ rankhouse.laid_out(rankhouse.off_policy_weights_of(plan)) if execute }}
{%- endmacro %}

{# What it needs to know, the arguments checked. #}
{% macro weights_plan(log, by, confidence, columns) %}
    {%- do rankhouse.check_groups("off_policy_weights", {"by": by}) -%}
    {%- set plan = rankhouse.read_arguments("off_policy_weights", {"log": log, "confidence": confidence}) -%}
    {%- do rankhouse.known_columns(columns, ["logging_probability", "target_probability"], ["log"]) -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update({"columns": columns, "kind": "action", "prefixes": [""]}) -%}
    {%- do plan.update({"reads_reward": false, "reads_predicted": false, "reads_expected": false}) -%}
    {%- do rankhouse.require_columns_of_policies(plan) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro off_policy_weights_of(plan) -%}
    {%- set steps = [
        rankhouse.step("rows", "a row of the log", rankhouse.logged_rows(plan), rankhouse.inlined()),
        rankhouse.step(
            "weighed", "a row with its weight", rankhouse.weighed_rows(plan), rankhouse.inlined()
        ),
        rankhouse.step(
            "placed",
            "the same, the heaviest first",
            rankhouse.weights_in_order(rankhouse.off_policy_keys(plan)),
        ),
        rankhouse.step("spread", "a group", rankhouse.spread_of_weights(plan)),
        rankhouse.normal_limit_step(plan.confidence),
    ] -%}
    {{ rankhouse.query_of(steps, "a group", rankhouse.off_policy_weights_answer(plan)) }}
{%- endmacro %}

{# place: from 0, last_place: of those that are not left out, which come last. #}
{% macro weights_in_order(key) -%}
    {%- set of_key = rankhouse.partitioned(key) -%}
    select
        {{ rankhouse.listed(key + ["weight"]) }},
        row_number() over ({{ of_key }} order by case when weight is null then 1 else 0 end, weight desc) - 1 as place,
        count(weight) over ({{ of_key }}) - 1 as last_place
    from rankhouse_weighed
{%- endmacro %}

{# The weight of the heaviest one per cent of rows, at least one row, as a share of all. #}
{% macro largest_share(weight, place, last_place) -%}
    {%- set is_heavy = "100 * " ~ place ~ " <= " ~ last_place -%}
    {%- set heavy = rankhouse.sum_of("case when " ~ is_heavy ~ " then " ~ weight ~ " end") -%}
    {{ rankhouse.quotient(heavy, rankhouse.sum_of(weight)) }}
{%- endmacro %}

{% macro spread_of_weights(plan) -%}
    {%- set key = rankhouse.off_policy_keys(plan) -%}
    {%- set figures = {
        "n": "count(weight)",
        "n_left_out": "count(*) - count(weight)",
        "mean_weight": rankhouse.mean_of("weight"),
        "error": "case when count(weight) > 1 then " ~ rankhouse.standard_error("weight") ~ " end",
        "effective_size": rankhouse.effective_size("weight"),
        "highest": "max(weight)",
        "largest_share": rankhouse.largest_share("weight", "place", "last_place"),
        "zero_share": rankhouse.mean_of("case when weight = 0 then 1e0 when weight > 0 then 0e0 end"),
    } -%}
    {%- for name, share in {"median": "0.5", "p90": "0.1", "p99": "0.01"}.items() -%}
        {%- set quantile = rankhouse.quantile_of_places("weight", "place", "last_place", share) -%}
        {%- do figures.update({name: "case when count(weight) > 0 then\n" ~ quantile ~ "\nend"}) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
    from rankhouse_placed {{ "group by " ~ rankhouse.inline(key) if key }}
    having count(*) > 0
{%- endmacro %}

{% macro off_policy_weights_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "spread", none, "spread") -%}
    {%- do columns.append(rankhouse.bigint("spread.n") ~ " as n") -%}
    {%- do columns.append("spread.mean_weight as mean_weight") -%}
    {%- for end, sign in {"ci_low": "-", "ci_high": "+"}.items() -%}
        {%- do columns.append("spread.mean_weight " ~ sign ~ " limits.z_limit * spread.error as " ~ end) -%}
    {%- endfor -%}
    {%- set figures = ["effective_size", "median", "p90", "p99", "highest", "largest_share", "zero_share"] -%}
    {%- do columns.extend(rankhouse.select_of("spread", figures)) -%}
    {%- do columns.append(rankhouse.bigint("spread.n_left_out") ~ " as n_left_out") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_spread as spread
    cross join rankhouse_limit as limits
{%- endmacro %}
