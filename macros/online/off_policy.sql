{#
What a policy would have earned, from a log of another one: one row per group and estimator: the by columns, estimator,
value, std_error, ci_low, ci_high, n, effective_size, n_left_out. With w = target / logging probability, r the reward, q the
predicted reward of what was played and Q that of what the policy would play:
    ips          mean(w * r); with `clip` min(w, clip) in place of w
    snips        sum(w * r) / sum(w)
    dm           mean(Q)
    dr           mean(Q + w * (r - q)); `clip` as above
    sndr         mean(Q) + sum(w * (r - q)) / sum(w)
    switch_dr    dr, without its correction where w > `switch`
    dros         dr with the weight shrinkage * w / (w^2 + shrinkage)
A row may be one position of a slate, whose value is the sum over its positions. Probabilities are then those of
    sips, snsips                the whole slate, the same in all its rows
    iips, sniips                the item at this position, whatever stands elsewhere
    rips, snrips, cascade_dr    the items from the first position down to this one, which never increase
sn...: divided by the mean weight of the position. cascade_dr sums w * (r - q) + w' * Q, with w' the weight of the position
before, and q and Q predicted from this position down to the last. `clip` is for sips, iips and rips.

The interval is normal. n counts rows, or slates; effective_size is sum(w)^2 / sum(w^2) of the weights as used, of item and
prefix probabilities that of the position with the lowest. What cannot be used is left out and counted in n_left_out: a
logging probability that is not from 1e-50 to 1, a target probability not from 0 to 1, a reward or prediction that is
no finite number; and slates with such a row, with a position twice or NULL, or with other probabilities than above.
#}
{% macro off_policy(
    log,
    estimators=["ips", "snips", "dr"],
    clip=none,
    switch=none,
    shrinkage=none,
    by=[],
    confidence=0.95,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("off_policy", kwargs) -%}
    {%- set arguments = {"clip": clip, "switch": switch, "shrinkage": shrinkage, "confidence": confidence} -%}
    {%- set plan = rankhouse.off_policy_plan("off_policy", log, estimators, arguments, by, columns, [""]) -%}
    {{ rankhouse.laid_out(rankhouse.off_policy_of(plan)) if execute }}
{%- endmacro %}

{#
What it needs to know, the arguments checked. prefixes: of the columns of each policy. estimates: an estimator that is asked for,
with what a row counts in it (part) and the weight that it gives a row (used), for each prefix; asked: their names, as they were given.
#}
{% macro off_policy_plan(macro, log, estimators, arguments, by, columns, prefixes) %}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- set plan = rankhouse.read_arguments(macro, dict(arguments, log=log)) -%}
    {%- set catalogue = rankhouse.off_policy_estimators() -%}
    {%- set known = catalogue | map(attribute="name") | list -%}
    {%- set asked = rankhouse.asked_names("estimators", estimators, known, "estimator") -%}
    {%- for name, argument in {"switch_dr": "switch", "dros": "shrinkage"}.items() -%}
        {%- if name in asked and arguments[argument] is none -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_estimator_needs(name, argument)) }}
        {%- endif -%}
    {%- endfor -%}
    {%- do rankhouse.known_columns(columns, rankhouse.off_policy_columns(prefixes), ["log"]) -%}
    {%- set estimates = [] -%}
    {%- for each in catalogue if each.name in asked -%}
        {%- set estimate = {"number": each.name, "estimator": each.name, "texts": ["estimator"]} -%}
        {%- for prefix in prefixes -%}
            {%- do estimate.update(rankhouse.off_policy_counts(each.name, plan, prefix)) -%}
        {%- endfor -%}
        {%- do estimates.append(estimate) -%}
    {%- endfor -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update(rankhouse.off_policy_reads(asked, estimates)) -%}
    {%- do plan.update({"columns": columns, "prefixes": prefixes, "asked": asked}) -%}
    {%- do rankhouse.require_columns_of_policies(plan) -%}
    {{ return(plan) }}
{% endmacro %}

{% macro require_columns_of_policies(plan) %}
    {%- set numbers = ["logging_probability"] + (["predicted_reward"] if plan.reads_predicted else []) -%}
    {%- for prefix in plan.prefixes -%}
        {%- do numbers.extend(rankhouse.columns_of_policy(prefix)[: 2 if plan.reads_expected else 1]) -%}
    {%- endfor -%}
    {%- set others = ["reward"] if plan.reads_reward else [] -%}
    {%- set others = others + (["slate_id", "position"] if plan.kind != "action" else []) -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"log": numbers + others}, numbers + ["reward"])) -%}
{% endmacro %}

