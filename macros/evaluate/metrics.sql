{#
One row per measure: its mean over queries with their number, the queries that the run misses, the sum (additive),
the standard error and a 95 % interval (normal approximation; NULL below two queries). `grouping_sets` are lists of
grouping columns: each row is then one group of one of them, named in the column grouping_set, the other grouping columns
being NULL. `min_queries` leaves out means over fewer queries.
#}
{% macro metrics(
    run,
    judgments=none,
    measures=[],
    by=[],
    judgments_by=[],
    columns={},
    ties=none,
    queries=none,
    unjudged=none,
    checked=false,
    relevant_from=none,
    pool=none,
    convention=none,
    grouping_sets=none,
    min_queries=0
) -%}
    {%- set plan = rankhouse.plan(
        run,
        judgments,
        measures,
        by,
        judgments_by,
        columns,
        ties,
        queries,
        unjudged,
        checked,
        relevant_from,
        pool,
        convention,
    ) -%}
    {{ rankhouse.metrics_of(plan, grouping_sets, min_queries) }}
{%- endmacro %}

{% macro metrics_of(plan, grouping_sets=none, min_queries=0) -%}
    {%- set named_set = [] if grouping_sets is none else ["grouping_set"] -%}
    {%- set group = (plan.by + named_set + ["measure", "metric", "k"]) | join(", ") -%}
    {%- set counted_rows = "rankhouse_counted" if grouping_sets is none else "rankhouse_grouped" -%}
    {%- set geometric = rankhouse.geometric_metrics(plan) -%}
    {{ rankhouse.measured_ctes(plan) }},
    rankhouse_counted as (
        select
            {{ (plan.by + ["measure", "metric", "k"]) | join(", ") }},
            is_missing,
            {{ "weight, " if plan.weighted -}}
            {%- set counted = "case when is_counted then value end" -%}
            {%- if geometric %}
                case when {{ geometric }} then ln({{ rankhouse.gmap(counted) }}) else {{ counted }} end as value
            {%- else %} {{ counted }} as value
            {%- endif %}
        from rankhouse_measured{{ " where " ~ rankhouse.groups_are_known() if plan.from_arguments }}
    ),
    {{- rankhouse.grouped_ctes(plan, grouping_sets) if grouping_sets is not none }}
    {%- if plan.weighted %}
        rankhouse_weighted as (
            select counted.*, {{ rankhouse.weighted_mean("over (partition by " ~ group ~ ")") }} as mean_value
            from {{ counted_rows }} as counted
        ),
    {%- endif %}
    rankhouse_summary as (
        select
            {{ group }},
            {{ rankhouse.weighted_mean() if plan.weighted else "avg(value)" }} as value,
            count(value) as n_queries,
            sum(case when is_missing then 1 else 0 end) as n_missing,
            sum({{ "weight * " if plan.weighted }}value) as value_sum,
            {% if plan.weighted -%}
                sqrt(
                    sum(power(weight * (value - mean_value), 2))
                    * {{ rankhouse.double("count(value)") }}
                    / nullif(count(value) - 1, 0)
                )
                / nullif(sum(case when value is not null then weight end), 0) as std_error
            {%- else -%} {{ rankhouse.standard_error("value") }} as std_error
            {%- endif %}
        from {{ "rankhouse_weighted" if plan.weighted else counted_rows }}
        group by {{ group }}
    )
    select
        {{ rankhouse.named_groups(plan) }}{{ named_set | join }}{{ ", " if named_set }}measure,
        metric,
        k,
        {{ rankhouse.on_scale(geometric, "value") }} as value,
        n_queries,
        {{ rankhouse.bigint("n_missing") }} as n_missing,
        value_sum,
        {{ "case when " ~ geometric ~ " then exp(value) * std_error else std_error end" if geometric else "std_error" }}
        as std_error,
        {{ rankhouse.on_scale(geometric, "value - " ~ rankhouse.half_interval("std_error")) }} as ci_low,
        {{ rankhouse.on_scale(geometric, "value + " ~ rankhouse.half_interval("std_error")) }} as ci_high
    from
        rankhouse_summary
        {{ "where n_queries >= " ~ min_queries | int if min_queries }} {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{# The condition that a measure's mean is geometric, none when no measure asked for has one. #}
{% macro geometric_metrics(plan) %}
    {%- set names = [] -%}
    {%- for declaration in (
        rankhouse.catalogue() if plan.from_arguments else plan.measures | map(attribute="declaration")
    ) -%}
        {%- if declaration.mean is defined and declaration.mean == "geometric" and rankhouse.literal(
            declaration.name
        ) not in names -%}
            {%- do names.append(rankhouse.literal(declaration.name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("metric in (" ~ names | join(", ") ~ ")" if names else none) }}
{% endmacro %}

{# A mean of logarithms back on the scale of the values. #}
{% macro on_scale(geometric, expression) %}
    {{
        return(
            "case when " ~ geometric ~ " then exp(" ~ expression ~ ") else " ~ expression ~ " end"
            if geometric
            else expression
        )
    }}
{% endmacro %}

{# Of a mean; NULL below two values. #}
{% macro standard_error(value) -%}
    stddev_samp({{ value }}) / sqrt({{ rankhouse.double("nullif(count(" ~ value ~ "), 0)") }})
{%- endmacro %}

{# Half a 95 % interval of the normal distribution. #}
{% macro half_interval(std_error) %} {{ return("1.959963984540054 * " ~ std_error) }}{% endmacro %}

{% macro weighted_mean(over="") -%}
    sum(weight * value) {{ over }} / nullif(sum(case when value is not null then weight end) {{ over }}, 0)
{%- endmacro %}
