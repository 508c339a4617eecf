{#
One row per query and measure: the `by` columns, query_id, measure, metric, k, value.
A query without relevant items has no recall, AP, NDCG or AUC: its value is NULL.
#}
{% macro query_metrics(
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
    convention=none
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
    {{ rankhouse.query_metrics_of(plan) }}
{%- endmacro %}

{% macro query_metrics_of(plan) -%}
    {{ rankhouse.measured_ctes(plan) }}
    select {{ rankhouse.named_groups(plan) }}query_id, measure, metric, k, value
    from rankhouse_measured
    where
        is_counted{{ " and " ~ rankhouse.groups_are_known() if plan.from_arguments }} {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{# "by_1 as "system", ": the grouping columns under the names that the user knows. #}
{% macro named_groups(plan) %}
    {%- if plan.from_arguments -%} {{ return(rankhouse.unpacked_groups() ~ ", ") }}{%- endif -%}
    {%- set named = [] -%}
    {%- for column in plan.by -%}
        {%- do named.append(column ~ " as " ~ rankhouse.quoted(plan.outputs[loop.index0]) ~ ", ") -%}
    {%- endfor -%}
    {{ return(named | join) }}
{% endmacro %}

{# WITH ... down to rankhouse_measured: one row per unit and measure, with whether the query counts and is missing. #}
{% macro measured_ctes(plan) -%}
    {%- set queries = rankhouse.policy_argument("queries") if plan.queries == "given" else "" -%}
    {%- set unit = plan.by + ["query_id"] -%}
    with
        {{ rankhouse.input_ctes(plan, single=not rankhouse.in_lists(plan)) }}
        {{ rankhouse.graded_cte(plan) if not rankhouse.in_lists(plan) }}
        {{ rankhouse.no_row_ctes() if plan.from_arguments }}
        {{ rankhouse.unit_ctes(plan) }}
        {{ rankhouse.ranked_in_lists(plan) if rankhouse.in_lists(plan) else rankhouse.ranked_ctes(plan) }}
        {{ rankhouse.row_ctes(plan) }}
        {{ rankhouse.requested_value_ctes(plan) if plan.from_arguments else rankhouse.value_ctes(plan) }}
        rankhouse_measured as (
            select
                {{ unit | join(", ") }},
                measure,
                metric,
                k,
                {{ "weight, " if plan.weighted -}}
                n_retrieved = 0 and n_relevant > 0 as is_missing,
                {{
                    {
                        "given": "(" ~ queries ~ " in ('judged', 'all') or n_retrieved > 0)",
                        "judged": "true",
                        "all": "true",
                    }.get(plan.queries, "n_retrieved > 0")
                }} as is_counted,
                {{ rankhouse.counted_value(plan) }} as value
            from rankhouse_values
        )
{%- endmacro %}

{# A query without relevant items counts 0 where all queries count. #}
{% macro counted_value(plan) -%}
    {%- set value = rankhouse.value_by_convention() if plan.from_arguments else "value" -%}
    {%- if plan.queries == "all" -%} case when n_relevant > 0 then value else coalesce(value, 0) end
    {%- elif plan.queries == "given" -%}
        coalesce(
            {{ value }}, case when n_relevant = 0 and {{ rankhouse.policy_argument("queries") }} = 'all' then 0 end
        )
    {%- else -%} value
    {%- endif -%}
{%- endmacro %}

{# A measure's value, and what a convention says of a query without relevant items or without a list. #}
{% macro value_of(measure) -%}
    {%- set value = measure.declaration.value(measure) -%}
    {%- if measure.without_relevant is not none -%}
        {%- set without = "case when n_relevant = 0 then " ~ measure.without_relevant ~ " end" -%}
        {%- set value = "coalesce(" ~ value ~ ", " ~ without ~ ")" -%}
    {%- endif -%}
    {{ "case when n_retrieved > 0 then " ~ value ~ " end" if measure.only == "intersection" else value }}
{%- endmacro %}

{# rankhouse_values: the units, each with every measure and its value. #}
{% macro value_ctes(plan) -%}
    {%- set unit = plan.by + ["query_id"] -%}
    rankhouse_wide as (
        select
            {{ rankhouse.select_of("units", unit) }},
            n_relevant,
            n_judged,
            n_retrieved
            {%- for measure in plan.measures %}
                ,
                {{ rankhouse.value_of(measure) }} as value_{{ loop.index }}
                {%- if measure.weight != "1" %}, {{ measure.weight }} as weight_{{ loop.index }} {%- endif %}
            {%- endfor %}
        {%- if rankhouse.in_lists(plan) %} from rankhouse_rows as units
        {%- else %}
            from rankhouse_units as units
            left join rankhouse_rows as evaluated on {{ rankhouse.match("units", "evaluated", unit) }}
        {%- endif %}
        group by {{ rankhouse.columns_of("units", unit) }}, n_relevant, n_judged, n_retrieved
    ),
    rankhouse_measures as ({{ rankhouse.measure_rows(plan) }}),
    rankhouse_values as (
        select
            {{ unit | join(", ") }},
            n_relevant,
            n_retrieved,
            measure,
            metric,
            k,
            {% if plan.weighted -%}
                {%- set weights = [] -%}
                {%- for measure in plan.measures if measure.weight != "1" -%}
                    {%- set weight = rankhouse.double("weight_" ~ measure.number) -%}
                    {%- do weights.append("when " ~ measure.number ~ " then " ~ weight) -%}
                {%- endfor -%}
                case measure_number {{ weights | join(" ") }} else {{ rankhouse.double(1) }} end as weight,
            {% endif -%}
            case
                measure_number
                {% for measure in plan.measures %} when {{ loop.index }} then value_{{ loop.index }}{% endfor %}
            end as value
        from rankhouse_wide
        cross join rankhouse_measures
    ),
{%- endmacro %}

{# The measures as rows: measure_number, measure, metric, k. #}
{% macro measure_rows(plan) %} {{ return(adapter.dispatch("measure_rows", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__measure_rows(plan) -%}
    {%- for measure in plan.measures %}
        select
            {{ loop.index }} as measure_number,
            {{ rankhouse.literal(measure.measure) }} as measure,
            {{ rankhouse.literal(measure.metric) }} as metric,
            {{ rankhouse.bigint("null" if measure.k is none else measure.k) }} as k
        {%- if not loop.last %}
            union all
        {% endif %}
    {%- endfor %}
{%- endmacro %}

{% macro measure_values(plan) -%}
    select listed.measure_number, listed.measure, listed.metric, listed.k
    from
        (
            values
                {%- for measure in plan.measures %}
                    (
                        {{ loop.index }},
                        {{ rankhouse.literal(measure.measure) }},
                        {{ rankhouse.literal(measure.metric) }},
                        {{ rankhouse.bigint("null" if measure.k is none else measure.k) }}
                    ){{ "," if not loop.last }}
                {%- endfor %}
        ) as listed(measure_number, measure, metric, k)
{%- endmacro %}

{# For a union beside a large table Postgres starts parallel workers, which costs more than the query at times. #}
{% macro postgres__measure_rows(plan) %} {{ return(rankhouse.measure_values(plan)) }}{% endmacro %}

{# Each part of a union is a task of its own there. #}
{% macro spark__measure_rows(plan) %} {{ return(rankhouse.measure_values(plan)) }}{% endmacro %}

{# Takes no list of values in FROM. #}
{% macro redshift__measure_rows(plan) %} {{ return(rankhouse.default__measure_rows(plan)) }}{% endmacro %}
