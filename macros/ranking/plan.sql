{# Everything that the steps of a query need to know, worked out once from the arguments of query_metrics. #}
{% macro plan(
    run,
    judgments,
    measures,
    by=[],
    judgments_by=[],
    columns={},
    ties="item",
    queries="judged",
    unjudged="irrelevant",
    checked=false
) %}
    {%- set policies = rankhouse.policies() -%}
    {%- do rankhouse.one_of("ties", ties, policies.ties) -%}
    {%- do rankhouse.one_of("queries", queries, policies.queries) -%}
    {%- do rankhouse.one_of("unjudged", unjudged, policies.unjudged) -%}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- do rankhouse.list_of_names("judgments_by", judgments_by) -%}
    {%- for name, relation in {"run": run, "judgments": judgments}.items() -%}
        {%- if relation | string | lower | replace('"', "") in ["rankhouse_run", "rankhouse_judgments"] -%}
            {{
                exceptions.raise_compiler_error(
                    name
                    ~ ": write the schema before the table's name, such as main."
                    ~ relation
                    ~ "; bare, it is a step of this query"
                )
            }}
        {%- endif -%}
    {%- endfor -%}
    {%- set measures = rankhouse.parse_measures(measures) -%}

    {#- A single table holds scores and labels together, so its grouping columns belong to both. -#}
    {%- set judgments_by = by if judgments is none else judgments_by -%}
    {%- set outputs = by + (judgments_by | reject("in", by) | list) -%}
    {%- set groups = namespace(all=[], run=[], judged=[], shared=[]) -%}
    {%- for name in outputs -%}
        {%- set column = "by_" ~ loop.index -%}
        {%- do groups.all.append(column) -%}
        {%- if name in by -%} {%- do groups.run.append(column) -%} {%- endif -%}
        {%- if name in judgments_by -%} {%- do groups.judged.append(column) -%} {%- endif -%}
        {%- if name in by and name in judgments_by -%} {%- do groups.shared.append(column) -%} {%- endif -%}
    {%- endfor -%}

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
                "judged_by": groups.judged,
                "shared_by": groups.shared,
                "needs": needs,
                "gains": gains,
                "depth": none if depth.all else depth.k,
                "from_arguments": false,
                "weighted": measures | rejectattr("weight", "equalto", "1") | list | length > 0,
            }
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
