{#
Everything that the steps of an evaluation need to know, worked out once from its arguments: a dictionary of those that
metrics takes; only the run has to be there.

    by, run_by, label_by    the keys of a unit (a query in its groups), of the run, and of the judgments as they are read;
                            see groups_of
    judged_by, shared_by    those of rankhouse_judgments, and those that it shares with the run: with pool=retrieved
                            judgments are grouped as the run is; unshared_by: those that the run has alone
    asked                   the measures as they are read; see read_measures.sql
    needs                   what a measure needs beside rank and hit; see rows.sql
    gains                   what an item is worth: columns with their values; stops (of err and nerr) and summed_gains are among them, and so are
                            shares, which add up, and insts with the gain that a reader wants
    depth, reach            the last rank that counts, none for the whole list; see list_reach
    asks_apart              whether units ask rankhouse_problems; see there, and measured_steps, which knows
#}
{% macro plan(arguments) %}
    {%- set read = rankhouse.read_policies(arguments) -%}
    {%- set inputs = rankhouse.ranking_inputs(arguments) -%}
    {%- set measures = rankhouse.parse_measures(arguments.get("measures"), settings=read.settings) -%}
    {{ return(rankhouse.ranking_plan(inputs, read, measures)) }}
{% endmacro %}

{# The same without measures, for what is said of the inputs alone. #}
{% macro plan_of_inputs(arguments) %}
    {{ return(rankhouse.ranking_plan(rankhouse.ranking_inputs(arguments), rankhouse.read_policies(arguments), [])) }}
{% endmacro %}

{# The inputs of an evaluation, checked. A single table holds scores and labels together: its groups are those of both. #}
{% macro ranking_inputs(arguments) %}
    {%- set columns, by = arguments.get("columns", {}), arguments.get("by", []) -%}
    {%- set is_single = arguments.get("judgments") is none -%}
    {%- set inputs = {"by": by, "judgments_by": arguments.get("judgments_by", [])} -%}
    {%- for side in rankhouse.ranking_sides() -%} {%- do inputs.update({side: arguments.get(side)}) -%} {%- endfor -%}
    {%- do rankhouse.check_arguments("metrics", inputs) -%}
    {%- do inputs.update({"intents": arguments.get("intents"), "cluster": arguments.get("cluster")}) -%}
    {%- do rankhouse.check_arguments("metrics", {"cluster": inputs.cluster}) -%}
    {%- for side in ["by", "judgments_by"] if inputs.cluster is not none -%}
        {%- do rankhouse.names_beside_role(side, inputs[side], "cluster", inputs.cluster) -%}
    {%- endfor -%}
    {%- set provenance = arguments.get("provenance", false) -%}
    {%- do rankhouse.check_arguments("metrics", {"provenance": provenance}) -%}
    {%- for side in ["by", "judgments_by"] if provenance -%}
        {%- do rankhouse.names_beside(side, inputs[side], rankhouse.provenance_names()) -%}
    {%- endfor -%}
    {%- do inputs.update({"provenance": provenance}) -%}
    {%- set known = rankhouse.ranking_columns() + (["weight"] if arguments.get("takes_weights", false) else []) -%}
    {%- do rankhouse.known_columns(columns, known, rankhouse.ranking_sides()) -%}
    {%- if "run.weight" in columns -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_weight_of_run()) }}
    {%- endif -%}
    {%- do rankhouse.check_intents(arguments) -%}
    {%- if is_single -%} {%- do inputs.update({"judgments": inputs.run, "judgments_by": by}) -%} {%- endif -%}
    {%- do inputs.update({"columns": columns}) -%}
    {%- for side in ["by", "judgments_by"] if rankhouse.queries_weigh(inputs) -%}
        {%- do rankhouse.names_beside(side, inputs[side], ["weight"]) -%}
    {%- endfor -%}
    {%- do rankhouse.require_ranking_columns(arguments, inputs) -%}
    {{ return(inputs) }}
{% endmacro %}

{# The plan for measures that are read, under policies that are read. `known`: see declaration_of. #}
{% macro ranking_plan(inputs, read, measures, known=none) %}
    {%- set groups = rankhouse.plan_groups(inputs.by, inputs.judgments_by, read.pool, read.queries) -%}
    {%- set intents = inputs.get("intents") -%}
    {%- set asked = rankhouse.requested(measures, read.ties, read.relevant_from, intents, known) -%}
    {%- if "importance" in asked.needs and not rankhouse.names_importance(inputs.columns) -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_nuggets_need_importance()) }}
    {%- endif -%}
    {%- if "top_score" in asked.needs and rankhouse.reads_ranks(inputs.columns, "run") -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_threshold_needs_scores()) }}
    {%- endif -%}
    {%- set plan = dict(inputs, asked=measures, **read) -%}
    {%- do plan.update(groups) -%}
    {%- do plan.update(asked) -%}
    {%- if rankhouse.queries_weigh(plan) -%} {%- do plan.update({"weighted": true}) -%} {%- endif -%}
    {%- if read.longest_list is not none and read.ties == "item" and asked.reach != "heap" -%}
        {%- do plan.update({"reach": "short"}) -%}
    {%- endif -%}
    {{ return(plan) }}
{% endmacro %}

