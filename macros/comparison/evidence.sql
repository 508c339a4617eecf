{#
Decisions from other evidence than values by query. Each family gives values by unit whose mean is its estimate, so that the
difference of two systems is the mean of theirs, and its error that of a mean: of interleaved searches who won, of tries the share
that passed, and of areas, strengths and normalised estimates n times what a unit adds to the estimate, and the estimate itself
(its influence, as in a jackknife). Then the rule is that of decision.

Such a select has the by columns, the columns of own_columns(), and those of segments and clusters. `stop` and `stop_ship` say, with
the words before, what stops any decision of a group or one for a system, and are NULL where nothing does.
#}
{# Our name of a column beside the user's. #}
{% macro own_name(name) %} {{ return("rankhouse_" ~ name) }}{% endmacro %}

{# Values by unit as they are selected: expressions of all but k, by the names of decision. #}
{% macro own_values(figures) %}
    {%- set own = rankhouse.own_columns(figures.keys() | select("in", ["stop", "stop_ship"]) | list) -%}
    {%- set named = [] -%}
    {%- for name, figure in dict({"k": rankhouse.bigint("null")}, **figures).items() -%}
        {%- do named.append(figure ~ " as " ~ own[name]) -%}
    {%- endfor -%}
    {{ return(named) }}
{% endmacro %}

{# Those of values by unit, by the names of decision. #}
{% macro own_columns(stops=[]) %}
    {%- set columns = {} -%}
    {%- for name in ["query_id", "system", "measure", "metric", "k", "value"] + stops -%}
        {%- do columns.update({name: rankhouse.own_name(name)}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{#
What a decision from evidence needs to know, the arguments checked. `plan` is that of the family, without its cluster, `side` its
relation; `arguments` baseline, segments, cluster, test, confidence and power.
#}
{% macro evidence_plan(macro, plan, side, arguments, unit, stops=[]) %}
    {%- set segments, cluster = arguments.segments, arguments.cluster -%}
    {%- set is_clustered = cluster is not none and (cluster is not boolean or cluster) -%}
    {%- set results = rankhouse.names_taken(macro) -%}
    {%- do rankhouse.list_of_names("segments", segments) -%}
    {%- do rankhouse.names_beside("segments", segments, results) -%}
    {%- for name in segments if name in plan.outputs -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_names_role("by", name, "segments")) }}
    {%- endfor -%}
    {%- if is_clustered -%}
        {%- do rankhouse.one_name("cluster", cluster) -%}
        {%- for lists in [["by", plan.outputs], ["segments", segments]] -%}
            {%- do rankhouse.names_beside_role(lists[0], lists[1], "cluster", cluster) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set named = segments + ([cluster] if is_clustered else []) -%}
    {%- set known = rankhouse.columns_of_relation(plan[side]) if dbt_version is defined and execute else {} -%}
    {%- for name in named if known -%}
        {%- do rankhouse.require_named(plan, side, "segments" if name in segments else "cluster", name, known) -%}
    {%- endfor -%}
    {%- set columns = {} -%}
    {%- for name, own in rankhouse.own_columns().items() -%}
        {%- do columns.update({"query_metrics.system" if name == "system" else name: own}) -%}
    {%- endfor -%}
    {%- if is_clustered -%} {%- do columns.update({"query_metrics.cluster": cluster}) -%} {%- endif -%}
    {%- set decided = rankhouse.groups_of(plan.outputs) -%}
    {%- do decided.update(
        {
            "columns": columns,
            "baseline": rankhouse.asked_side("system", arguments.baseline),
            "source": [plan[side], side],
            "named": named,
            "unnamed": rankhouse.unnamed_clusters(plan, side, segments) if cluster is none else [],
            "stops": stops,
        }
    ) -%}
    {%- set rule = dict({"measure": none, "guardrails": none, "margins": {}}, **arguments) -%}
    {{ return(rankhouse.plan_with_rule(decided, rule, unit)) }}
{% endmacro %}

{# `values`: values by unit, of which `unit` is the expression of the source that names one. #}
{% macro decision_of_evidence(plan, values, unit) -%}
    {{ rankhouse.decision_of(dict(plan, query_metrics=rankhouse.values_beside(plan, values, unit))) }}
{%- endmacro %}

{# Values by unit with the segments and clusters of their units. #}
{% macro values_beside(plan, values, unit) -%}
    {%- set columns = rankhouse.columns_of_units(plan) -%}
    {%- if not columns -%} {{ return("(\n" ~ values ~ "\n)") }}{%- endif -%}
    {%- set relation, side = plan.source -%}
    {%- set groups, own_unit = rankhouse.quoted_all(plan.outputs), rankhouse.own_name("unit") -%}
    {%- set read, kept = [unit ~ " as " ~ own_unit], ["found.*"] -%}
    {%- for group in groups -%}
        {%- do read.append(rankhouse.alias_of(side) ~ "." ~ group ~ " as " ~ group) -%}
    {%- endfor -%}
    {%- do read.extend(rankhouse.named_expressions(columns)) -%}
    {%- for name in plan.named + plan.unnamed -%}
        {%- do kept.append("beside." ~ (columns | list)[loop.index0] ~ " as " ~ rankhouse.quoted(name)) -%}
    {%- endfor -%}
    {%- set key = groups + [own_unit] -%}
    {%- set rows -%}
        select {{ rankhouse.listed(read) }}
        from {{ rankhouse.as_source(relation, side) }}
        where {{ unit }} is not null
    {%- endset -%}
    {%- set conditions = rankhouse.one_value_of_units(plan, own_unit) -%}
    {%- set facts -%}
        select {{ rankhouse.listed(key + rankhouse.named_expressions(rankhouse.facts_of_units(plan, own_unit))) }}
        from ({{ rankhouse.with_columns_if_there(rows, side, plan.unnamed) }}) as facts
        group by {{ rankhouse.inline(key) }} {% if conditions %} having {{ conditions | join("\nand ") }} {% endif %}
    {%- endset -%}
    {%- set answer -%}
        select {{ rankhouse.listed(kept) }}
        from rankhouse_found as found
        left join
            rankhouse_beside as beside
            on {{ rankhouse.text("found." ~ rankhouse.own_name("query_id")) }}
            = {{ rankhouse.text("beside." ~ own_unit) }} {{ rankhouse.and_same_groups("found", "beside", groups) }}
    {%- endset -%}
    {#- Steps of their own, so that of a column that is missing the engine names the input. -#}
    {%- set steps = [
        rankhouse.step("found", "a value of a unit", values),
        rankhouse.step("beside", "a unit with its segments and clusters", facts),
    ] -%}
    {{ return("(\n" ~ rankhouse.query_of(steps, "the same with these", answer) ~ "\n)") }}
{%- endmacro %}

{# Segments and clusters of a row as texts, by our names of them, rankhouse_beside_1 and so on. #}
{% macro columns_of_units(plan) %}
    {%- set columns, side = {}, plan.source[1] -%}
    {%- for name in plan.named + plan.unnamed -%}
        {%- set own = rankhouse.quoted(name) if name in plan.unnamed else rankhouse.own_column(side, name) -%}
        {%- do columns.update({rankhouse.own_name("beside_" ~ loop.index): rankhouse.text(own)}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{#
The same of a unit with several rows, as aggregates. Two values of a column that the call names stop the query; of one that nobody
named they are none. `unit`: what names one.
#}
{% macro facts_of_units(plan, unit) %}
    {%- set facts = {} -%}
    {%- for name in plan.named + plan.unnamed -%}
        {%- set own = rankhouse.own_name("beside_" ~ loop.index) -%}
        {%- set lowest, highest = "min(" ~ own ~ ")", "max(" ~ own ~ ")" -%}
        {%- set stop = (
            rankhouse.stopped(rankhouse.several_values(plan, name, unit)) if name in plan.named else "null"
        ) -%}
        {%- set one = "case\nwhen " ~ lowest ~ " <> " ~ highest ~ "\nthen " ~ stop ~ "\nelse " ~ lowest ~ "\nend" -%}
        {%- do facts.update({own: one}) -%}
    {%- endfor -%}
    {{ return(facts) }}
{% endmacro %}

{% macro several_values(plan, name, unit) %}
    {%- set said = plan.source[1] ~ ": a " ~ plan.of_unit[0] ~ " has several values of '" ~ name ~ "', e.g. " -%}
    {{ return("\n" ~ rankhouse.literal(said) ~ "\n|| min(" ~ rankhouse.text(unit) ~ ")" ~ "\n") }}
{% endmacro %}

{# Conditions on the rows of a unit that always hold: of columns that no step reads further, `checked`, two values stop the query. #}
{% macro one_value_of_units(plan, unit) %}
    {%- set conditions = [] -%}
    {%- for name in plan.named if name in plan.get("checked", []) -%}
        {%- set own = rankhouse.own_name("beside_" ~ (plan.named.index(name) + 1)) -%}
        {%- do conditions.append(
            rankhouse.unless(
                "min(" ~ own ~ ") <> max(" ~ own ~ ")", rankhouse.several_values(plan, name, unit)
            )
        ) -%}
    {%- endfor -%}
    {{ return(conditions) }}
{% endmacro %}
