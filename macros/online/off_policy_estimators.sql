{#
The estimators of off_policy, by the names of Open Bandit Pipeline. What each reads:
    probabilities   those of single actions (action); of a slate the probability of all its items together (slate), of an
                    item at its position (item), or of the items down to a position together (prefix)
    predictions     the predicted reward of what was played and of what the policy would play (both), or the latter
    is_normalised   whether weights are divided by their mean
#}
{% macro off_policy_estimators() %}
    {%- set estimators = [] -%}
    {%- set table = [
        ["ips", "action", "none", false],
        ["snips", "action", "none", true],
        ["dm", "action", "expected", false],
        ["dr", "action", "both", false],
        ["sndr", "action", "both", true],
        ["switch_dr", "action", "both", false],
        ["dros", "action", "both", false],
        ["sips", "slate", "none", false],
        ["snsips", "slate", "none", true],
        ["iips", "item", "none", false],
        ["sniips", "item", "none", true],
        ["rips", "prefix", "none", false],
        ["snrips", "prefix", "none", true],
        ["cascade_dr", "prefix", "both", false],
    ] -%}
    {%- for name, probabilities, predictions, is_normalised in table -%}
        {%- do estimators.append(
            {
                "name": name,
                "probabilities": probabilities,
                "predictions": predictions,
                "is_normalised": is_normalised,
            }
        ) -%}
    {%- endfor -%}
    {{ return(estimators) }}
{% endmacro %}

{#
What a row counts in an estimator, of a policy whose columns begin with `prefix`. Its mean is the estimate; where weights are
divided by their mean it is the linear part of the ratio around its value, so that its spread is that of the estimate.
    weight, previous_weight           target over logging probability; that of the position before
    expected, predicted, reward       the predicted reward of the policy and of what was played; the reward
    mean_weight, mean_reward, mean_residual    of the group, or of the position; the last two weighted
#}
{% macro off_policy_part(name, plan, prefix) %}
    {%- set weight, expected = prefix ~ "weight", prefix ~ "expected" -%}
    {%- set used = rankhouse.off_policy_weight(name, plan, weight) -%}
    {%- set parts = {
        "reward": used ~ " * reward",
        "normalised_reward": rankhouse.normalised_part(prefix, "reward", "mean_reward"),
        "expected": expected,
        "corrected": expected ~ "\n+ " ~ used ~ " * (reward - predicted)",
        "normalised_corrected": expected
        ~ "\n+ "
        ~ rankhouse.normalised_part(prefix, "(reward - predicted)", "mean_residual"),
        "cascade": prefix ~ "previous_weight * " ~ expected ~ " + " ~ weight ~ " * (reward - predicted)",
    } -%}
    {%- set kinds = {
        "ips": "reward",
        "snips": "normalised_reward",
        "dm": "expected",
        "dr": "corrected",
        "sndr": "normalised_corrected",
        "switch_dr": "corrected",
        "dros": "corrected",
        "sips": "reward",
        "snsips": "normalised_reward",
        "iips": "reward",
        "sniips": "normalised_reward",
        "rips": "reward",
        "snrips": "normalised_reward",
        "cascade_dr": "cascade",
    } -%}
    {{ return(parts[kinds[name]]) }}
{% endmacro %}

{# NULL where all weights are 0. #}
{% macro normalised_part(prefix, what, mean) -%}
    {{ prefix ~ mean }} + {{ prefix }}weight * ({{ what }} - {{ prefix ~ mean }}) / nullif({{ prefix }}mean_weight, 0)
{%- endmacro %}

{# The weight that an estimator gives a row. Clipped are those that are neither divided by their mean nor changed otherwise. #}
{% macro off_policy_weight(name, plan, weight) %}
    {%- if name == "dm" -%} {{ return(rankhouse.double("1")) }}
    {%- elif name == "switch_dr" and plan.switch is not none -%}
        {{ return("case when " ~ weight ~ " <= " ~ plan.switch ~ " then " ~ weight ~ " else 0 end") }}
    {%- elif name == "dros" and plan.shrinkage is not none -%}
        {%- set shrinkage = rankhouse.double(plan.shrinkage) -%}
        {{ return(shrinkage ~ " * " ~ weight ~ " / (" ~ weight ~ " * " ~ weight ~ " + " ~ shrinkage ~ ")") }}
    {%- elif name in ["ips", "dr", "sips", "iips", "rips"] and plan.clip is not none -%}
        {{ return("least(" ~ weight ~ ", " ~ rankhouse.double(plan.clip) ~ ")") }}
    {%- endif -%}
    {{ return(weight) }}
{% endmacro %}

{# What a row counts in an estimator (part), and the weight that it has there (used), both NULL where it is left out. #}
{% macro off_policy_counts(name, plan, prefix) %}
    {%- set weight = prefix ~ "weight" -%}
    {%- set used = rankhouse.off_policy_weight(name, plan, weight) -%}
    {%- set part = rankhouse.off_policy_part(name, plan, prefix) -%}
    {%- set counts = {} -%}
    {%- for column, expression in {"part": part, "used": used}.items() -%}
        {%- do counts.update({prefix ~ column: rankhouse.of_used_rows(expression, used == weight)}) -%}
    {%- endfor -%}
    {{ return(counts) }}
{% endmacro %}

{#
An expression, NULL for rows that are left out. is_null: whether the weight, which is NULL there, makes it so by itself; engines
that stop at a number too large would work out the rest of such a row all the same.
#}
{% macro of_used_rows(expression, is_null) %}
    {{ return(adapter.dispatch("of_used_rows", "rankhouse")(expression, is_null)) }}
{% endmacro %}

{% macro default__of_used_rows(expression, is_null) %}
    {{ return("case\nwhen weight is not null\nthen " ~ expression ~ "\nend") }}
{% endmacro %}

{% macro duckdb__of_used_rows(expression, is_null) %}
    {{ return(expression if is_null else rankhouse.default__of_used_rows(expression, is_null)) }}
{% endmacro %}
