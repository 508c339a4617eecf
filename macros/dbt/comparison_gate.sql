{#
No candidate is worse than its baseline, over a table of query_metrics: both means are over the queries that have a value
on both sides, and their difference has the standard error and the interval that rankhouse.compare gives it: those of the
mean of the differences by query, by Student's t distribution. Give one of
- `baseline`, columns and values such as {system: bm25}: the rows that every other value of these columns is compared with;
  with `latest`, a column such as day, on its newest complete value alone,
- `previous`, a column such as day: its highest value that is `complete` is compared with the next lower one,
- `relation`: another table of query_metrics, compared with all of this one.
Both sides are compared within each segment of the columns in `by`. Fails are: a mean that is worse by more than the margin, or
with `significant` one whose whole 95 % interval is; a segment of the baseline that shares no query with the candidate;
n_repeated, rows of a query beyond its first, because `by` lacks a column that tells them apart; and nothing to compare at
all, as one row. Each says its `reason`.
`min_queries`: with fewer common queries the means over all queries of each side are compared, as independent samples with
Welch's interval; fewer on a side fail.
`cluster` names a column, such as the user: queries with the same value of it may be related. The standard error and the interval
are then those of clusters, with G - 1 degrees of freedom, as rankhouse.compare has them.
`weight` names a column, such as the traffic of a query: means and differences are weighted, as in rankhouse.compare.
`paired=false` takes a table of metrics, whose means may be over different queries: the standard errors add in squares, and
the interval is the normal one, because nothing tells how many degrees of freedom they have.
#}
{% macro test_metric_not_worse_than(
    model,
    measure,
    baseline={},
    previous=none,
    relation=none,
    by=[],
    margin=0,
    significant=false,
    paired=true,
    convention=none,
    latest=none,
    complete=none,
    min_queries=none,
    cluster=none,
    weight=none,
    evaluation=none
) -%}
    {%- do rankhouse.refuse_others("test_metric_not_worse_than", kwargs) -%}
    {%- do rankhouse.check_arguments(
        "test_metric_not_worse_than",
        {
            "margin": margin,
            "significant": significant,
            "paired": paired,
            "latest": latest,
            "min_queries": min_queries,
            "cluster": cluster,
            "weight": weight,
        },
    ) -%}
    {%- for name, column in {"cluster": cluster, "weight": weight}.items() -%}
        {%- if column is not none and (not paired or min_queries is not none) -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_units_are_paired(name)) }}
        {%- endif -%}
    {%- endfor -%}
    {%- do rankhouse.check_compared_sides(baseline, previous, relation, by, latest) -%}
    {%- do rankhouse.check_margin(measure, convention, margin) -%}
    {%- set name = rankhouse.measure_in_table(measure, convention) -%}
    {%- set of_measure = "measure = " ~ rankhouse.literal(name) -%}
    {%- set steps = rankhouse.gated_sides_steps(model, latest, previous, complete, paired, of_measure, evaluation) -%}
    {%- set sides, groups = rankhouse.sides_of_gate(baseline, previous), rankhouse.quoted_all(by) -%}
    {%- set read = ["measure", "value", "query_id" if paired else "std_error", latest, cluster, weight] -%}
    {%- do rankhouse.require_names("model", model, read + sides.columns + by) -%}
    {%- set asked = {
        "measure": name,
        "of_measure": of_measure,
        "steps": steps,
        "gain": "(0 - found.difference)" if rankhouse.is_lower_better(measure) else "found.difference",
        "latest": latest,
        "baseline": baseline,
        "previous": previous,
        "relation": relation,
        "of_relation": rankhouse.conditions_of_relation(relation, evaluation),
        "is_baseline": sides.is_baseline,
        "is_candidate": sides.is_candidate,
        "candidate_columns": rankhouse.quoted_all(sides.columns),
        "names": rankhouse.quoted_all(sides.columns) + groups,
        "by": groups,
        "paired": paired,
        "min_queries": min_queries,
        "cluster": cluster,
        "weight": weight,
        "has_units": cluster is not none or weight is not none,
        "margin": margin,
        "significant": significant,
        "half": (
            "quantiles.quantile * found.std_error" if paired else rankhouse.half_interval("found.std_error")
        ),
    } -%}
    {{
        rankhouse.gate_of(
            rankhouse.gate_steps(asked), "a candidate that fails in a segment", rankhouse.gate_failures(asked)
        )
    }}
{%- endmacro %}

