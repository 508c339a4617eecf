{# What macros over preferences share: their plan, and the steps that read verdicts. #}
{# What the query needs to know, the arguments checked. `arguments`: those beside the relation, by name. #}
{% macro preference_plan(macro, preferences, by, columns, arguments={}) %}
    {%- set asked = dict(arguments, preferences=preferences) -%}
    {%- set plan = rankhouse.plan_of(macro, rankhouse.reads_preferences(), asked, by, columns) -%}
    {%- if plan.get("baseline") is not none -%}
        {%- do plan.update({"baseline": rankhouse.asked_side("system_a", plan.baseline)}) -%}
    {%- endif -%}
    {%- set read = rankhouse.columns_declared(plan, "preferences") -%}
    {%- do plan.update(
        {"cluster": plan.get("cluster"), "has_judges": "judge_id" in read, "is_weighted": "weight" in read}
    ) -%}
    {{ return(plan) }}
{% endmacro %}

{#
rankhouse_values: a comparison, with first_system, second_system, score (of the first: 1, 0, or 0.5 of a tie), is_tie, weight
and unit, what is drawn as one: the query, or its cluster.
rankhouse_systems: a system in a group, with its place by name, which counts from 1.
rankhouse_duels: two systems in the order in which they are shown, with their verdicts added up, by their places.
#}
{% macro preference_steps(plan) %}
    {%- set of_systems = plan.by + ["system_name"] -%}
    {%- set order = [rankhouse.byte_order("system_name", "asc")] -%}
    {%- if plan.get("baseline") is not none -%}
        {%- set is_baseline = rankhouse.text("system_name") ~ " = " ~ plan.baseline -%}
        {%- set order = ["case when " ~ is_baseline ~ " then 0 else 1 end"] + order -%}
    {%- endif -%}
    {%- set place = (
        "row_number() over ("
        ~ rankhouse.partitioned(plan.by)
        ~ " order by "
        ~ rankhouse.inline(order)
        ~ ")"
    ) -%}
    {%- set firsts = rankhouse.listed(plan.by + ["first_system as system_name"]) -%}
    {%- set seconds = rankhouse.listed(plan.by + ["second_system as system_name"]) -%}
    {%- set systems -%}
        select {{ rankhouse.listed(of_systems + [rankhouse.bigint(place) ~ " as place"]) }}
        from
            (
                select distinct {{ rankhouse.inline(of_systems) }}
                from
                    (
                        select {{ firsts }} from rankhouse_met
                        union all
                        select {{ seconds }} from rankhouse_met
                    ) as shown
            ) as named
    {%- endset -%}
    {%- set pair = plan.by + ["first_system", "second_system"] -%}
    {%- set met -%}
        select {{ rankhouse.listed(pair + rankhouse.named_expressions(rankhouse.sums_of_verdicts())) }}
        from rankhouse_values
        group by {{ rankhouse.inline(pair) }}
    {%- endset -%}
    {%- set sums = rankhouse.sums_of_verdicts() | list -%}
    {%- set duels -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("met", pair + sums)) }},
            own.place as first_place,
            other.place as second_place
        from rankhouse_met as met
        join rankhouse_systems as own on {{ rankhouse.match_as_one("met", "own", plan.by + ["first_system"], plan.by + ["system_name"]) }}
        join rankhouse_systems as other on {{ rankhouse.match_as_one("met", "other", plan.by + ["second_system"], plan.by + ["system_name"]) }}
    {%- endset -%}
    {%- set values = (
        [rankhouse.step("values", "a comparison", rankhouse.verdicts_read(plan))]
        if plan.cluster is none
        else rankhouse.clustered_verdict_steps(plan)
    ) -%}
    {{
        return(
            values
            + [
                rankhouse.step("met", "two systems in the order in which they are shown", met, rankhouse.stored()),
                rankhouse.step("systems", "a system, with its place by name", systems, rankhouse.stored()),
                rankhouse.step("duels", "two systems in their order, by their places", duels, rankhouse.stored()),
            ]
        )
    }}
{% endmacro %}

{# Of verdicts of two systems in one order: `n` and `score` count weights, the others rows. #}
{% macro sums_of_verdicts() %}
    {{
        return(
            {
                "n": "sum(weight)",
                "score": "sum(weight * score)",
                "tied": "sum(weight * is_tie)",
                "n_verdicts": "count(*)",
                "n_wins": "sum(case when score > 0.6 then 1 else 0 end)",
                "n_ties": "sum(is_tie)",
                "n_losses": "sum(case when score < 0.4 then 1 else 0 end)",
            }
        )
    }}
{% endmacro %}

{% macro verdicts_read(plan) -%}
    {%- set winner = rankhouse.text(rankhouse.renamed("preferences", "winner", plan.columns)) -%}
    {%- set query = rankhouse.renamed("preferences", "query_id", plan.columns) -%}
    {%- set named = {
        "first_system": rankhouse.renamed("preferences", "system_a", plan.columns),
        "second_system": rankhouse.renamed("preferences", "system_b", plan.columns),
        "query_id": query,
    } -%}
    {%- do named.update(
        {"unit": query}
        if plan.cluster is none
        else {"cluster_name": rankhouse.cluster_name(plan, "preferences")}
    ) -%}
    {%- if plan.has_judges -%}
        {%- do named.update({"judge_id": rankhouse.renamed("preferences", "judge_id", plan.columns)}) -%}
    {%- endif -%}
    {%- set score = "case " ~ winner ~ " when 'a' then 1 when 'b' then 0 else 0.5 end" -%}
    {%- set weight = rankhouse.renamed("preferences", "weight", plan.columns) if plan.is_weighted else "1" -%}
    {%- do named.update(
        {
            "score": rankhouse.double(score),
            "is_tie": "case " ~ winner ~ " when 'tie' then 1 else 0 end",
            "weight": rankhouse.double(weight),
        }
    ) -%}
    {{ rankhouse.rows_that_count(plan, "preferences", rankhouse.named_expressions(named)) }}
{%- endmacro %}

{# The same with their units: the cluster of a query; one without a cluster is its own. #}
{% macro clustered_verdict_steps(plan) %}
    {%- set key = plan.by + ["query_id"] -%}
    {%- set unit = "coalesce('=' || named.cluster_name, '-' || " ~ rankhouse.text("found.query_id") ~ ") as unit" -%}
    {%- set values -%}
        select found.*, {{ unit }}
        from rankhouse_values_read as found
        join rankhouse_named_clusters as named on {{ rankhouse.match_as_one("found", "named", key) }}
    {%- endset -%}
    {%- set named = rankhouse.clusters_of_queries(plan, "preferences", key, "rankhouse_values_read") -%}
    {{
        return(
            [
                rankhouse.step(
                    "values_read", "a comparison, with the name of its cluster", rankhouse.verdicts_read(plan)
                ),
                rankhouse.step("named_clusters", "a query, with its cluster", named),
                rankhouse.step("values", "a comparison", values),
            ]
        )
    }}
{% endmacro %}
