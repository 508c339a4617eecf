{# rankhouse_run_values: the measures of how often all lists together show each item. #}
{% macro run_value_ctes(plan) -%}
    {%- set declarations = plan.declarations | selectattr("level", "equalto", "run") | list -%}
    {%- if declarations %} {{ rankhouse.exposure_ctes(plan, declarations) }} {%- endif %}
    rankhouse_run_values as (
        {%- if declarations %}{{ rankhouse.values_of_exposure(plan, declarations) }}
        {%- else %}
            select
                {% for column in plan.by %} {{ column }},
                {% endfor %}
                '' as measure,
                {{ rankhouse.double(0) }} as value,
                0 as n_lists,
                0 as n_unknown
            from rankhouse_run
            where 1 = 0
        {%- endif %}
    ),
{%- endmacro %}

{#
rankhouse_exposures: each shown item, at each cutoff, with the number of lists that show it and the sum of their
lengths' inverse roots. rankhouse_list_counts: the number of lists.
#}
{% macro exposure_ctes(plan, declarations) -%}
    {%- set list = plan.by + ["query_id"] -%}
    rankhouse_cutoffs as (
        select distinct k from rankhouse_requests where metric in ({{ rankhouse.names_of(declarations) }})
    ),
    rankhouse_shown as (
        select
            {{ rankhouse.select_of("lists", list + ["item_id"]) }},
            cutoffs.k as k,
            count(*) over (partition by {{ rankhouse.columns_of("lists", list) }}, cutoffs.k) as list_length
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
        select {% for column in plan.by %} {{ column }}, {% endfor %} count(distinct query_id) as n_lists
        from rankhouse_run
        {%- if plan.by %} group by {{ plan.by | join(", ") }} {%- endif %}
    ),
{%- endmacro %}

{# Items outside the catalogue count only for the measures that do without one. #}
{% macro values_of_exposure(plan, declarations) -%}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) | list -%}
    select
        {{ (plan.by + ["measure"]) | join(", ") }},
        {{ rankhouse.value_of_metric(declarations) }} as value,
        n_lists,
        sum(case when is_counted = 0 then exposure else 0 end) as n_unknown
    from
        (
            select
                counted.*,
                case when is_counted = 1 then exposure end as counted_exposure,
                row_number() over (
                    partition by {{ (plan.by + ["measure", "is_counted"]) | join(", ") }} order by exposure asc
                ) as exposure_place
            from
                (
                    select
                        {{ rankhouse.select_of("exposures", plan.by + ["exposure", "list_weight"]) }},
                        totals.n_items as n_items,
                        counts.n_lists as n_lists,
                        {{ rankhouse.request_columns() }},
                        case
                            when items.item_id is null and ({{ rankhouse.of_catalogue() }}) then 0 else 1
                        end as is_counted
                    from rankhouse_exposures as exposures
                    join
                        rankhouse_requests as requests
                        on requests.metric in ({{ rankhouse.names_of(declarations) }})
                        and {{ rankhouse.same("exposures.k", "requests.k") }}
                    join rankhouse_list_counts as counts on {{ rankhouse.match("exposures", "counts", plan.by) }}
                    cross join rankhouse_totals as totals
                    left join rankhouse_items as items on exposures.item_id = items.item_id
                ) as counted
        ) as placed
    group by {{ (plan.by + ["measure", "metric", "k", "n_lists"] + options) | join(", ") }}
{%- endmacro %}

{# Whether a request counts items of the catalogue alone. #}
{% macro of_catalogue() %}
    {%- set conditions = [] -%}
    {%- for declaration in rankhouse.recommendation_catalogue() -%}
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
