{# rankhouse_run_values: the measures of how often all lists together show each item. #}
{% macro run_value_cte(plan) -%}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) | list -%}
    {%- set over_items = plan.declarations | selectattr("level", "equalto", "run") | list -%}
    {%- set names = rankhouse.names_of(over_items) if over_items else "''" -%}
    rankhouse_cutoffs as (select distinct k from rankhouse_requests where metric in ({{ names }})),
    rankhouse_shown as (
        select
            {{ rankhouse.columns_of("lists", plan.by + ["query_id", "item_id"]) }},
            cutoffs.k,
            count(*) over (
                partition by {{ rankhouse.columns_of("lists", plan.by + ["query_id"]) }}, cutoffs.k
            ) as list_length
        from rankhouse_lists as lists
        join rankhouse_cutoffs as cutoffs on lists.item_rank <= coalesce(cutoffs.k, lists.item_rank)
    ),
    rankhouse_exposures as (
        select
            {{ (plan.by + ["item_id", "k"]) | join(", ") }},
            count(*) as exposure,
            sum(1 / sqrt({{ rankhouse.double("list_length") }})) as list_weight
        from rankhouse_shown
        group by {{ (plan.by + ["item_id", "k"]) | join(", ") }}
    ),
    rankhouse_list_counts as (
        select {% for column in plan.by %}{{ column }}, {% endfor %}count(distinct query_id) as n_lists
        from rankhouse_run
        {%- if plan.by %} group by {{ plan.by | join(", ") }} {%- endif %}
    ),
    rankhouse_counted as (
        select
            {{ rankhouse.columns_of("exposures", plan.by + ["item_id", "exposure", "list_weight"]) }},
            totals.n_items,
            counts.n_lists,
            {{ rankhouse.request_columns() }},
            case
                when items.item_id is null and ({{ rankhouse.of_catalogue() }}) then 0 else 1
            end as is_counted
        from rankhouse_exposures as exposures
        join
            rankhouse_requests as requests
            on requests.metric in ({{ names }})
            and {{ rankhouse.same("exposures.k", "requests.k") }}
        join
            rankhouse_list_counts as counts
            on {{ rankhouse.match("exposures", "counts", plan.by) }}
        cross join rankhouse_totals as totals
        left join rankhouse_items as items on exposures.item_id = items.item_id
    ),
    rankhouse_run_values as (
        select
            {{ (plan.by + ["measure", "n_lists"]) | join(", ") }},
            {% if over_items -%}
                case
                    metric
                    {%- for declaration in over_items %}
                        when {{ rankhouse.literal(declaration.name) }} then {{ declaration.value() }}
                    {%- endfor %}
                end
            {%- else -%} {{ rankhouse.double("null") }}
            {%- endif %} as value,
            sum(case when is_counted = 0 then exposure else 0 end) as n_unknown
        from
            (
                select
                    counted.*,
                    case when is_counted = 1 then exposure end as counted_exposure,
                    case
                        when is_counted = 1
                        then
                            row_number() over (
                                partition by {{ (plan.by + ["measure", "is_counted"]) | join(", ") }}
                                order by exposure asc
                            )
                    end as exposure_place
                from rankhouse_counted as counted
            ) as placed
        group by {{ (plan.by + ["measure", "metric", "k", "n_lists"] + options) | join(", ") }}
    ),
{%- endmacro %}

{# Whether a request counts items of the catalogue alone. #}
{% macro of_catalogue() %}
    {%- set conditions = [] -%}
    {%- for declaration in rankhouse.recommendation_catalogue() if declaration.level == "run" -%}
        {%- for need in declaration.inputs if need.input == "items" -%}
            {%- set chosen = "requests.metric = " ~ rankhouse.literal(declaration.name) -%}
            {%- if need.option is defined -%}
                {%- set chosen = chosen ~ " and requests." ~ need.option ~ " = " ~ rankhouse.literal(need.choice) -%}
            {%- endif -%}
            {%- do conditions.append(chosen) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(conditions | join(" or ")) }}
{% endmacro %}
