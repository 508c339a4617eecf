{#
Over a table of decision: every group has one of these decisions. Its rows are those that have another one, with the `failure`, and
one row if the table has none, because what nobody decided is no pass.
#}
{% macro test_decision_is(model, decisions=["ship"]) -%}
    {%- do rankhouse.refuse_others("test_decision_is", kwargs) -%}
    {%- set allowed = rankhouse.asked_names("decisions", decisions, rankhouse.decisions(), "decision") -%}
    {%- do rankhouse.require_names("model", model, ["decision", "system", "baseline", "reason"]) -%}
    {%- set other = [
        ["coalesce(gated.decision, 'NULL')"],
        " is not among the decisions that pass: " ~ allowed | join("; "),
    ] -%}
    {%- set failing -%}
    select
        gated.*,
        case
            when found.n_rows = 0
            then {{ rankhouse.literal(rankhouse.says_nothing_decided()) }}
            else {{ rankhouse.reason_of(other) }}
        end as failure
    from (select count(*) as n_rows from rankhouse_gated) as found
    left join rankhouse_gated as gated on found.n_rows > 0
    where gated.decision is null or gated.decision not in ({{ rankhouse.literals(allowed) }})
    {%- endset -%}
    {{ rankhouse.gate_of(rankhouse.gated_steps(model, none, none), "a group with another decision", failing) }}
{%- endmacro %}

{% macro says_nothing_decided() %}
    {{ return("the table has no row: nothing is decided, which does not pass") }}
{% endmacro %}
