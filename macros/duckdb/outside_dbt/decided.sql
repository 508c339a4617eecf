{#
All that Python asks of a decision, in one query: a row a pair of a group, without a baseline both ways. `more`: seed and repetitions
of a comparison.
    of its system   the columns of decision; outcome, is_fallen (whether the group itself falls), choice (1: it is told of), gain, and
                    its difference as text, told
    of the pair     other, p_value, that of n_tests, is_better, is_worse
#}
{% macro decided_pairs(query_metrics, arguments, more={}, columns={}) -%}
    {%- set plan = rankhouse.decision_plan(query_metrics, arguments, columns) -%}
    {%- do plan.update(dict(more, all_systems=true)) -%}
    {%- set steps = rankhouse.decision_steps(plan) + rankhouse.more_units_steps(plan) -%}
    {%- set columns = rankhouse.columns_of("chosen", ["outcome", "is_fallen", "choice", "gain"]) -%}
    {%- do columns.append(rankhouse.signed_number("chosen.difference") ~ " as told") -%}
    {%- do columns.append("pairs.baseline as other") -%}
    {%- do columns.extend(rankhouse.columns_of("pairs", ["p_value", "n_tests", "is_better", "is_worse"])) -%}
    {%- set answer -%}
        {{ rankhouse.decision_answer(plan, columns) }}
        join rankhouse_pairs as pairs on {{ rankhouse.match("chosen", "pairs", plan.by + ["system_name"]) }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "two systems of a group, and what is decided of the first", answer) }}
{%- endmacro %}