{# That the inputs have what is read of them. A convention may read items as text; a single table is the run alone. #}
{% macro require_ranking_columns(arguments, inputs) %}
    {%- set ids, names = ["query_id", "item_id"], dict(inputs.columns) -%}
    {%- set order = "rank" if rankhouse.reads_ranks(inputs.columns, "run") else "score" -%}
    {%- set labels = ["relevance"] + ([] if inputs.intents is none else ["intents"]) -%}
    {%- if inputs.intents is not none -%} {%- do names.update({"intents": inputs.intents}) -%} {%- endif -%}
    {%- if inputs.cluster is not none -%}
        {%- do labels.append("cluster") -%} {%- do names.update({"cluster": inputs.cluster}) -%}
    {%- endif -%}
    {%- if rankhouse.queries_weigh(inputs) -%} {%- do labels.append("weight") -%} {%- endif -%}
    {%- set is_single = arguments.get("judgments") is none -%}
    {%- set reads = {"run": ids + [order] + (labels if is_single else [])} -%}
    {%- if not is_single -%} {%- do reads.update({"judgments": ids + labels}) -%} {%- endif -%}
    {%- do reads.update({"exclude": ids, "candidates": ids}) -%}
    {%- set plan = dict(inputs, columns=names, checked=arguments.get("checked", false)) -%}
    {%- do plan.update(rankhouse.groups_of(inputs.by, inputs.judgments_by)) -%}
    {#- Whoever tells of ids that cannot be compared, compares none. -#}
    {%- set compared = arguments.get("compared", ids if arguments.get("convention") is none else ["query_id"]) -%}
    {%- set lists = [["by", "run"], ["judgments_by", "judgments"]] -%}
    {%- do inputs.update(
        rankhouse.require_columns(
            plan, reads, [order, "relevance", "weight"], compared, ["intents", "cluster"], lists
        )
    ) -%}
{% endmacro %}

{# What `columns` may rename. #}
{% macro ranking_columns() %}
    {{ return(["query_id", "item_id", "score", "relevance", "rank", "intent_weight", "importance"]) }}
{% endmacro %}

{% macro ranking_sides() %} {{ return(["run", "judgments", "exclude", "candidates"]) }}{% endmacro %}

{# The keys of the groups. Judgments of retrieved items alone are those of one group of the run. #}
{% macro plan_groups(by, judgments_by, pool, queries) %}
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
{% macro requested(measures, ties, relevant_from=none, intents=none, known=none) %}
    {%- do rankhouse.ranking_formulas() -%}
    {%- set formed = [] -%}
    {%- for measure in measures -%}
        {%- set declaration = rankhouse.declaration_of(measure.metric, known) -%}
        {%- set refused = rankhouse.refusal(declaration, measure, ties, intents) -%}
        {%- if refused is not none -%} {{ exceptions.raise_compiler_error(refused) }}{%- endif -%}
        {%- set own = rankhouse.planned_measure(declaration, measure, relevant_from) -%}
        {%- set value = rankhouse.value_of(own.value, measure) -%}
        {%- do formed.append(
            dict(
                own,
                value=value,
                value_of_ideal=rankhouse.value_of(own.value_of_ideal, measure),
                number=loop.index,
                measure=measure.measure,
                metric=measure.metric,
                k=measure.k,
            )
        ) -%}
    {%- endfor -%}
    {%- set worths = formed | selectattr("gain") | unique(attribute="gain", case_sensitive=true) | list -%}
    {%- set walks = worths | selectattr("kind", "equalto", "walk") | list -%}
    {%- set exacts = worths | selectattr("kind", "equalto", "exact") | list -%}
    {%- set worths = worths | rejectattr("kind", "in", ["walk", "exact"]) | list -%}
    {%- set walking = formed | selectattr("kind", "equalto", "walk") | list -%}
    {%- set needs = formed | map(attribute="needs") | sum(start=[]) -%}
    {%- set sums_gains, sums_shares = "gain_upto" in needs, "share_upto" in needs -%}
    {%- set sums_hits = needs | select("in", ["hits_upto", "first_hit", "best_precision"]) | list or sums_gains -%}
    {%- set reading = formed | selectattr("reads_rows") | list -%}
    {%- set depth = (
        none
        if not formed or reading | selectattr("is_whole") | list
        else reading | map(attribute="k") | max
    ) -%}
    {%- set depth = 1 if formed and not reading else depth -%}
    {{
        return(
            {
                "measures": formed,
                "needs": needs + (["summed_hits"] if sums_hits else []),
                "gains": worths,
                "walks": walks,
                "exacts": exacts,
                "walk_depth": none if walking | selectattr("is_whole") | list else walking | map(attribute="k") | max,
                "stops": worths | selectattr("kind", "equalto", "stop") | list,
                "summed_gains": worths | selectattr("kind", "equalto", "gain") | list if sums_gains else [],
                "shares": worths | selectattr("kind", "in", ["share", "inst"]) | list if sums_shares else [],
                "insts": worths | selectattr("kind", "equalto", "inst") | list,
                "sums_gains": sums_gains,
                "keeps_negative": worths | selectattr("kind", "equalto", "kept gain") | list | length > 0,
                "depth": depth,
                "reach": rankhouse.list_reach(depth),
                "has_limits": formed
                | rejectattr("lowest", "equalto", "null")
                | rejectattr("highest", "equalto", "null")
                | list
                | length
                == formed | length,
                "weighted": formed | rejectattr("weight", "equalto", "1") | list | length > 0,
                "is_exponential": rankhouse.take_grades_as_exponents(measures),
                "geometric": formed | selectattr("is_geometric") | list | length > 0,
                "own_queries": formed | selectattr("has_own_queries") | map(attribute="metric") | unique | list,
            }
        )
    }}
{% endmacro %}

{% macro says_threshold_needs_scores() %}
    {{
        return(
            "threshold is compared with scores, but columns names ranks of the run: name its scores, or leave threshold out"
        )
    }}
{% endmacro %}

{# Whether a grade is taken for an exponent, which must not be too large. #}
{% macro take_grades_as_exponents(measures) %}
    {%- set exponential = [] -%}
    {%- for measure in measures if measure.options.get("gain") == "exponential" -%}
        {%- do exponential.append(measure.metric) -%}
    {%- endfor -%}
    {{ return(exponential | length > 0) }}
{% endmacro %}

{# A measure that is asked for as the steps take it, by its declaration. #}
{% macro planned_measure(declaration, measure, relevant_from=none) %}
    {%- set chosen = dict(measure.options, metric=measure.metric, k=measure.k) -%}
    {%- set worth = rankhouse.worth_nothing() -%}
    {%- if declaration.worth is defined -%} {%- set worth = declaration.worth(chosen, relevant_from) -%} {%- endif -%}
    {%- set gain = rankhouse.gain_column(worth.column) -%}
    {%- set chosen = dict(chosen, gain_column=gain) -%}
    {%- set limits = rankhouse.limits_of(declaration, measure.options, measure.k) -%}
    {%- set ideal = none -%}
    {%- if declaration.ideal is defined -%} {%- set ideal = declaration.ideal(chosen) -%} {%- endif -%}
    {%- set own = {
        "value": declaration.value(chosen),
        "ideal": ideal,
        "value_of_ideal": (
            none if ideal is none else declaration.value(dict(chosen, ideal_column="<ideal>"))
        ),
        "weight": declaration.weight(chosen) if declaration.weight is defined else "1",
        "gain": gain,
        "worth": worth.value,
        "kind": worth.kind,
        "wanted": worth.get("wanted", ""),
        "needs": rankhouse.needs_of(declaration, measure.options),
        "is_whole": rankhouse.takes_whole_list(declaration, measure),
        "reads_rows": declaration.get("reads_rows", true),
        "is_geometric": declaration.get("mean") == "geometric",
        "has_own_queries": declaration.queries is defined,
    } -%}
    {{ return(dict(own, **limits)) }}
{% endmacro %}

{# The name of a gain's column. A map of many grades would be cut by an engine; `_upto` and such are added to it. #}
{% macro gain_column(name) %}
    {%- set limit = rankhouse.longest_name() -%}
    {%- if limit is none or name | length <= limit - 20 -%} {{ return(name) }}{%- endif -%}
    {{ return("gain_map_" ~ rankhouse.md5_of(name)[:16]) }}
{% endmacro %}

{#
How far down a list the measures look: whole; heap (so few places that the best can be kept while a list is read); deep; or
far, which is no better than the whole list. Short is each of these where a caller who has looked at the run says by the
policy `longest_list` that no list has more items, and where all of one can be kept.
#}
{% macro list_reach(depth) %}
    {{
        return(
            "whole"
            if depth is none
            else (
                "heap"
                if depth <= rankhouse.heap_limit()
                else "deep" if depth < rankhouse.whole_list_cutoff() else "far"
            )
        )
    }}
{% endmacro %}

{# The cutoff from which on a list is as good as whole. #}
{% macro whole_list_cutoff() %} {{ return(100000) }}{% endmacro %}
