{#
McNemar's test of decisions at a threshold: the steps that end in rankhouse_tested. A score that is the threshold or above
decides for the positive class.
#}
{% macro mcnemar_steps(plan) %}
    {%- if plan.is_weighted -%} {{ return(rankhouse.weighted_mcnemar_steps(plan)) }}{%- endif -%}
    {%- set sums = dict(rankhouse.wins_and_losses(), own_right="sum(own_right)") -%}
    {#- The interval takes one more row as won, and one more as lost. -#}
    {%- set shown = rankhouse.carried_classifier_columns(plan) + ["wins", "losses"] -%}
    {%- set shares -%}
        select
        {{ rankhouse.listed(shown) }},
        {{ rankhouse.ratio("own_right", "n_rows") }} as value,
        {{ rankhouse.ratio("own_right - wins + losses", "n_rows") }} as baseline_value,
        {{ rankhouse.ratio("wins - losses", "n_rows") }} as difference,
        {{ rankhouse.ratio("wins - losses", "n_rows + 2") }} as middle,
        {{ rankhouse.ratio("wins + losses + 2", "n_rows + 2") }} as unlike_share
        from rankhouse_pairs
    {%- endset -%}
    {%- set spread = rankhouse.ratio("shares.unlike_share - shares.middle * shares.middle", "shares.n_rows + 2") -%}
    {%- set bounds = rankhouse.difference_bounds("shares.middle", "sqrt(" ~ spread ~ ")") -%}
    {%- set values = rankhouse.select_of("shares", rankhouse.shown_of_decisions(plan)) -%}
    {%- set tested -%}
        select {{ rankhouse.listed(values + bounds + ["signs.p_value as p_value"]) }}
        from rankhouse_shares as shares
        cross join rankhouse_limit as limits
        left join rankhouse_pairs_signs as signs on shares.number = signs.number
    {%- endset -%}
    {%- set steps = rankhouse.matched_row_steps(
        plan, "rows", "numbered", "side", rankhouse.right_decisions(plan), sums
    ) -%}
    {%- do steps.extend(rankhouse.sign_test_steps("pairs")) -%}
    {%- do steps.append(rankhouse.step("shares", "two systems, with their accuracies", shares)) -%}
    {%- do steps.append(rankhouse.step("tested", "the same, with what is known of the difference", tested)) -%}
    {{ return(steps) }}
{% endmacro %}

{# The columns that a pair of systems has in the end, but for what is known of the difference. #}
{% macro shown_of_decisions(plan) %}
    {%- set shown = ["wins", "losses", "value", "baseline_value", "difference"] -%}
    {{ return(rankhouse.carried_classifier_columns(plan) + shown) }}
{% endmacro %}

{# Both accuracies and their difference over the rows that two systems have, with the rows' weights if they have any. #}
{% macro accuracies_of_rows(plan) %}
    {%- set found, weight = {}, "weight * " if plan.is_weighted else "" -%}
    {%- set of_all = "sum(weight)" if plan.is_weighted else "count(*)" -%}
    {%- for name, figure in {
        "value": "own_right",
        "baseline_value": "other_right",
        "difference": "(own_right - other_right)",
    }.items() -%}
        {%- do found.update({name: rankhouse.ratio("sum(" ~ weight ~ figure ~ ")", of_all)}) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# Whether either side is right about a row: own_right and other_right, 1 or 0. #}
{% macro right_decisions(plan) %}
    {%- set cut = rankhouse.classifier_cut(plan) -%}
    {%- set columns = [] -%}
    {%- for side in ["own", "other"] -%}
        {%- set decided = "case when {0}.score >= " ~ cut ~ " then {0}.label else 1 - {0}.label end as {0}_right" -%}
        {%- do columns.append(decided.format(side)) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro wins_and_losses() %}
    {{
        return(
            {
                "wins": "count(case when own_right > other_right then 1 end)",
                "losses": "count(case when own_right < other_right then 1 end)",
            }
        )
    }}
{% endmacro %}

{# Predicted labels are 0 or 1. #}
{% macro classifier_cut(plan) %}
    {{ return(rankhouse.double("0.5" if plan.predicts_labels else plan.threshold)) }}
{% endmacro %}