{# Estimates, and what the estimators that are asked for read. #}
{% macro off_policy_reads(asked, estimates) %}
    {%- set kinds, reads, normalised = [], [], [] -%}
    {%- for each in rankhouse.off_policy_estimators() if each.name in asked -%}
        {%- do kinds.append(each.probabilities) -%}
        {%- do reads.append(each.predictions) -%}
        {%- if each.is_normalised -%} {%- do normalised.append(each.name) -%} {%- endif -%}
    {%- endfor -%}
    {%- if kinds | unique | list | length > 1 -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_probabilities_differ(asked)) }}
    {%- endif -%}
    {{
        return(
            {
                "estimates": estimates,
                "kind": kinds[0],
                "reads_reward": true,
                "is_normalised": normalised | length > 0,
                "reads_predicted": "both" in reads,
                "reads_expected": "both" in reads or "expected" in reads,
            }
        )
    }}
{% endmacro %}

{# What `columns` may rename. The first policy is the target. #}
{% macro off_policy_columns(prefixes) %}
    {%- set names = ["logging_probability", "reward", "predicted_reward", "slate_id", "position"] -%}
    {%- for prefix in prefixes -%} {%- do names.extend(rankhouse.columns_of_policy(prefix)) -%} {%- endfor -%}
    {{ return(names) }}
{% endmacro %}

{# Its probability of what was played, and the reward predicted of what it would play. #}
{% macro columns_of_policy(prefix) %}
    {%- set policy = prefix or "target_" -%} {{ return([policy ~ "probability", policy ~ "predicted_reward"]) }}
{% endmacro %}

{% macro off_policy_of(plan) -%}
    {%- set steps = rankhouse.off_policy_steps(plan) -%}
    {%- set names = rankhouse.per_measure(plan, "select <estimator> as estimator", "\nunion all\n", "estimates") -%}
    {%- do steps.append(rankhouse.step("estimators", "an estimator", names)) -%}
    {%- do steps.append(rankhouse.normal_limit_step(plan.confidence)) -%}
    {{ rankhouse.query_of(steps, "an estimator in a group", rankhouse.off_policy_answer(plan)) }}
{%- endmacro %}

{# From the log to rankhouse_wide: a group, with columns for each estimator. #}
{% macro off_policy_steps(plan) %}
    {%- set hint = rankhouse.inlined() -%}
    {%- set is_slate = plan.kind != "action" -%}
    {%- set steps = [rankhouse.step("rows", "a row of the log", rankhouse.logged_rows(plan), hint)] -%}
    {%- if is_slate -%}
        {%- do steps.append(
            rankhouse.step(
                "checked", "the same, whether it fits its slate", rankhouse.checked_positions(plan), hint
            )
        ) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step(
            "weighed", "a row with its weight", rankhouse.weighed_rows(plan), "" if is_slate else hint
        )
    ) -%}
    {%- if is_slate or plan.is_normalised -%}
        {%- do steps.append(
            rankhouse.step(
                "means",
                "a position of a group" if is_slate else "a group",
                rankhouse.mean_weights(plan),
            )
        ) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("parts", "a row: what it counts", rankhouse.parts_of_rows(plan), hint)) -%}
    {%- if is_slate -%}
        {%- do steps.append(rankhouse.step("slates", "a slate: what it counts", rankhouse.parts_of_slates(plan))) -%}
    {%- endif -%}
    {%- if plan.kind in ["item", "prefix"] -%}
        {%- do steps.append(
            rankhouse.step(
                "smallest", "a group: its smallest effective size", rankhouse.smallest_sizes(plan)
            )
        ) -%}
    {%- endif -%}
    {%- do steps.append(
        rankhouse.step("wide", "a group, with columns for each estimator", rankhouse.wide_estimates(plan))
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro off_policy_keys(plan) %} {{ return(plan.by + rankhouse.carried_columns(plan, plan.by)) }}{% endmacro %}

{% macro logged_rows(plan) -%}
    {%- set columns = {"logging": "logging_probability"} -%}
    {%- if plan.reads_predicted -%} {%- do columns.update({"predicted": "predicted_reward"}) -%} {%- endif -%}
    {%- for prefix in plan.prefixes -%}
        {%- set probability, expected = rankhouse.columns_of_policy(prefix) -%}
        {%- do columns.update({prefix ~ "target": probability}) -%}
        {%- if plan.reads_expected -%} {%- do columns.update({prefix ~ "expected": expected}) -%} {%- endif -%}
    {%- endfor -%}
    {%- set numbers = [] -%}
    {%- for name, column in columns.items() -%}
        {%- set number = rankhouse.double(rankhouse.renamed("log", column, plan.columns)) -%}
        {%- do numbers.append(rankhouse.finite(number) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- if plan.reads_reward -%}
        {%- set reward = rankhouse.label_number(rankhouse.renamed("log", "reward", plan.columns)) -%}
        {%- do numbers.append(rankhouse.finite(reward) ~ " as reward") -%}
    {%- endif -%}
    {%- for own, column in plan.get("read_too", {}).items() -%}
        {%- do numbers.append(column ~ " as " ~ own) -%}
    {%- endfor -%}
    {%- set slate = rankhouse.columns_read(plan, "log", ["slate_id", "position"] if plan.kind != "action" else []) -%}
    {%- set rows -%}
        select {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "log") + slate + numbers) }}
        from {{ rankhouse.as_source(plan.log, "log") }}
    {%- endset -%}
    {{ rankhouse.with_columns_if_there(rows, "log", plan.get("unnamed", [])) }}
{%- endmacro %}

