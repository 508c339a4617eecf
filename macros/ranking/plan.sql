{#
Everything that the steps of a query need to know, worked out once from the arguments of query_metrics.
    label_by, common_by     the judgments' grouping columns as they are read, and those that the run has too
    judged_by, shared_by    the same of rankhouse_judgments: with pool=retrieved these are grouped as the run is
#}
{% macro plan(
    run,
    judgments,
    measures,
    by=[],
    judgments_by=[],
    columns={},
    ties=none,
    queries=none,
    unjudged=none,
    checked=false,
    relevant_from=none,
    pool=none,
    convention=none
) %}
    {%- set settings = rankhouse.convention(convention) -%}
    {%- set policies = rankhouse.policies() -%}
    {%- set ties = ties or settings.get("ties", policies.ties[0]) -%}
    {%- set queries = queries or settings.get("queries", policies.queries[0]) -%}
    {%- set unjudged = unjudged or settings.get("unjudged", policies.unjudged[0]) -%}
    {%- set pool = pool or settings.get("pool", policies.pool[0]) -%}
    {%- do rankhouse.one_of("ties", ties, policies.ties) -%}
    {%- do rankhouse.one_of("queries", queries, policies.queries) -%}
    {%- do rankhouse.one_of("unjudged", unjudged, policies.unjudged) -%}
    {%- do rankhouse.one_of("pool", pool, policies.pool) -%}
    {%- if relevant_from is not none and (relevant_from is not number or relevant_from <= 0) -%}
        {{
            exceptions.raise_compiler_error(
                "relevant_from is the lowest relevance that counts as relevant, a number above 0, got '"
                ~ relevant_from
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- do rankhouse.list_of_names("judgments_by", judgments_by) -%}
    {%- for name, relation in {"run": run, "judgments": judgments}.items() -%}
        {%- if relation | string | lower | replace('"', "") in ["rankhouse_run", "rankhouse_judgments"] -%}
            {{ rankhouse.raise_step_name(name, relation) }}
        {%- endif -%}
    {%- endfor -%}
    {%- set measures = rankhouse.parse_measures(measures, settings=settings) -%}

    {#- A single table holds scores and labels together, so its grouping columns belong to both. -#}
    {%- set judgments_by = by if judgments is none else judgments_by -%}
    {%- set outputs = by + (judgments_by | reject("in", by) | list) -%}
    {%- set groups = namespace(all=[], run=[], labels=[], common=[]) -%}
    {%- for name in outputs -%}
        {%- set column = "by_" ~ loop.index -%}
        {%- do groups.all.append(column) -%}
        {%- if name in by -%} {%- do groups.run.append(column) -%} {%- endif -%}
        {%- if name in judgments_by -%} {%- do groups.labels.append(column) -%} {%- endif -%}
        {%- if name in by and name in judgments_by -%} {%- do groups.common.append(column) -%} {%- endif -%}
    {%- endfor -%}
    {%- if pool == "retrieved" and queries == "run" and groups.labels != groups.common -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.no_group_of_judgments() ~ judgments_by | reject("in", by) | join(", ")
            )
        }}
    {%- endif -%}
    {#- Judgments of retrieved items alone are those of one group of the run. -#}
    {%- set retrieved = pool == "retrieved" -%}
    {%- set judged_by = (
        groups.run + (groups.labels | reject("in", groups.run) | list) if retrieved else groups.labels
    ) -%}

    {%- set needs = rankhouse.no_needs() -%}
    {%- set gains = [] -%}
    {%- set depth = namespace(k=0, all=false) -%}
    {%- for measure in measures -%}
        {%- do measure.update({"number": loop.index}) -%}
        {%- for need in measure.declaration.needs -%} {%- do needs.update({need: true}) -%} {%- endfor -%}
        {%- for need in measure.needs -%} {%- do needs.update({need: true}) -%} {%- endfor -%}
        {%- if measure.gain_column is not none and measure.gain_column not in gains -%}
            {%- do gains.append(measure.gain_column) -%}
        {%- endif -%}
        {%- if measure.k is none or measure.get("ideal") == "all" -%} {%- set depth.all = true -%}
        {%- elif measure.k > depth.k -%} {%- set depth.k = measure.k -%}
        {%- endif -%}
        {%- if ties != "item" and measure.get("denominator") == "hits" and measure.k is not none -%}
            {{
                exceptions.raise_compiler_error(
                    measure.measure ~ " depends on ties in two ways: use ties=item, or another denominator"
                )
            }}
        {%- elif ties == "average" and not rankhouse.averages_over_ties(measure) -%}
            {{
                exceptions.raise_compiler_error(
                    measure.measure ~ " has no closed form under ties=average: use ties=item, best or worst"
                )
            }}
        {%- endif -%}
    {%- endfor -%}

    {{
        return(
            {
                "run": run,
                "judgments": judgments,
                "measures": measures,
                "columns": columns,
                "ties": ties,
                "queries": queries,
                "unjudged": unjudged,
                "checked": checked,
                "outputs": outputs,
                "run_outputs": by,
                "judged_outputs": judgments_by,
                "by": groups.all,
                "run_by": groups.run,
                "label_by": groups.labels,
                "common_by": groups.common,
                "judged_by": judged_by,
                "shared_by": groups.run if retrieved else groups.common,
                "relevant_from": relevant_from,
                "pool": pool,
                "read_as": settings.get("read_as", {}),
                "needs": needs,
                "gains": gains,
                "depth": none if depth.all else depth.k,
                "from_arguments": false,
                "weighted": measures | rejectattr("weight", "equalto", "1") | list | length > 0,
            }
        )
    }}
{% endmacro %}

{% macro no_group_of_judgments() %}
    {{
        return(
            "a query without judgments of retrieved items (pool=retrieved, queries=run) belongs to no group of the judgments: group by columns of the run instead of "
        )
    }}
{% endmacro %}

{% macro raise_step_name(name, relation) %}
    {{
        exceptions.raise_compiler_error(
            name
            ~ ": write the schema before the table's name, such as main."
            ~ relation
            ~ "; bare, it is a step of this query"
        )
    }}
{% endmacro %}

{# What a measure may need beside item_rank; see rows.sql. #}
{% macro no_needs() %}
    {{
        return(
            {
                "hit": false,
                "hits_upto": false,
                "first_hit": false,
                "mid_rank": false,
                "tie_size": false,
                "gain": false,
                "ideal_rank": false,
                "judged": false,
                "others_above": false,
                "best_precision": false,
                "unstopped": false,
                "gain_upto": false,
                "worst_rank": false,
            }
        )
    }}
{% endmacro %}

{% macro all_needs() %}
    {%- set needs = rankhouse.no_needs() -%}
    {%- for need in needs -%} {%- do needs.update({need: true}) -%} {%- endfor -%}
    {{ return(needs) }}
{% endmacro %}

{# Whether the mean over all orders of tied items follows from what is expected at each place. #}
{% macro averages_over_ties(measure) %}
    {{
        return(
            measure.declaration.get("average_ties", true)
            and not (measure.get("denominator") == "hits" and measure.k is not none)
            and measure.get("interpolation", "none") in ["none", "step"]
        )
    }}
{% endmacro %}

{# What may be chosen for a whole evaluation, default first. #}
{% macro policies() %}
    {{
        return(
            {
                "ties": ["item", "average", "best", "worst"],
                "queries": ["judged", "intersection", "run", "all"],
                "unjudged": ["irrelevant", "drop"],
                "pool": ["judged", "retrieved"],
            }
        )
    }}
{% endmacro %}

{% macro one_of(name, value, choices) %}
    {%- if value not in choices -%}
        {{ exceptions.raise_compiler_error(name ~ " is one of " ~ choices | join(" | ") ~ ", got '" ~ value ~ "'") }}
    {%- endif -%}
{% endmacro %}

{% macro list_of_names(name, value) %}
    {%- if value is string or value is mapping or value is not iterable -%}
        {{
            exceptions.raise_compiler_error(
                name ~ " is a list of column names such as ['system'], got '" ~ value ~ "'"
            )
        }}
    {%- elif value | unique | list | length != value | length -%}
        {{ exceptions.raise_compiler_error(name ~ " names a column twice: " ~ value | join(", ")) }}
    {%- endif -%}
{% endmacro %}
