{#
McNemar's test of decisions at a threshold: the steps that end in rankhouse_tested. A score that is the threshold or above
decides for the positive class.
#}
{% macro mcnemar_steps(plan) %}
    {%- set cut = rankhouse.cut_of_classifier(plan) -%}
    {%- set columns = [] -%}
    {%- for side in ["own", "other"] -%}
        {%- set decided = "case when {0}.score >= " ~ cut ~ " then {0}.label else 1 - {0}.label end as {0}_right" -%}
        {%- do columns.append(decided.format(side)) -%}
    {%- endfor -%}
    {%- set sums = {
        "own_right": "sum(own_right)",
        "wins": "count(case when own_right > other_right then 1 end)",
        "losses": "count(case when own_right < other_right then 1 end)",
    } -%}
    {%- set decided -%} select number, wins, losses from rankhouse_pairs where n_rows > 0 {%- endset -%}
    {#- The interval as if one more row were won, and one more lost. -#}
    {%- set shares -%}
        select
            number,
            wins,
            losses,
            {{ rankhouse.ratio("own_right", "n_rows") }} as value,
            {{ rankhouse.ratio("own_right - wins + losses", "n_rows") }} as baseline_value,
            {{ rankhouse.ratio("wins - losses", "n_rows") }} as difference,
            {{ rankhouse.ratio("wins - losses", "n_rows + 2") }} as middle,
            {{ rankhouse.ratio("wins + losses + 2", "n_rows + 2") }} as unlike_share,
            n_rows + 2 as n_added
        from rankhouse_pairs
        where n_rows > 0
    {%- endset -%}
    {%- set spread = rankhouse.ratio("shares.unlike_share - shares.middle * shares.middle", "shares.n_added") -%}
    {%- set bounds = [] -%}
    {%- for sign, name in {"-": "ci_low", "+": "ci_high"}.items() -%}
        {%- set bound = "shares.middle " ~ sign ~ " limits.z_limit * sqrt(" ~ spread ~ ")" -%}
        {%- do bounds.append(rankhouse.within_limits(bound, "-1", "1") ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set tested -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("shares", ["number", "value", "baseline_value", "difference"])
                + bounds
                + rankhouse.select_of("shares", ["wins", "losses"])
                + ["signs.p_value as p_value"]
            )
        }}
        from rankhouse_shares as shares
        cross join rankhouse_limit as limits
        left join rankhouse_decided_signs as signs on shares.number = signs.number
    {%- endset -%}
    {%- set steps = rankhouse.steps_of_matched_rows(plan, "rows", columns, sums) -%}
    {%- do steps.append(rankhouse.step("decided", "two systems, with the rows that one alone has right", decided)) -%}
    {%- do steps.extend(rankhouse.sign_test_steps("decided")) -%}
    {%- do steps.append(rankhouse.step("shares", "two systems, with their accuracies", shares)) -%}
    {%- do steps.append(rankhouse.step("tested", "the same, with what is known of the difference", tested)) -%}
    {{ return(steps) }}
{% endmacro %}

{# Predicted labels are 0 or 1. #}
{% macro cut_of_classifier(plan) %}
    {{ return(rankhouse.double("0.5" if plan.predicts_labels else plan.threshold)) }}
{% endmacro %}