{#
Whether the numbers of a row are valid. Weights and rewards are at most 1e50, so that no square of their
product is too large for a 64-bit number; a sum of probabilities may be above 1 by its last digits.
#}
{% macro is_usable_action(plan) -%}
    {%- set conditions = ["logging between 1e-50 and 1.000001"] -%}
    {%- if plan.reads_reward -%} {%- do conditions.append("abs(reward) <= 1e50") -%} {%- endif -%}
    {%- if plan.reads_predicted -%} {%- do conditions.append("abs(predicted) <= 1e50") -%} {%- endif -%}
    {%- for prefix in plan.prefixes -%}
        {%- do conditions.append(prefix ~ "target between 0 and 1.000001") -%}
        {%- if plan.reads_expected -%} {%- do conditions.append("abs(" ~ prefix ~ "expected) <= 1e50") -%} {%- endif -%}
    {%- endfor -%}
    {{ conditions | join("\nand ") }}
{%- endmacro %}

{# Of each slate the rows in order: whether one cannot be used, stands where another does, or does not follow from the one before. #}
{% macro checked_positions(plan) -%}
    {%- set along = "over (partition by " ~ rankhouse.inline(plan.by + ["slate_id"]) ~ " order by position)" -%}
    {%- set wrong = ["position = lag(position) " ~ along] -%}
    {%- for probability in ["logging"] + rankhouse.targets_of(plan) -%}
        {%- set before = "lag(" ~ probability ~ ") " ~ along -%}
        {%- if plan.kind == "slate" -%} {%- do wrong.append("abs(" ~ probability ~ " - " ~ before ~ ") > 1e-9") -%}
        {%- elif plan.kind == "prefix" -%} {%- do wrong.append(probability ~ " > " ~ before ~ " * (1 + 1e-9)") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set previous = [] -%}
    {%- if plan.reads_predicted -%}
        {%- for prefix in plan.prefixes -%}
            {%- set before = "lag(" ~ rankhouse.ratio(prefix ~ "target", "logging") ~ ") " ~ along -%}
            {%- do previous.append("coalesce(\n" ~ before ~ ",\n1\n) as " ~ prefix ~ "previous_weight") -%}
        {%- endfor -%}
    {%- endif -%}
    select
        {{ rankhouse.listed(["logged.*"] + previous) }},
        case
            when slate_id is not null and position is not null and {{ rankhouse.is_usable_action(plan) }}
            then case when {{ wrong | join("\nor ") }} then 1 else 0 end
            else 1
        end as is_wrong
    from rankhouse_rows as logged
{%- endmacro %}

{% macro targets_of(plan) %}
    {%- set names = [] -%}
    {%- for prefix in plan.prefixes -%} {%- do names.append(prefix ~ "target") -%} {%- endfor -%}
    {{ return(names) }}
{% endmacro %}

{# NULL where the row, or its slate, is left out. #}
{% macro weighed_rows(plan) -%}
    {%- set of_slate = "over (partition by " ~ rankhouse.inline(plan.by + ["slate_id"]) ~ ")" -%}
    {%- set is_used = (
        "max(is_wrong) " ~ of_slate ~ " = 0" if plan.kind != "action" else rankhouse.is_usable_action(plan)
    ) -%}
    {%- set weights = [] -%}
    {%- for prefix in plan.prefixes -%}
        {%- do weights.append(
            "case when " ~ is_used ~ " then " ~ prefix ~ "target / logging end as " ~ prefix ~ "weight"
        ) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(["logged.*"] + weights) }}
    from rankhouse_{{ "rows" if plan.kind == "action" else "checked" }} as logged
{%- endmacro %}

{# The columns beside the keys where a row is a position. #}
{% macro position_keys(plan) %} {{ return(["position"] if plan.kind != "action" else []) }}{% endmacro %}

{% macro mean_weights(plan) -%}
    {%- set key = rankhouse.off_policy_keys(plan) + rankhouse.position_keys(plan) -%}
    {%- set means = {} -%}
    {%- for prefix in plan.prefixes -%}
        {%- set weight = prefix ~ "weight" -%}
        {%- do means.update({prefix ~ "mean_weight": rankhouse.mean_of(weight)}) -%}
        {%- do means.update({prefix ~ "mean_reward": rankhouse.mean_by_weight(weight, "reward")}) -%}
        {%- if plan.reads_predicted -%}
            {%- do means.update(
                {prefix ~ "mean_residual": rankhouse.mean_by_weight(weight, "(reward - predicted)")}
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    select {{ rankhouse.listed(key + rankhouse.named_expressions(means)) }}
    from rankhouse_weighed {{ "group by " ~ rankhouse.inline(key) if key }}
{%- endmacro %}

{% macro mean_by_weight(weight, what) -%}
    {{ rankhouse.quotient(rankhouse.sum_of(weight ~ " * " ~ what), rankhouse.sum_of(weight)) }}
{%- endmacro %}

{# All columns of a row that is left out are NULL. #}
{% macro parts_of_rows(plan) -%}
    {%- set slate = ["slate_id", "position"] if plan.kind != "action" else [] -%}
    {%- set kept = rankhouse.off_policy_keys(plan) + slate + (plan.get("read_too", {}) | list) -%}
    {%- set kept = kept + plan.get("weights", ["weight"]) -%}
    {%- set columns = rankhouse.select_of("weighed", kept) -%}
    {%- set key = plan.by + rankhouse.position_keys(plan) -%}
    {%- set join -%}
        {%- if plan.is_normalised %}
            left join rankhouse_means as means on {{ rankhouse.match("weighed", "means", key) }}
        {%- endif -%}
    {%- endset -%}
    {%- for prefix in plan.prefixes -%}
        {%- set pattern = "<PREFIXpart> as PREFIXpart_<number>,\n<PREFIXused> as PREFIXused_<number>" -%}
        {%- do columns.append(rankhouse.per_measure(plan, pattern | replace("PREFIX", prefix), ",\n", "estimates")) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_weighed as weighed {{ join }}
{%- endmacro %}

{% macro parts_of_slates(plan) -%}
    {%- set key = rankhouse.off_policy_keys(plan) + ["slate_id"] -%}
    {%- set columns = [] -%}
    {%- for weight in plan.get("weights", ["weight"]) -%}
        {%- do columns.append("max(" ~ weight ~ ") as " ~ weight) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.named_expressions(plan.get("facts_of_slates", {}))) -%}
    {%- for prefix in plan.prefixes -%}
        {%- set pattern = "sum(PREFIXpart_<number>) as PREFIXpart_<number>,\n" -%}
        {%- set pattern = pattern ~ "max(PREFIXused_<number>) as PREFIXused_<number>" -%}
        {%- do columns.append(rankhouse.per_measure(plan, pattern | replace("PREFIX", prefix), ",\n", "estimates")) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(key + columns) }}
    from rankhouse_parts
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# The effective size at the position where it is lowest. #}
{% macro smallest_sizes(plan) -%}
    {%- set key = plan.by -%}
    {%- set sizes, smallest = [], [] -%}
    {%- for prefix in plan.prefixes -%}
        {%- set size = rankhouse.effective_size(prefix ~ "used_<number>") ~ " as " ~ prefix ~ "size_<number>" -%}
        {%- do sizes.append(rankhouse.per_measure(plan, size, ",\n", "estimates")) -%}
        {%- set size = prefix ~ "size_<number>" -%}
        {%- do smallest.append(rankhouse.per_measure(plan, "min(" ~ size ~ ") as " ~ size, ",\n", "estimates")) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(key + smallest) }}
    from
        (
            select {{ rankhouse.listed(key + sizes) }}
            from rankhouse_parts
            group by {{ rankhouse.inline(key + ["position"]) }}
        ) as positions
        {{ "group by " ~ rankhouse.inline(key) if key }}
{%- endmacro %}

{# The number of rows of equal weight that would say as much. #}
{% macro effective_size(weight) -%}
    {%- set total, squares = rankhouse.sum_of(weight), rankhouse.sum_of(weight ~ "\n* " ~ weight) -%}
    {{ rankhouse.quotient(total ~ "\n* " ~ total, squares) }}
{%- endmacro %}

{# The ratio of two sums, on two lines; NULL where the second is 0. #}
{% macro quotient(numerator, denominator) %}
    {{ return(rankhouse.double(numerator) ~ "\n/ nullif(" ~ denominator ~ ", 0)") }}
{% endmacro %}

{% macro wide_estimates(plan) -%}
    {%- set key = rankhouse.off_policy_keys(plan) -%}
    {%- set counted = rankhouse.columns_of("counted", key) -%}
    {%- set has_smallest = plan.kind in ["item", "prefix"] -%}
    {%- set columns = rankhouse.select_of("counted", key) -%}
    {%- do columns.extend(["count(weight) as n", "count(*) - count(weight) as n_left_out"]) -%}
    {%- for prefix in plan.prefixes -%}
        {%- set part = prefix ~ "part_<number>" -%}
        {%- set error = "case when count(weight) > 1 then " ~ rankhouse.standard_error(part) ~ " end" -%}
        {%- set size = rankhouse.effective_size(prefix ~ "used_<number>") -%}
        {%- set size = "max(smallest." ~ prefix ~ "size_<number>)" if has_smallest else size -%}
        {%- set figures = {"value": rankhouse.mean_of(part), "error": error, "size": size} -%}
        {%- set pattern = [] -%}
        {%- for name, figure in figures.items() -%}
            {%- do pattern.append(figure ~ " as " ~ prefix ~ name ~ "_<number>") -%}
        {%- endfor -%}
        {%- do columns.append(rankhouse.per_measure(plan, pattern | join(",\n"), ",\n", "estimates")) -%}
    {%- endfor -%}
    {%- if plan.prefixes | length > 1 -%}
        {%- set difference = "part_<number> - baseline_part_<number>" -%}
        {%- set error = "case when count(weight) > 1 then " ~ rankhouse.standard_error(difference) ~ " end" -%}
        {%- set pattern = rankhouse.mean_of(difference) ~ " as difference_<number>" -%}
        {%- set pattern = pattern ~ ",\n" ~ error ~ " as difference_error_<number>" -%}
        {%- do columns.append(rankhouse.per_measure(plan, pattern, ",\n", "estimates")) -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_{{ "parts" if plan.kind == "action" else "slates" }} as counted
    {% if has_smallest %}
        left join rankhouse_smallest as smallest on {{ rankhouse.match("counted", "smallest", plan.by) }}
        {% endif %} {{ "group by " ~ rankhouse.inline(counted) if key }}
    having count(*) > 0
{%- endmacro %}

{# The figure of the row's estimator. #}
{% macro estimator_figure(plan, figure) -%}
    {%- set cases = rankhouse.per_measure(
        plan, "when <estimator> then wide." ~ figure ~ "_<number>", "\n", "estimates"
    ) -%}
    case estimators.estimator {{ cases }} end
{%- endmacro %}

{% macro off_policy_answer(plan) -%}
    {%- set figures = {"value": "value", "std_error": "error"} -%}
    {%- set sizes = {"effective_size": "size"} -%}
    {%- set centre = "value" -%}
    {%- if plan.prefixes | length > 1 -%}
        {%- set centre = "difference" -%}
        {%- set figures = {
            "value": "value",
            "baseline_value": "baseline_value",
            "difference": "difference",
            "std_error": "difference_error",
        } -%}
        {%- set sizes = {"effective_size": "size", "baseline_effective_size": "baseline_size"} -%}
    {%- endif -%}
    {%- set wide = rankhouse.select_of("wide", rankhouse.off_policy_keys(plan) + ["n", "n_left_out"]) -%}
    {%- do wide.extend(["estimators.estimator as estimator", "limits.z_limit as z_limit"]) -%}
    {%- for name, figure in dict(figures, **sizes).items() -%}
        {%- do wide.append(rankhouse.estimator_figure(plan, figure) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set columns = rankhouse.named_groups(plan, "estimated", none, "estimated") -%}
    {%- do columns.append("estimator") -%}
    {%- do columns.extend(figures.keys() | list) -%}
    {%- for end, sign in {"ci_low": "-", "ci_high": "+"}.items() -%}
        {%- do columns.append(centre ~ " " ~ sign ~ " z_limit * std_error as " ~ end) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.bigint("n") ~ " as n") -%}
    {%- do columns.extend(sizes.keys() | list) -%}
    {%- do columns.append(rankhouse.bigint("n_left_out") ~ " as n_left_out") -%}
    select {{ rankhouse.listed(columns) }}
    from
        (
            select {{ rankhouse.listed(wide) }}
            from rankhouse_wide as wide
            cross join rankhouse_estimators as estimators
            cross join rankhouse_limit as limits
        ) as estimated
{%- endmacro %}
