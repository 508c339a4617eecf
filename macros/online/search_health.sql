{#
Search as its users met it, one row per group and measure: the by columns, measure, value, n, std_error, ci_low, ci_high.
    no_result     the share of searches without results
    abandoned     of searches with results, the share without a click
    success@k     the share of searches with a click at a position up to k
    first_click   of searches with a click, the mean of 1 / the highest position clicked
    clicks        clicks per search
The interval is Student's t over n searches, or over clusters of them. A click on an unknown search does not count.
#}
{% macro search_health(searches, clicks, k=[1, 10], by=[], cluster=none, columns={}) -%}
    {%- do rankhouse.refuse_others("search_health", kwargs) -%}
    {%- set arguments = {"searches": searches, "clicks": clicks, "cluster": cluster} -%}
    {%- set plan = rankhouse.plan_of("search_health", rankhouse.reads_searches(), arguments, by, columns) -%}
    {%- do plan.update({"measures": rankhouse.measures_of_searches(k)}) -%}
    {{ rankhouse.laid_out(rankhouse.search_health_of(plan)) if execute }}
{%- endmacro %}

{# Each with its value for a search with n_results, n_clicks and first_position. #}
{% macro measures_of_searches(k) %}
    {%- set one, zero = rankhouse.double(1), rankhouse.double(0) -%}
    {%- set values = {
        "no_result": "case when n_results > 0 then " ~ zero ~ " else " ~ one ~ " end",
        "abandoned": "case when n_results > 0 then case when n_clicks > 0 then "
        ~ zero
        ~ " else "
        ~ one
        ~ " end end",
    } -%}
    {%- for cutoff in rankhouse.cutoffs_of_searches(k) -%}
        {%- set within = "case when first_position <= " ~ cutoff ~ " then " ~ one ~ " else " ~ zero ~ " end" -%}
        {%- do values.update({"success@" ~ cutoff: within}) -%}
    {%- endfor -%}
    {%- do values.update({"first_click": "1 / first_position", "clicks": "n_clicks"}) -%}
    {%- set measures = [] -%}
    {%- for measure, value in values.items() -%}
        {%- set highest = "null" if measure == "clicks" else "1" -%}
        {%- do measures.append({"number": loop.index, "measure": measure, "value": value, "highest": highest}) -%}
    {%- endfor -%}
    {{ return(measures) }}
{% endmacro %}

{# One or several whole numbers, each once. #}
{% macro cutoffs_of_searches(k) %}
    {%- set given, read = [k] if k is number else k, [] -%}
    {%- if given is string or given is mapping or given is not iterable or not given -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_cutoffs(k)) }}
    {%- endif -%}
    {%- for each in given -%}
        {%- if not rankhouse.is_finite(each) or each < 1 or each != each | int -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_no_cutoffs(k)) }}
        {%- endif -%}
        {%- if each | int not in read -%} {%- do read.append(each | int) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(read) }}
{% endmacro %}

{% macro says_no_cutoffs(k) %}
    {{ return("k is one or several whole numbers of at least 1, such as [1, 10], got '" ~ k ~ "'") }}
{% endmacro %}

