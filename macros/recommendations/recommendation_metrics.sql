{#
One row per measure of what a run recommends, beyond accuracy: the by columns, measure, metric, k, value, n_queries (the
lists that it is the value of), n_unknown (what the measure could not look up), and of means over lists value_sum,
std_error and a 95 % interval, ci_low to ci_high.
#}
{% macro recommendation_metrics(
    run,
    measures,
    items=none,
    interactions=none,
    judgments=none,
    features=none,
    distances=none,
    baseline=none,
    by=[],
    columns={}
) -%}
    {%- set inputs = {
        "items": items,
        "interactions": interactions,
        "judgments": judgments,
        "features": features,
        "distances": distances,
        "baseline": baseline,
    } -%}
    {{ rankhouse.recommendation_metrics_of(rankhouse.recommendation_plan(run, measures, inputs, by, columns)) }}
{%- endmacro %}

{# What the steps need to know, the arguments checked. #}
{% macro recommendation_plan(run, measures, inputs, by, columns) %}
    {%- set groups = rankhouse.groups_of(by).values() | list -%}
    {%- for name, relation in dict(inputs, run=run).items() -%}
        {%- do rankhouse.not_a_step(name, relation) -%}
    {%- endfor -%}
    {%- set parsed = rankhouse.parse_measures(measures, rankhouse.recommendation_catalogue()) -%}
    {%- set depth = namespace(k=0, all=false) -%}
    {%- set declarations = {} -%}
    {%- for measure in parsed -%}
        {%- do declarations.update({measure.metric: measure.declaration}) -%}
        {%- for need in measure.declaration.inputs -%}
            {%- set is_needed = need.option is not defined or measure[need.option] == need.choice -%}
            {%- if is_needed and inputs[need.input] is none -%}
                {{ exceptions.raise_compiler_error(rankhouse.needs_input(measure.measure, need.input)) }}
            {%- endif -%}
        {%- endfor -%}
        {%- if measure.k is none -%} {%- set depth.all = true -%}
        {%- elif measure.k > depth.k -%} {%- set depth.k = measure.k -%}
        {%- endif -%}
    {%- endfor -%}
    {{
        return(
            {
                "run": run,
                "inputs": inputs,
                "judgments": inputs.judgments,
                "measures": parsed,
                "declarations": declarations.values() | list,
                "columns": columns,
                "checked": false,
                "from_arguments": false,
                "requests_given": false,
                "depth": none if depth.all else depth.k,
                "run_outputs": by,
                "judged_outputs": [],
                "by": groups,
                "run_by": groups,
            }
        )
    }}
{% endmacro %}

{% macro recommendation_metrics_of(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    with
        {{ rankhouse.recommended_ctes(plan) }}
        {{
            (
                rankhouse.request_ctes(rankhouse.recommendation_catalogue())
                if plan.requests_given
                else rankhouse.recommendation_requests(plan)
            )
        }}
        {{ rankhouse.looked_up_ctes(plan) }}
        {{ rankhouse.distance_ctes(plan) }}
        {{ rankhouse.list_value_ctes(plan) }}
        {{ rankhouse.run_value_ctes(plan) }}
        rankhouse_found as (
            select
                {{ key | join(", ") }},
                avg(value) as value,
                count(value) as n_queries,
                sum(n_unknown) as n_unknown,
                sum(value) as value_sum,
                {{ rankhouse.standard_error("value") }} as std_error
            from rankhouse_list_values
            group by {{ key | join(", ") }}
            union all
            select
                {{ key | join(", ") }},
                value,
                n_lists as n_queries,
                n_unknown,
                {{ rankhouse.double("null") }} as value_sum,
                {{ rankhouse.double("null") }} as std_error
            from rankhouse_run_values
        )
    select
        {% if plan.requests_given %} unnest(grouped.by_1),
        {% else %}
            {%- for column in plan.by %} grouped.{{ column }} as {{ rankhouse.quoted(plan.run_outputs[loop.index0]) }},
            {%- endfor %}
        {% endif %}
        requests.measure,
        requests.metric,
        requests.k,
        found.value,
        {{ rankhouse.bigint("coalesce(found.n_queries, 0)") }} as n_queries,
        {{ rankhouse.bigint("coalesce(found.n_unknown, 0)") }} as n_unknown,
        found.value_sum,
        found.std_error,
        found.value - {{ rankhouse.half_interval("found.std_error") }} as ci_low,
        found.value + {{ rankhouse.half_interval("found.std_error") }} as ci_high
    from rankhouse_requests as requests
    {%- if plan.by %}
        cross join
            (
                select distinct {{ plan.by | join(", ") }}
                from rankhouse_run
                {%- if plan.requests_given %}
                    union
                    select *
                    from {{ plan.whole }} as nothing
                    where len($by) = 0
                {%- endif %}
            ) as grouped
    {%- endif %}
    left join
        rankhouse_found as found on requests.measure = found.measure
        {%- for column in plan.by %} and {{ rankhouse.same("grouped." ~ column, "found." ~ column) }} {%- endfor %}
    {%- if plan.requests_given %}
        where {{ rankhouse.inputs_are_given() }} {%- endif %} {{ rankhouse.settings_of_engine() }}
{%- endmacro %}
