{#
No candidate is worse than its baseline, over a table of query_metrics: both means are over the queries that have a value
on both sides, and their difference has the standard error and the interval that rankhouse.compare gives it: those of the
mean of the differences by query, by Student's t distribution. Give one of
- `baseline`, columns and values such as {system: bm25}: the rows that every other value of these columns is compared with,
- `previous`, a column such as day: its highest value is compared with the next lower one,
- `relation`: another table of query_metrics, compared with all of this one.
Both sides are compared within each segment of the columns in `by`. Fails are: a difference below -margin, or with
`significant` a difference whose whole 95 % interval is below it; a segment of the baseline that
shares no query with the candidate; n_repeated, rows of a query beyond its first, because `by` lacks a column that tells
them apart; and nothing to compare at all, as one row of NULLs.
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
    convention=none
) -%}
    {%- do rankhouse.refuse_others("test_metric_not_worse_than", kwargs) -%}
    {%- do rankhouse.check_compared_sides(baseline, previous, relation, by) -%}
    {%- do rankhouse.check_arguments(
        "test_metric_not_worse_than", {"margin": margin, "significant": significant, "paired": paired}
    ) -%}
    {%- set measure = rankhouse.literal(rankhouse.measure_in_table(measure, convention)) -%}
    {%- set candidate_columns = baseline.keys() | list + ([previous] if previous is not none else []) -%}
    {%- set read = ["measure", "value", "query_id" if paired else "std_error"] + candidate_columns + by -%}
    {%- do rankhouse.require_names("model", model, read) -%}
    {%- set group = [] -%}
    {%- for column in candidate_columns -%}
        {%- do group.append("candidates." ~ rankhouse.quoted(column)) -%}
    {%- endfor -%}
    {%- for column in by -%} {%- do group.append("compared." ~ rankhouse.quoted(column)) -%} {%- endfor -%}
    {%- set names = rankhouse.quoted_all(candidate_columns + by) -%}
    {%- set is_baseline = [] -%}
    {%- for column, value in baseline.items() -%}
        {%- do is_baseline.append(rankhouse.quoted(column) ~ " = " ~ rankhouse.literal(value | string)) -%}
    {%- endfor -%}
    {%- set highest = rankhouse.highest_value(model, previous, measure) -%}
    {%- if previous is not none -%}
        {%- set below = rankhouse.quoted(previous) ~ " < (" ~ highest ~ ")" -%}
        {%- do is_baseline.append(
            rankhouse.quoted(previous)
            ~ " = ("
            ~ rankhouse.highest_value(model, previous, measure, below)
            ~ ")"
        ) -%}
    {%- endif -%}
    {%- set key = rankhouse.quoted_all(by) + (["query_id"] if paired else []) -%}
    {%- set of_measure = "measure = " ~ measure -%}
    {%- set steps = [
        rankhouse.step(
            "compared",
            "a row of the baseline",
            rankhouse.gate_baseline_rows(key, paired, model, relation, of_measure, is_baseline),
        ),
        rankhouse.step(
            "candidate",
            "a row of what is compared with it",
            rankhouse.gate_candidate_rows(
                candidate_columns, key, paired, model, of_measure, baseline, is_baseline, previous, highest
            ),
        ),
        rankhouse.step(
            "candidates", "what is compared with it", rankhouse.gate_candidates(candidate_columns)
        ),
        rankhouse.step(
            "pairs",
            "a row of the baseline and a candidate, NULL where it lacks one",
            rankhouse.gate_pairs(group, paired, by, candidate_columns),
        ),
        rankhouse.step(
            "differences", "a candidate in a segment", rankhouse.gate_differences(paired, names)
        ),
    ] -%}
    {%- set half = rankhouse.half_interval("found.std_error") -%}
    {%- if paired -%}
        {%- do steps.extend(rankhouse.student_quantile_steps("differences", "9.75e-1")) -%}
        {%- set half = "quantiles.quantile * found.std_error" -%}
    {%- endif -%}
    {{
        rankhouse.laid_out(
            rankhouse.query_of(
                steps,
                "a candidate that fails in a segment",
                rankhouse.gate_failures(names, half, margin, paired, significant),
            )
        )
        if execute
    }}
{%- endmacro %}

{% macro gate_baseline_rows(key, paired, model, relation, of_measure, is_baseline) -%}
    select {{ rankhouse.listed(key + ["value"] + ([] if paired else ["std_error"])) }}
    from (select * from {{ model if relation is none else relation }}) as compared
    where {{ ([of_measure] + is_baseline) | join(" and ") }}
{%- endmacro %}

