{#
Everything that the steps of an evaluation need to know, worked out once from its arguments.

    by, run_by, label_by    the keys of a unit (a query in its groups), of the run, and of the judgments as they are read;
                            see groups_of
    judged_by, shared_by    those of rankhouse_judgments, and those that it shares with the run: with pool=retrieved
                            judgments are grouped as the run is; unshared_by: those that the run has alone
    needs                   what a measure needs beside rank and hit; see rows.sql
    gains                   what an item is worth: columns with their values; stops (of err and nerr) and summed_gains are among them, and so are
                            shares, which add up, and insts with the gain that a reader wants
    depth, reach            the last rank that counts, none for the whole list; see reach_of
#}
{% macro plan(run, judgments, measures, by=[], judgments_by=[], columns={}, policies={}) %}
    {%- set read = rankhouse.read_policies(policies) -%}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- do rankhouse.list_of_names("judgments_by", judgments_by) -%}
    {%- do rankhouse.a_relation("run", run) -%}
    {%- do rankhouse.a_relation("judgments", run if judgments is none else judgments) -%}
    {%- do rankhouse.known_columns(columns, rankhouse.columns_of_rankings(), rankhouse.sides_of_rankings()) -%}
    {#- A single table holds scores and labels together, so its grouping columns belong to both. -#}
    {%- set judgments_by = by if judgments is none else judgments_by -%}
    {%- set plan = {
        "run": run,
        "judgments": run if judgments is none else judgments,
        "columns": columns,
    } -%}
    {%- for side in ["exclude", "candidates"] -%}
        {%- if policies.get(side) is not none -%} {%- do rankhouse.a_relation(side, policies[side]) -%} {%- endif -%}
        {%- do plan.update({side: policies.get(side)}) -%}
    {%- endfor -%}
    {%- do plan.update(read) -%}
    {%- do plan.update(rankhouse.groups_of_plan(by, judgments_by, read.pool, read.queries)) -%}
    {%- do plan.update(
        rankhouse.requested(
            rankhouse.parse_measures(measures, settings=read.settings, relevant_from=read.relevant_from),
            read.ties,
        )
    ) -%}
    {%- set longest = policies.get("longest_list") -%}
    {%- if longest is not none and read.ties == "item" and plan.reach != "heap" -%}
        {%- do plan.update({"longest_list": longest, "reach": "short"}) -%}
    {%- endif -%}
    {{ return(plan) }}
{% endmacro %}

{# What `columns` may rename. #}
{% macro columns_of_rankings() %} {{ return(["query_id", "item_id", "score", "relevance", "rank"]) }}{% endmacro %}

{% macro sides_of_rankings() %} {{ return(["run", "judgments", "exclude", "candidates"]) }}{% endmacro %}

{# The keys of the groups. Judgments of retrieved items alone are those of one group of the run. #}
{% macro groups_of_plan(by, judgments_by, pool, queries) %}
    {%- set groups = rankhouse.groups_of(by, judgments_by) -%}
    {%- if pool == "retrieved" and queries == "run" and groups.judgments_are_grouped -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_group_of_judgments(groups.groups.judged_group)) }}
    {%- endif -%}
    {%- set retrieved = pool == "retrieved" -%}
    {%- do groups.update(
        {
            "judged_by": groups.by if retrieved else groups.label_by,
            "shared_by": groups.run_by if retrieved else groups.common_by,
        }
    ) -%}
    {%- do groups.update({"unshared_by": groups.run_by | reject("in", groups.shared_by) | list}) -%}
    {{ return(groups) }}
{% endmacro %}

{# What the measures ask of the steps. #}
{% macro requested(measures, ties) %}
    {%- do rankhouse.shorten_gain_columns(measures) -%}
    {%- set needs, gains, stops, summed = {}, {}, {}, {} -%}
    {%- set shares, insts = {}, {} -%}
    {%- set depth = namespace(k=0, all=false) -%}
    {%- for measure in measures -%}
        {%- set refused = rankhouse.refusal(measure, ties) -%}
        {%- if refused is not none -%} {{ exceptions.raise_compiler_error(refused) }}{%- endif -%}
        {%- do measure.update({"number": loop.index, "value": rankhouse.value_of(measure)}) -%}
        {%- for need in measure.needs -%} {%- do needs.update({need: true}) -%} {%- endfor -%}
        {%- if measure.worth is not none -%}
            {%- do gains.update({measure.worth.column: measure.worth.value}) -%}
        {%- endif -%}
        {%- if rankhouse.takes_whole_list(measure) -%} {%- set depth.all = true -%}
        {%- elif measure.k > depth.k -%} {%- set depth.k = measure.k -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for column, value in gains.items() -%}
        {%- if column.startswith("stop_") -%}
            {%- do stops.update({column: value}) -%}
            {%- elif "share_upto" in needs and column.startswith(("share_", "inst_")) -%}
            {%- do shares.update({column: value}) -%}
            {%- if column.startswith("inst_") -%}
                {%- do insts.update({column: column.split("_")[1] | replace("p", ".")}) -%}
            {%- endif -%}
            {%- elif "gain_upto" in needs and column.startswith("gain_") and not column.endswith("_keep") -%}
            {%- do summed.update({column: value}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if "hits_upto" in needs or "first_hit" in needs or "best_precision" in needs or summed -%}
        {%- do needs.update({"summed_hits": true}) -%}
    {%- endif -%}
    {%- set depth = none if depth.all else depth.k -%}
    {{
        return(
            {
                "measures": measures,
                "needs": needs,
                "gains": gains,
                "stops": stops,
                "summed_gains": summed,
                "sums_gains": summed | length > 0,
                "shares": shares,
                "insts": insts,
                "keeps_negative": "gain_linear_keep" in gains or "gain_exponential_keep" in gains,
                "depth": depth,
                "reach": rankhouse.reach_of(depth),
                "weighted": measures | rejectattr("weight", "equalto", "1") | list | length > 0,
                "geometric": measures | selectattr("declaration.mean", "defined") | list | length > 0,
            }
        )
    }}
{% endmacro %}

{# A gain map of many grades would be cut where it is the name of a column. `_upto` and such are added to it. #}
{% macro shorten_gain_columns(measures) %}
    {%- set short, limit = {}, rankhouse.longest_name() -%}
    {%- for measure in measures if limit is not none and (measure.gain_column or "") | length > limit - 20 -%}
        {%- if measure.gain_column not in short -%}
            {%- do short.update({measure.gain_column: "gain_map_number_" ~ (short | length + 1)}) -%}
        {%- endif -%}
        {%- do measure.update({"gain_column": short[measure.gain_column]}) -%}
        {%- do measure.update({"worth": dict(measure.worth, column=measure.gain_column)}) -%}
    {%- endfor -%}
{% endmacro %}

{#
How far down a list the measures look: whole; heap (so few places that the best can be kept while a list is read); deep; or
far, which is no better than the whole list. Short is each of these where a caller who has looked at the run says by the
policy `longest_list` that no list has more items, and where all of one can be kept.
#}
{% macro reach_of(depth) %}
    {{
        return(
            "whole"
            if depth is none
            else "heap" if depth <= rankhouse.heap_limit() else "deep" if depth < rankhouse.far_away() else "far"
        )
    }}
{% endmacro %}

{# The cutoff from which on a list is as good as whole. #}
{% macro far_away() %} {{ return(100000) }}{% endmacro %}
