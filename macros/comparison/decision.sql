{#
What a comparison decides: ship, do not ship, or not decided. One row a group: the by columns, decision, system, baseline,
measure, difference, ci_low, ci_high, p_adjusted, unit, n_units, more_units, falls, reason. `query_metrics` has one row per query,
measure and system: what query_metrics gives with the column of the system in `by`.

One measure decides: `measure`. Its test is that of decision_test.sql, over queries or clusters of them.
    better          p is below 1 - confidence, against a baseline divided by the number of systems, and at least 30 units are
                    not lost
    worse           the same the other way, uncorrected; below 30 units also more losses than wins, by the exact sign test
    ship            better than the baseline, or than every other system, and nothing falls
    ship, but       better, and something falls
    do not ship     worse than the baseline; of several systems all are
    not decided     all else
    falls           segments and other measures in which the system is worse with p below (1 - confidence) / 5, each by itself,
                    so that a further one never hides a loss; segments of fewer than 30 units also together
One more lost query never makes a decision milder.
#}
{% macro decision(
    query_metrics,
    baseline=none,
    system="system",
    measure=none,
    guardrails=none,
    margins={},
    segments=[],
    by=[],
    cluster=none,
    test="t",
    confidence=0.95,
    power=0.8,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("decision", kwargs) -%}
    {%- set arguments = {
        "baseline": baseline,
        "system": system,
        "measure": measure,
        "guardrails": guardrails,
        "margins": margins,
        "segments": segments,
        "by": by,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    } -%}
    {%- set plan = rankhouse.decision_plan(query_metrics, arguments, columns) -%}
    {{ rankhouse.laid_out(rankhouse.decision_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, the arguments checked. #}
{% macro decision_plan(query_metrics, arguments, columns) %}
    {%- set segments, by, system = arguments.segments, arguments.by, arguments.system -%}
    {%- set is_independent = arguments.cluster is boolean and not arguments.cluster -%}
    {%- set cluster = none if is_independent else arguments.cluster -%}
    {%- set roles = rankhouse.roles_of_sides(system, cluster) -%}
    {%- do rankhouse.list_of_names("segments", segments) -%}
    {%- set lists = dict({"by": by}, **({"segments": segments} if segments else {})) -%}
    {%- set results = rankhouse.result_columns("decision") | reject("equalto", "system") | list -%}
    {%- set read = rankhouse.comparison_columns() + ["weight"] -%}
    {%- set plan = rankhouse.sides_plan(query_metrics, read, roles, arguments.baseline, lists, columns, results) -%}
    {%- do rankhouse.names_beside("by", by, ["system"]) -%}
    {#- Segments are no groups: each column is read by itself. -#}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update(
        {
            "unnamed": (
                rankhouse.unnamed_clusters(plan, "query_metrics", segments)
                if arguments.cluster is none
                else []
            ),
            "stops": [],
        }
    ) -%}
    {{ return(rankhouse.plan_with_rule(plan, arguments)) }}
{% endmacro %}

{# The same with what the rule needs to know; `unit`: what counts, of one and of many. #}
{% macro plan_with_rule(plan, arguments, unit=["query", "queries"]) %}
    {%- set is_clustered = arguments.cluster is not none and arguments.cluster is not boolean -%}
    {%- set asked = {} -%}
    {%- for name in ["measure", "guardrails", "margins", "test", "confidence", "power"] -%}
        {%- do asked.update({name: arguments[name]}) -%}
    {%- endfor -%}
    {%- do plan.update(rankhouse.read_arguments("decision", asked)) -%}
    {%- do rankhouse.check_measures_of_decision(plan) -%}
    {%- do plan.update(
        {
            "systems": [],
            "cluster": arguments.cluster if is_clustered else none,
            "unit": ["cluster", "clusters"] if is_clustered else unit,
            "of_unit": unit,
            "segments": arguments.segments,
            "level": (1 - arguments.confidence | float) | round(12),
            "repetitions": "10000",
            "seed": "0",
        }
    ) -%}
    {{ return(plan) }}
{% endmacro %}

{# That the names of measures are names, and that the one that decides has no margin. #}
{% macro check_measures_of_decision(plan) %}
    {%- if plan.measure is not none and plan.measure is not string -%}
        {{ exceptions.raise_compiler_error("measure is a string such as 'ndcg@10', got '" ~ plan.measure ~ "'") }}
    {%- endif -%}
    {%- do rankhouse.a_list_of_measures("guardrails", plan.guardrails) -%}
    {%- if plan.measure in plan.margins -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_margin_of_deciding(plan.measure)) }}
    {%- endif -%}
{% endmacro %}

{# That it is none, or a list of texts. #}
{% macro a_list_of_measures(argument, value) %}
    {%- set given = [] if value is none else value -%}
    {%- if given is string or given is mapping or given is not iterable or given | reject("string") | list -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_list_of(argument, ["recall@100"], given)) }}
    {%- endif -%}
{% endmacro %}

{# Columns whose values are clusters of queries, if nobody says anything else; not those that the call names for something else. #}
{% macro unnamed_clusters(plan, side, segments) %}
    {%- set named = plan.outputs + segments + (plan.columns.values() | list) -%}
    {%- set names = rankhouse.likely_clusters() | reject("in", named) | list -%}
    {%- set known = rankhouse.columns_of_relation(plan[side]) if dbt_version is defined else {} -%}
    {%- if known -%} {{ return(names | select("in", known) | list) }}{%- endif -%}
    {{ return(names if rankhouse.join_that_sees_outside() else []) }}
{% endmacro %}

{# What columns are called whose values are mostly such clusters. #}
{% macro likely_clusters() %}
    {{ return(["cluster", "cluster_id", "user_id", "document_id", "session_id", "conversation_id", "patient_id"]) }}
{% endmacro %}

{# The mildest first; the outcomes of the steps count them from 3 down to 0. #}
{% macro decisions() %} {{ return(["ship", "ship, but", "not decided", "do not ship"]) }}{% endmacro %}

{# So many units it takes to be shipped. #}
{% macro enough_units() %} {{ return(30) }}{% endmacro %}

{# Something falls at a fifth of the level: 20 segments and 3 measures without a fall then alarm in 4 of 100 decisions. #}
{% macro level_of_falls(plan) %} {{ return(plan.level / 5) }}{% endmacro %}

{% macro decision_of(plan) -%}
    {%- set steps = rankhouse.decision_steps(plan) + rankhouse.more_units_steps(plan) -%}
    {{ rankhouse.query_of(steps, "a group with its decision", rankhouse.decision_answer(plan)) }}
{%- endmacro %}

{# All up to rankhouse_chosen. #}
{% macro decision_steps(plan) %}
    {%- set beside = rankhouse.columns_beside(plan) -%}
    {%- for name in plan.stops -%}
        {%- do beside.update({name: rankhouse.quoted(rankhouse.own_name(name))}) -%}
    {%- endfor -%}
    {%- set steps = rankhouse.difference_steps(dict(plan, read_too=beside)) -%}
    {#- Values by unit have these columns. -#}
    {%- if plan.unnamed and "source" not in plan -%}
        {%- set values = steps[0] -%}
        {%- set steps = [
            dict(values, sql=rankhouse.with_columns_if_there(values.sql, "query_metrics", plan.unnamed))
        ] + steps[1:] -%}
    {%- endif -%}
    {%- do steps.extend(rankhouse.student_limit_steps("moments", plan.confidence)) -%}
    {%- do steps.append(
        rankhouse.step(
            "spreads", "a comparison, with half of its interval", rankhouse.halves_of_intervals(plan)
        )
    ) -%}
    {%- do steps.extend(rankhouse.decision_part_steps(plan)) -%}
    {%- do steps.extend(rankhouse.decision_test_steps(plan, "units")) -%}
    {%- do steps.extend(rankhouse.decision_verdict_steps(plan)) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro halves_of_intervals(plan) -%}
    {%- set half = rankhouse.half_of_interval(rankhouse.tested_columns(plan).deviation) -%}
    select moments.*, {{ half }} as half
    from rankhouse_moments as moments
    left join rankhouse_moments_quantiles as quantiles on {{ rankhouse.double("moments.degrees") }} = quantiles.degrees
{%- endmacro %}

{# `more`: further columns. #}
{% macro decision_answer(plan, more=[]) -%}
    {%- set columns = rankhouse.named_groups(plan, "chosen") + ["chosen.decision as decision"] -%}
    {%- do columns.append("chosen.system_name as " ~ rankhouse.quoted("system")) -%}
    {%- do columns.extend(
        rankhouse.select_of(
            "chosen", ["baseline", "measure", "difference", "ci_low", "ci_high", "p_adjusted", "unit"]
        )
    ) -%}
    {%- do columns.append(rankhouse.bigint("chosen.n_units") ~ " as n_units") -%}
    {%- do columns.append("needed.more_units as more_units") -%}
    {%- do columns.append("coalesce(chosen.falls, '') as falls") -%}
    {%- do columns.append(rankhouse.reason_of_decision(plan) ~ " as reason") -%}
    {%- do columns.extend(more) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_chosen as chosen
    left join rankhouse_needed as needed on chosen.number = needed.number {{ rankhouse.group_joins(plan, "chosen") }}
{%- endmacro %}