{% macro gate_candidate_rows(
    candidate_columns, key, paired, model, of_measure, baseline, is_baseline, previous, highest
) -%}
    select
        {{
            rankhouse.listed(
                rankhouse.quoted_all(candidate_columns)
                + key
                + ["value"]
                + ([] if paired else ["std_error", "n_queries"])
            )
        }}
    from (select * from {{ model }}) as candidate
    where
        {{ of_measure }}
        {%- if baseline %} and case when {{ is_baseline | join(" and ") }} then 0 else 1 end = 1
        {%- elif previous is not none %} and {{ rankhouse.quoted(previous) }} = ({{ highest }})
        {%- endif %}
{%- endmacro %}

{% macro gate_candidates(candidate_columns) -%}
    {%- if candidate_columns -%}
        select distinct {{ rankhouse.quoted_all(candidate_columns) | join(", ") }} from rankhouse_candidate
    {%- else -%} select 1 as one
    {%- endif -%}
{%- endmacro %}

{% macro gate_pairs(group, paired, by, candidate_columns) -%}
    select
        {% for column in group %} {{ column }}, {% endfor %} {{ "compared.query_id, " if paired -}}
        candidate.value,
        compared.value as baseline_value,
        candidate.value - compared.value as difference
        {%- if not paired %}
            ,
            sqrt(candidate.std_error * candidate.std_error + compared.std_error * compared.std_error) as std_error,
            candidate.n_queries
        {%- endif %}
    from rankhouse_compared as compared
    cross join rankhouse_candidates as candidates
    left join
        rankhouse_candidate as candidate on {{ "candidate.query_id = compared.query_id" if paired else "1 = 1" }}
        {{ rankhouse.and_same_groups("candidate", "compared", rankhouse.quoted_all(by)) }}
        {{ rankhouse.and_same_groups("candidate", "candidates", rankhouse.quoted_all(candidate_columns)) }}
{%- endmacro %}

{% macro gate_differences(paired, names) -%}
    {%- if paired -%}
        select
            {% for name in names %} {{ name }}, {% endfor %}
            avg(case when difference is not null then value end) as value,
            avg(case when difference is not null then baseline_value end) as baseline_value,
            avg(difference) as difference,
            {{ rankhouse.standard_error("difference") }} as std_error,
            count(difference) as n_queries,
            count(difference) - 1 as degrees,
            count(*) - count(distinct query_id) as n_repeated
        from rankhouse_pairs
        {%- if names %} group by {{ names | join(", ") }} {%- endif %}
    {%- else -%}
        select pairs.*, count(*) over ({{ "partition by " ~ names | join(", ") if names }}) - 1 as n_repeated
        from rankhouse_pairs as pairs
    {%- endif -%}
{%- endmacro %}

{% macro gate_failures(names, half, margin, paired, significant) -%}
    {%- set columns = names + ["value", "baseline_value", "difference", "std_error", "n_queries", "n_repeated"] -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("found", columns)) }},
        found.difference + {{ half }} as difference_ci_high,
        wanted.margin,
        - wanted.margin - found.difference as shortfall
    from (select {{ rankhouse.double(margin) }} as margin) as wanted
    left join rankhouse_differences as found on 1 = 1
    {%- if paired %}
        left join rankhouse_differences_quantiles as quantiles on quantiles.degrees = found.degrees
    {%- endif %}
    where
        found.difference is null
        or found.n_repeated > 0
        or found.difference {{ "+ " ~ half if significant }} < - wanted.margin
{%- endmacro %}

{# Refuses what is compared with nothing, with two things, or column by column with itself. #}
{% macro check_compared_sides(baseline, previous, relation, by) %}
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
    {%- do rankhouse.check_arguments(
        "test_metric_not_worse_than", {"relation": relation, "previous": previous, "by": by}
    ) -%}
    {%- do rankhouse.list_of_names("baseline", baseline.keys() | list) -%}
    {%- for column in baseline.keys() | list + [previous] if column in by -%}
        {{
            exceptions.raise_compiler_error(
                "by names '" ~ column ~ "', which tells the two sides apart: leave it out of by"
            )
        }}
    {%- endfor -%}
{% endmacro %}

{# The highest value of a column among the rows of a measure. #}
{% macro highest_value(model, column, measure, condition="1 = 1") -%}
    {%- if column is not none -%}
        select max({{ rankhouse.quoted(column) }})
        from (select * from {{ model }}) as listed
        where measure = {{ measure }} and {{ condition }}
    {%- endif -%}
{%- endmacro %}
