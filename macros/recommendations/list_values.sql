{# rankhouse_list_values: each list with its value for the measures that are means over lists, and what was not known. #}
{% macro list_value_ctes(plan) -%}
    {%- set by_item = plan.declarations | selectattr("level", "equalto", "list") | list -%}
    {%- set by_pair = plan.declarations | selectattr("level", "equalto", "pairs") | list -%}
    {%- if by_item %} {{ rankhouse.known_cte(plan) }} {%- endif %}
    rankhouse_list_values as (
        {%- if by_item %}{{ rankhouse.values_by_item(plan, by_item) }} {%- endif %}
        {{ "union all" if by_item and by_pair }}
        {%- if by_pair %} {{ rankhouse.values_by_pair(plan) }} {%- endif %}
        {%- if not by_item and not by_pair %}
            select
                {{ (plan.by + ["query_id"]) | join(", ") }},
                '' as measure,
                {{ rankhouse.double(0) }} as value,
                0 as n_unknown
            from rankhouse_run
            where 1 = 0
        {%- endif %}
    ),
{%- endmacro %}

{# rankhouse_known: the listed items with what is known of each. #}
{% macro known_cte(plan) -%}
    rankhouse_known as (
        select
            {{ rankhouse.select_of("lists", plan.by + ["query_id", "item_id", "item_rank"]) }},
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
{%- endmacro %}

{% macro values_by_item(plan, declarations) -%}
    {%- set options = rankhouse.all_options(rankhouse.recommendation_catalogue()) | list -%}
    {%- set asked = plan.by + ["query_id", "measure", "metric", "k"] + options -%}
    select
        {{ (plan.by + ["query_id", "measure"]) | join(", ") }},
        {{ rankhouse.value_of_metric(declarations) }} as value,
        sum(
            case
                {%- for declaration in declarations if declaration.unknown is defined %}
                    when metric = {{ rankhouse.literal(declaration.name) }} and {{ declaration.unknown }} then 1
                {%- endfor %}
                when 1 = 0
                then 1
                else 0
            end
        ) as n_unknown
    from
        (
            select
                {{ rankhouse.select_of("known", plan.by + ["query_id", "item_rank", "hit"]) }},
                known.n_interactions,
                known.n_users,
                known.popularity_place,
                known.baseline_place,
                totals.total_interactions,
                totals.total_users,
                {{ rankhouse.request_columns() }}
            from rankhouse_known as known
            cross join rankhouse_totals as totals
            join
                rankhouse_requests as requests
                on requests.metric in ({{ rankhouse.names_of(declarations) }})
                and known.item_rank <= coalesce(requests.k, known.item_rank)
        ) as listed
    group by {{ asked | join(", ") }}, total_interactions, total_users
{%- endmacro %}

{% macro values_by_pair(plan) -%}
    select
        {{ (plan.by + ["query_id", "measure"]) | join(", ") }},
        {{ rankhouse.value_intra_list_diversity() }} as value,
        sum(case when pair_distance is null then 1 else 0 end) as n_unknown
    from
        (
            select
                {{ rankhouse.select_of("pairs", plan.by + ["query_id"]) }},
                requests.measure,
                case
                    requests.distance
                    {%- if plan.inputs.features is not none %}
                        when 'cosine'
                        then
                            {{
                                rankhouse.cosine_distance(
                                    "coalesce(shared.product, 0)", "mine.square", "theirs.square"
                                )
                            }}
                        when 'jaccard'
                        then
                            {{
                                rankhouse.jaccard_distance(
                                    "coalesce(shared.smaller, 0)", "mine.total", "theirs.total"
                                )
                            }}
                    {%- endif %}
                    {%- if plan.inputs.distances is not none %} when 'table' then given.given_distance {%- endif %}
                end as pair_distance
            from rankhouse_item_pairs as pairs
            join
                rankhouse_requests as requests
                on requests.metric = 'intra_list_diversity'
                and pairs.lower_rank <= coalesce(requests.k, pairs.lower_rank)
            {%- if plan.inputs.features is not none %}
                left join rankhouse_featured as mine on pairs.item_id = mine.item_id
                left join rankhouse_featured as theirs on pairs.other_item_id = theirs.item_id
                left join
                    rankhouse_shared as shared
                    on {{ rankhouse.match("pairs", "shared", plan.by + ["query_id", "item_id"]) }}
                    and pairs.other_item_id = shared.other_item_id
            {%- endif %}
            {%- if plan.inputs.distances is not none %}
                left join
                    rankhouse_given_distances as given
                    on pairs.item_id = given.item_id
                    and pairs.other_item_id = given.other_item_id
            {%- endif %}
        ) as paired
    group by {{ (plan.by + ["query_id", "measure"]) | join(", ") }}
{%- endmacro %}
