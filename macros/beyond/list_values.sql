{# rankhouse_list_values: each list with its value for the measures that are means over lists, and what was not known. #}
{% macro list_value_ctes(plan) -%}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) | list -%}
    {%- set asked = plan.by + ["query_id", "measure", "metric", "k"] + options -%}
    {%- set by_item = plan.declarations | selectattr("level", "equalto", "list") | list -%}
    {%- set has_pairs = plan.inputs.features is not none or plan.inputs.distances is not none -%}
    rankhouse_known as (
        select
            {{ rankhouse.columns_of("lists", plan.by + ["query_id", "item_id", "item_rank"]) }},
            popularity.n_interactions,
            popularity.n_users,
            popularity.popularity_place,
            baseline.baseline_place,
            case when relevant.item_id is null then 0 else 1 end as hit
        from rankhouse_lists as lists
        left join rankhouse_popularity as popularity on lists.item_id = popularity.item_id
        left join
            rankhouse_relevant as relevant on lists.query_id = relevant.query_id and lists.item_id = relevant.item_id
        left join
            rankhouse_baseline as baseline on lists.query_id = baseline.query_id and lists.item_id = baseline.item_id
    ),
    rankhouse_list_values as (
        {%- if by_item %}
            select
                {{ (plan.by + ["query_id", "measure"]) | join(", ") }},
                case
                    metric
                    {%- for declaration in by_item %}
                        when {{ rankhouse.literal(declaration.name) }} then {{ declaration.value() }}
                    {%- endfor %}
                end as value,
                sum(
                    case
                        {%- for declaration in by_item if declaration.unknown is defined %}
                            when metric = {{ rankhouse.literal(declaration.name) }} and {{ declaration.unknown }} then 1
                        {%- endfor %}
                        when 1 = 0 then 1
                        else 0
                    end
                ) as n_unknown
            from
                (
                    select known.*, totals.total_interactions, totals.total_users, {{ rankhouse.request_columns() }}
                    from rankhouse_known as known
                    cross join rankhouse_totals as totals
                    join
                        rankhouse_requests as requests
                        on requests.metric in ({{ rankhouse.names_of(by_item) }})
                        and known.item_rank <= coalesce(requests.k, known.item_rank)
                ) as listed
            group by {{ asked | join(", ") }}, total_interactions, total_users
        {%- endif %}
        {{ "union all" if by_item and has_pairs }}
        {%- if has_pairs %} {{ rankhouse.pair_values(plan) }} {%- endif %}
        {%- if not by_item and not has_pairs %}
            select {{ (plan.by + ["query_id"]) | join(", ") }}, '' as measure, {{ rankhouse.double(0) }} as value, 0 as n_unknown
            from rankhouse_run
            where 1 = 0
        {%- endif %}
    ),
{%- endmacro %}

{% macro pair_values(plan) -%}
    {%- set key = rankhouse.columns_of("pairs", plan.by + ["query_id"]) -%}
    select {{ (plan.by + ["query_id"]) | join(", ") }}, measure, {{ rankhouse.value_intra_list_diversity() }} as value,
        sum(case when pair_distance is null then 1 else 0 end) as n_unknown
    from
        (
            select
                {{ key }},
                requests.measure,
                case
                    requests.distance
                    {%- if plan.inputs.features is not none %}
                        when 'cosine'
                        then {{ rankhouse.cosine_distance("coalesce(shared.product, 0)", "mine.square", "theirs.square") }}
                        when 'jaccard'
                        then {{ rankhouse.jaccard_distance("coalesce(shared.shared, 0)", "mine.total", "theirs.total") }}
                    {%- endif %}
                    {%- if plan.inputs.distances is not none %} when 'table' then given.given_distance {%- endif %}
                end as pair_distance
            from rankhouse_pairs as pairs
            join
                rankhouse_requests as requests
                on requests.metric = 'intra_list_diversity'
                and pairs.lower_rank <= coalesce(requests.k, pairs.lower_rank)
            {%- if plan.inputs.features is not none %}
                left join rankhouse_featured as mine on pairs.item_id = mine.item_id
                left join rankhouse_featured as theirs on pairs.other_item_id = theirs.item_id
                left join
                    rankhouse_shared as shared
                    on pairs.item_id = shared.item_id
                    and pairs.other_item_id = shared.other_item_id
            {%- endif %}
            {%- if plan.inputs.distances is not none %}
                left join
                    rankhouse_given_distances as given
                    on pairs.item_id = given.item_id
                    and pairs.other_item_id = given.other_item_id
            {%- endif %}
        ) as paired
    group by {{ (plan.by + ["query_id"]) | join(", ") }}, measure
{%- endmacro %}

{# Measure, cutoff and options of a request. #}
{% macro request_columns() %}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) | list -%}
    {{ return(rankhouse.columns_of("requests", ["measure", "metric", "k"] + options)) }}
{% endmacro %}

{% macro names_of(declarations) %}
    {%- set names = [] -%}
    {%- for declaration in declarations -%} {%- do names.append(rankhouse.literal(declaration.name)) -%} {%- endfor -%}
    {{ return(names | join(", ")) }}
{% endmacro %}