{#
The columns that tell the sides of a comparison apart, and the conditions on each side's rows. Another table needs none: it is
the baseline, and all of the model is the candidate.
#}
{% macro sides_of_gate(baseline, previous) %}
    {%- set columns, is_baseline, is_candidate = baseline | list, [], [] -%}
    {%- for column, value in baseline.items() -%}
        {%- do is_baseline.append(rankhouse.quoted(column) ~ " = " ~ rankhouse.literal(value | string)) -%}
    {%- endfor -%}
    {%- if baseline -%}
        {%- do is_candidate.append("case when " ~ is_baseline | join(" and ") ~ " then 0 else 1 end = 1") -%}
    {%- elif previous is not none -%}
        {%- do columns.append(previous) -%}
        {%- do is_baseline.append(rankhouse.quoted(previous) ~ " = (select newest from rankhouse_before)") -%}
        {%- do is_candidate.append(rankhouse.quoted(previous) ~ " = (select newest from rankhouse_newest)") -%}
    {%- endif -%}
    {{ return({"columns": columns, "is_baseline": is_baseline, "is_candidate": is_candidate}) }}
{% endmacro %}

{# The conditions on the rows of another table: its evaluation, if it holds several. #}
{% macro conditions_of_relation(relation, evaluation) %}
    {%- if evaluation is none or relation is none or not rankhouse.has_evaluation(relation) -%}
        {{ return([]) }}
    {%- endif -%}
    {{ return([rankhouse.of_evaluation(evaluation)]) }}
{% endmacro %}

{# The rows that are compared, and of `latest` or `previous` the newest complete value; of the latter the one before, too. #}
{% macro gated_sides_steps(model, latest, previous, complete, paired, of_measure, evaluation) %}
    {%- set rule = rankhouse.complete_of(previous if previous is not none else latest, complete, evaluation, model) -%}
    {%- set steps = rankhouse.gated_steps(model, latest, none if latest is none else complete, paired, evaluation) -%}
    {%- if previous is not none -%}
        {%- do steps.extend(rankhouse.gate_days(model, previous, rule, paired, of_measure, evaluation)) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro says_units_are_paired(name) %}
    {{ return(name ~ " is for common queries: leave out " ~ name ~ ", or both min_queries and paired=false") }}
{% endmacro %}

{# Refuses what is compared with nothing, with two things, or column by column with itself. #}
{% macro check_compared_sides(baseline, previous, relation, by, latest=none) %}
    {%- if baseline is not mapping or baseline.values() | reject("string") | reject("number") | list -%}
        {{
            exceptions.raise_compiler_error(
                "baseline is a dictionary of columns and their values such as {system: bm25}, got " ~ baseline
            )
        }}
        {%- elif (baseline | length > 0) + (previous is not none) + (relation is not none) != 1 -%}
        {{
            exceptions.raise_compiler_error(
                "metric_not_worse_than takes one of baseline, such as {system: bm25}, previous, such as day, and relation"
            )
        }}
    {%- endif -%}
    {%- if latest is not none and (previous is not none or latest in by or latest in baseline) -%}
        {{
            exceptions.raise_compiler_error(
                "latest: previous, by and baseline look at several values of their columns, but latest only at the newest:"
                ~ " leave out latest, or remove '"
                ~ latest
                ~ "' from them"
            )
        }}
    {%- endif -%}
    {%- do rankhouse.check_arguments(
        "test_metric_not_worse_than", {"relation": relation, "previous": previous, "by": by}
    ) -%}
    {%- do rankhouse.list_of_names("baseline", baseline.keys() | list) -%}
    {%- for column in baseline.keys() | list + [previous] if column in by -%}
        {{
            exceptions.raise_compiler_error(
                "by names '" ~ column ~ "', which distinguishes the two sides: leave it out of by"
            )
        }}
    {%- endfor -%}
{% endmacro %}

{# Refuses a margin that no difference of this measure can exceed. #}
{% macro check_margin(measure, convention, margin) %}
    {%- set range = rankhouse.range_of_measure(measure, convention) -%}
    {%- if range.lowest is not none and range.highest is not none and margin >= range.highest - range.lowest -%}
        {{
            exceptions.raise_compiler_error(
                "margin: "
                ~ measure
                ~ " is between "
                ~ range.lowest
                ~ " and "
                ~ range.highest
                ~ ", so the gate would always pass with a margin of "
                ~ margin
            )
        }}
    {%- endif -%}
{% endmacro %}