{% macro search_health_of(plan) -%}
    {%- set steps = [
        rankhouse.step("values", "a search", rankhouse.rows_declared(plan, "searches")),
        rankhouse.step("searches", "the same, once", rankhouse.searches_once(plan)),
        rankhouse.step("clicked", "a search with clicks", rankhouse.clicked_searches(plan)),
        rankhouse.step("measures", "a measure", rankhouse.numbered_searches(plan)),
        rankhouse.step("measured", "a search by a measure", rankhouse.measured_searches(plan)),
    ] -%}
    {%- do steps.extend(rankhouse.measured_mean_steps(plan, "a measure in a group, over its searches")) -%}
    {%- set degrees = rankhouse.degrees_of_searches(plan.cluster is not none) -%}
    {%- do steps.append(rankhouse.step("moments", "the same, with its degrees of freedom", degrees)) -%}
    {%- do steps.extend(rankhouse.student_limit_steps("moments", "0.95")) -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a measure in a group, over its searches", rankhouse.search_health_answer(plan)) }}
{%- endmacro %}

{# In all groups together, because clicks do not tell which search of an id they are on. #}
{% macro searches_once(plan) -%}
    select counted.*
    from (select found.*, count(*) over (partition by search_id) as n_same from rankhouse_values as found) as counted
    where {{ rankhouse.unless_twice(plan, "searches", [], "n_same") }}
{%- endmacro %}

{% macro clicked_searches(plan) -%}
    select search_id, count(*) as n_clicks, min(position) as first_position
    from ({{ rankhouse.rows_declared(plan, "clicks") }}) as clicks
    group by search_id
{%- endmacro %}

{% macro numbered_searches(plan) -%}
    {{ rankhouse.per_measure(plan, "select <number> as number, <measure> as measure", "\nunion all\n") }}
{%- endmacro %}

{% macro measured_searches(plan) -%}
    {%- set columns = rankhouse.select_of("searches", plan.by) + ["searches.search_id as query_id"] -%}
    {%- if plan.cluster is not none -%} {%- do columns.append("searches.cluster_name as cluster_id") -%} {%- endif -%}
    {%- set columns = columns + ["searches.n_results as n_results", "clicked.first_position as first_position"] -%}
    {%- do columns.append(rankhouse.double("coalesce(clicked.n_clicks, 0)") ~ " as n_clicks") -%}
    select
        met.*,
        measures.number as number,
        case measures.number {{ rankhouse.per_measure(plan, "when <number> then <value>", "\n") }} end as value
    from
        (
            select {{ rankhouse.listed(columns) }}
            from rankhouse_searches as searches
            left join rankhouse_clicked as clicked on searches.search_id = clicked.search_id
        ) as met
    cross join rankhouse_measures as measures
{%- endmacro %}

{# Equal values have no spread, even where rounding leaves some. #}
{% macro degrees_of_searches(clustered) -%}
    {%- set n = "n_clusters" if clustered else "n_queries" -%}
    {%- set zero = rankhouse.double("0") -%}
    {%- set figures = {"degrees": "case when " ~ n ~ " > 1 then " ~ rankhouse.double(n ~ " - 1") ~ " end"} -%}
    {%- do figures.update(
        {"spread": "case when std_error <= 1e-12 * abs(value) then " ~ zero ~ " else std_error end"}
    ) -%}
    select summary.*, {{ rankhouse.listed(rankhouse.named_expressions(figures)) }}
    from rankhouse_summary as summary
{%- endmacro %}

{% macro search_health_answer(plan) -%}
    {%- set half = "quantiles.quantile * moments.spread" -%}
    {%- set highest = rankhouse.per_measure(plan, "when <number> then <highest>", "\n") -%}
    {%- set highest = "case moments.number\n" ~ highest ~ "\nend" -%}
    {%- set highest = rankhouse.double(highest) -%}
    {%- set figures = {
        "measure": "measures.measure",
        "value": "moments.value",
        "n": rankhouse.bigint("moments.n_queries"),
        "std_error": "case when moments.degrees > 0 then moments.spread end",
        "ci_low": rankhouse.low_end("moments.value - " ~ half, "moments.value", "0"),
        "ci_high": rankhouse.high_end("moments.value + " ~ half, "moments.value", highest),
    } -%}
    select {{ rankhouse.listed(rankhouse.named_groups(plan, "moments") + rankhouse.named_expressions(figures)) }}
    from rankhouse_moments as moments
    join rankhouse_measures as measures on moments.number = measures.number
    left join
        rankhouse_moments_quantiles as quantiles on moments.degrees = quantiles.degrees
        {{ rankhouse.group_joins(plan, "moments") }}
{%- endmacro %}
