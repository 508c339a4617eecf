{# The steps of metric_not_worse_than. `asked`: what the gate asks for, as SQL. #}
{# The steps rankhouse_newest and rankhouse_before: the newest complete value of a column, and the next older one. #}
{% macro gate_days(model, column, maturity, is_by_query, of_measure, evaluation=none) %}
    {%- set found = rankhouse.rows_of_one(model, evaluation) -%}
    {%- set newest = rankhouse.newest_value(found.rows, column, maturity, is_by_query, of_measure, found.is_mixed) -%}
    {%- set older = of_measure ~ " and " ~ rankhouse.quoted(column) ~ " < (select newest from rankhouse_newest)" -%}
    {%- set before = rankhouse.newest_value(found.rows, column, maturity, is_by_query, older, found.is_mixed) -%}
    {{
        return(
            [
                rankhouse.newest_step(column, maturity, newest),
                rankhouse.step("before", "the one before", before),
            ]
        )
    }}
{% endmacro %}

{% macro gate_steps(asked) %}
    {%- set steps = asked.steps + [
        rankhouse.step("compared", "a row of the baseline", rankhouse.gate_baseline_rows(asked)),
        rankhouse.step(
            "candidate", "a row of what is compared with it", rankhouse.gate_candidate_rows(asked)
        ),
        rankhouse.step("candidates", "what is compared with it", rankhouse.gate_candidates(asked)),
        rankhouse.step(
            "pairs",
            "a row of the baseline and a candidate, NULL where it lacks one",
            rankhouse.gate_pairs(asked),
        ),
    ] -%}
    {%- if not asked.paired -%}
        {%- do steps.append(
            rankhouse.step(
                "differences", "a candidate in a segment", rankhouse.gate_differences_of_means(asked)
            )
        ) -%}
    {%- elif asked.has_units -%}
        {%- do steps.append(
            rankhouse.step(
                "unclustered",
                "a candidate in a segment, over its queries",
                rankhouse.gate_differences_of_pairs(asked),
            )
        ) -%}
        {%- set group = asked.names + ["pair_number"] -%}
        {%- set weighs = asked.weight is not none -%}
        {%- set weight, further = "weight" if weighs else none, (
            rankhouse.effective_sums("difference") if weighs else {}
        ) -%}
        {%- do steps.extend(
            rankhouse.clustered_mean_steps(
                "pairs", group, "difference", "clustered", weight, asked.names, further
            )
        ) -%}
        {%- do steps.append(
            rankhouse.step(
                "differences", "the same, over clusters", rankhouse.gate_differences_of_clusters(asked)
            )
        ) -%}
    {%- elif asked.min_queries is none -%}
        {%- do steps.append(
            rankhouse.step(
                "differences", "a candidate in a segment", rankhouse.gate_differences_of_pairs(asked)
            )
        ) -%}
    {%- else -%}
        {%- do steps.append(
            rankhouse.step(
                "common",
                "a candidate in a segment, over common queries",
                rankhouse.gate_differences_of_pairs(asked),
            )
        ) -%}
        {%- do steps.extend(rankhouse.gate_steps_by_count(asked)) -%}
    {%- endif -%}
    {%- if asked.paired -%}
        {%- do steps.extend(rankhouse.student_quantile_steps("differences", ["9.75e-1"], [0.975])) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro gate_baseline_rows(asked) -%}
    select {{ rankhouse.listed(rankhouse.gate_key(asked) + rankhouse.gate_figures(asked, "compared")) }}
    from {{ "rankhouse_gated" if asked.relation is none else "(select * from " ~ asked.relation ~ ")" }} as compared
    where
        {{
            ([asked.of_measure] + asked.of_relation + asked.is_baseline + rankhouse.gate_weights(asked)) | join(
                " and "
            )
        }}
{%- endmacro %}

{% macro gate_candidate_rows(asked) -%}
    select
        {{
            rankhouse.listed(
                asked.candidate_columns + rankhouse.gate_key(asked) + rankhouse.gate_figures(asked, "candidate")
            )
        }}
    from rankhouse_gated as candidate
    where {{ ([asked.of_measure] + asked.is_candidate + rankhouse.gate_weights(asked)) | join(" and ") }}
{%- endmacro %}

{# Conditions that always hold: what is no weight stops the query. #}
{% macro gate_weights(asked) %}
    {%- if asked.weight is none -%} {{ return([]) }}{%- endif -%}
    {{ return([rankhouse.unless_wrong_weights(rankhouse.double(rankhouse.quoted(asked.weight)))]) }}
{% endmacro %}

{# What is no number of moderate size is no value, as in compare. #}
{% macro gate_figures(asked, relation) %}
    {%- set columns = [] -%}
    {%- for name in ["value"] + ([] if asked.paired else ["std_error"]) -%}
        {%- do columns.append(rankhouse.moderate(rankhouse.double(relation ~ "." ~ name)) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- if asked.weight is not none -%}
        {%- do columns.append(rankhouse.double(relation ~ "." ~ rankhouse.quoted(asked.weight)) ~ " as weight") -%}
    {%- endif -%}
    {{ return(columns + rankhouse.gate_cluster(asked) + ([] if asked.paired else ["n_queries"])) }}
{% endmacro %}

{% macro gate_key(asked) %} {{ return(asked.by + (["query_id"] if asked.paired else [])) }}{% endmacro %}

{% macro gate_candidates(asked) -%}
    {%- if asked.candidate_columns -%}
        select distinct {{ rankhouse.inline(asked.candidate_columns) }} from rankhouse_candidate
    {%- else -%} select 1 as one
    {%- endif -%}
{%- endmacro %}

{% macro gate_pairs(asked) -%}
    {%- set columns = (
        rankhouse.columns_of("candidates", asked.candidate_columns)
        + rankhouse.columns_of("compared", asked.by)
        + (["compared.query_id"] if asked.paired else [])
    ) -%}
    {%- set difference = "candidate.value - compared.value" -%}
    {%- if asked.weight is not none -%}
        {%- set difference = "case when compared.weight > 0 then " ~ difference ~ " end" -%}
    {%- endif -%}
    {%- set figures = ["candidate.value", "compared.value as baseline_value", difference ~ " as difference"] -%}
    {%- set stopped = [] -%}
    {%- if asked.has_units -%}
        {%- set cluster = "coalesce(compared.cluster_name, candidate.cluster_name)" -%}
        {%- do figures.extend(
            [
                "1 as pair_number",
                ("compared.query_id" if asked.cluster is none else cluster) ~ " as cluster_id",
            ]
        ) -%}
    {%- endif -%}
    {%- if asked.cluster is not none -%}
        {%- do stopped.append(
            rankhouse.unless(
                "compared.cluster_name <> candidate.cluster_name",
                rankhouse.says_other_cluster(asked.cluster),
            )
        ) -%}
    {%- endif -%}
    {%- if asked.weight is not none -%}
        {%- do figures.append("compared.weight as weight") -%}
        {%- do stopped.append(rankhouse.unless_weights_differ("compared", "candidate")) -%}
    {%- endif -%}
    {%- if not asked.paired -%}
        {%- set squares = "candidate.std_error * candidate.std_error + compared.std_error * compared.std_error" -%}
        {%- do figures.append("sqrt(" ~ squares ~ ") as std_error") -%}
        {%- do figures.extend(["candidate.n_queries", "compared.n_queries as baseline_queries"]) -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns + figures) }}
    from rankhouse_compared as compared
    cross join rankhouse_candidates as candidates
    left join
        rankhouse_candidate as candidate on {{ "candidate.query_id = compared.query_id" if asked.paired else "1 = 1" }}
        {{ rankhouse.and_same_groups("candidate", "compared", asked.by) }}
        {{ rankhouse.and_same_groups("candidate", "candidates", asked.candidate_columns) }}
        {{ "where " ~ stopped | join(" and ") if stopped }}
{%- endmacro %}

{# The cluster of a query, as text. #}
{% macro gate_cluster(asked) %}
    {%- if asked.cluster is none -%} {{ return([]) }}{%- endif -%}
    {{ return([rankhouse.text(rankhouse.quoted(asked.cluster)) ~ " as cluster_name"]) }}
{% endmacro %}

{# Of a query that is in one cluster here, and in another one in the baseline. #}
{% macro says_other_cluster(cluster) %}
    {%- set parts = [
        rankhouse.literal("one query is in several clusters, e.g. query_id "),
        rankhouse.text("compared.query_id"),
        rankhouse.literal(", " ~ cluster ~ " "),
        "compared.cluster_name",
        rankhouse.literal(", other " ~ cluster ~ " "),
        "candidate.cluster_name",
        rankhouse.literal("; a query must belong to one cluster"),
    ] -%}
    {{ return("\n" ~ parts | join("\n|| ") ~ "\n") }}
{% endmacro %}

{% macro gate_differences_of_clusters(asked) -%}
    {%- set kept = asked.names + ["value", "baseline_value", "difference", "n_queries", "baseline_queries"] -%}
    {%- set columns = rankhouse.select_of("found", kept + ["n_repeated", "comparison"]) -%}
    select
        {{ rankhouse.listed(columns) }},
        clustered.std_error as std_error,
        clustered.n_clusters as n_clusters,
        {{ "clustered.n_effective as n_effective," if asked.weight is not none }}
        clustered.n_clusters - 1 as degrees
    from rankhouse_unclustered as found
    left join
        rankhouse_clustered as clustered on clustered.pair_number = 1
        {{ rankhouse.and_same_groups("found", "clustered", asked.names) }}
{%- endmacro %}

{% macro gate_differences_of_pairs(asked) -%}
    {%- set mean = "avg({0})" if asked.weight is none else rankhouse.weighted_mean(value="{0}") -%}
    select
        {% for name in asked.names %} {{ name }}, {% endfor %}
        {{ mean.format("case when difference is not null then value end") }} as value,
        {{ mean.format("case when difference is not null then baseline_value end") }} as baseline_value,
        {{ mean.format("difference") }} as difference,
        {{ rankhouse.standard_error("difference") }} as std_error,
        count(difference) as n_queries,
        count(difference) as baseline_queries,
        count(difference) - 1 as degrees,
        count(*) - count(distinct query_id) as n_repeated,
        'paired' as comparison
    from rankhouse_pairs
    {%- if asked.names %} group by {{ asked.names | join(", ") }} {%- endif %}
{%- endmacro %}

{% macro gate_differences_of_means(asked) -%}
    select pairs.*, count(*) over ({{ rankhouse.partitioned(asked.names) }}) - 1 as n_repeated, 'unpaired' as comparison
    from rankhouse_pairs as pairs
{%- endmacro %}

{#
The same of each pair of sides that has min_queries common queries, and else of the means over all queries of each side.
The baseline's figures have the names that Welch's degrees of freedom are made of.
#}
{% macro gate_steps_by_count(asked) %}
    {%- set steps = [] -%}
    {%- for side, read in {"baseline": "baseline_value", "candidate": "value"}.items() -%}
        {%- set sql -%}
            select
                {% for name in asked.names %} {{ name }}, {% endfor %}
                count({{ read }}) as n_queries,
                avg({{ read }}) as value,
                {{ rankhouse.standard_error(read) }} as std_error
            from rankhouse_{{ "pairs" if side == "baseline" else "candidate" }}
            {%- if asked.names %} group by {{ asked.names | join(", ") }} {%- endif %}
        {%- endset -%}
        {%- do steps.append(
            rankhouse.step("all_of_" ~ side, "a candidate in a segment, its " ~ side ~ " alone", sql)
        ) -%}
    {%- endfor -%}
    {%- do steps.append(
        rankhouse.step("sides", "a candidate in a segment, in both ways", rankhouse.gate_sides(asked))
    ) -%}
    {%- do steps.append(
        rankhouse.step("differences", "a candidate in a segment", rankhouse.gate_chosen_sides(asked))
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro gate_sides(asked) -%}
    select
        {{ rankhouse.listed(rankhouse.columns_of("common", asked.names)) }}{{ "," if asked.names }}
        common.value as common_value,
        common.baseline_value as common_baseline_value,
        common.difference as common_difference,
        common.std_error as common_std_error,
        common.n_queries as n_common,
        common.degrees as common_degrees,
        common.n_repeated,
        baseline.value as previous_value,
        baseline.n_queries as previous_queries,
        baseline.std_error * baseline.std_error as previous_variance,
        candidate.value,
        coalesce(candidate.n_queries, 0) as n_queries,
        candidate.std_error * candidate.std_error as variance
    from rankhouse_common as common
    left join
        rankhouse_all_of_baseline as baseline on 1 = 1
        {{ rankhouse.and_same_groups("baseline", "common", asked.names) }}
    left join
        rankhouse_all_of_candidate as candidate on 1 = 1
        {{ rankhouse.and_same_groups("candidate", "common", asked.names) }}
{%- endmacro %}

{% macro gate_chosen_sides(asked) -%}
    {%- set columns = {
        "value": ["common_value", "value"],
        "baseline_value": ["common_baseline_value", "previous_value"],
        "difference": ["common_difference", "value - previous_value"],
        "std_error": ["common_std_error", "sqrt(variance + previous_variance)"],
        "n_queries": ["n_common", "n_queries"],
        "baseline_queries": ["n_common", "previous_queries"],
        "degrees": [rankhouse.double("common_degrees"), rankhouse.welch_degrees()],
        "comparison": ["'paired'", "'unpaired'"],
    } -%}
    select
        {% for name in asked.names %} {{ name }}, {% endfor %}
        {% for column, choices in columns.items() %}
            case
                when n_common >= {{ asked.min_queries }} then {{ choices[0] }} else {{ choices[1] }}
            end as {{ column }},
        {% endfor %}
        n_common,
        n_repeated
    from rankhouse_sides
{%- endmacro %}

{% macro gate_failures(asked) -%}
    {%- set figures = [
        "value",
        "baseline_value",
        "difference",
        "std_error",
        "n_queries",
        "n_repeated",
        "comparison",
    ] -%}
    {%- do figures.extend(["n_clusters"] if asked.cluster is not none else []) -%}
    {%- do figures.extend(["n_effective"] if asked.weight is not none else []) -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("found", asked.names + figures)) }},
        found.difference - {{ asked.half }} as difference_ci_low,
        found.difference + {{ asked.half }} as difference_ci_high,
        wanted.margin,
        - wanted.margin - {{ asked.gain }} as shortfall,
        {{ rankhouse.gate_reason(asked) }} as reason
    from (select {{ rankhouse.double(asked.margin) }} as margin) as wanted
    left join rankhouse_differences as found on 1 = 1
    {%- if asked.paired %}
        left join rankhouse_differences_quantiles as quantiles on quantiles.degrees = found.degrees
    {%- endif %}
    where
        found.difference is null or found.n_repeated > 0
        {%- if asked.min_queries is not none %} or {{ rankhouse.gate_has_too_few(asked) }} {%- endif %}
        or {{ asked.gain }} {{ "+ " ~ asked.half if asked.significant }} < - wanted.margin
{%- endmacro %}

{% macro gate_has_too_few(asked) %}
    {%- set least = "least(coalesce(found.n_queries, 0), coalesce(found.baseline_queries, 0))" -%}
    {{ return(least ~ " < " ~ asked.min_queries) }}
{% endmacro %}
