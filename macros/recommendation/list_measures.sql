{# rankhouse_list_values: each list with its value for the measures that are means over lists, and what was not known. #}
{% macro list_values_step(plan) %}
    {%- set values = [] -%}
    {%- if "list" in plan.needs -%} {%- do values.append(rankhouse.values_by_item(plan)) -%} {%- endif -%}
    {%- if "pairs" in plan.needs -%} {%- do values.append(rankhouse.values_by_pair(plan)) -%} {%- endif -%}
    {%- if "groups" in plan.needs -%} {%- do values.append(rankhouse.values_by_group(plan)) -%} {%- endif -%}
    {{ return(rankhouse.step("list_values", "a measure of a list", values | join("\nunion all\n"))) }}
{% endmacro %}

{# rankhouse_known: the listed items with what is known of each. #}
{% macro known_step(plan) %}
    {%- set figures = ["popularity.n_interactions", "popularity.n_users", "popularity.popularity_place"] -%}
    {%- do figures.append("baseline.baseline_place") -%}
    {%- do figures.append("case when relevant.item_id is null then 0 else 1 end as hit") -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("lists", plan.by + ["query_id", "item_id", "item_rank"]) + figures) }}
        from rankhouse_lists as lists
        left join rankhouse_popularity as popularity on lists.item_id = popularity.item_id
        left join rankhouse_relevant as relevant
        on {{ rankhouse.match("lists", "relevant", ["query_id", "item_id"]) }}
        left join rankhouse_baseline as baseline
        on {{ rankhouse.match("lists", "baseline", ["query_id", "item_id"]) }}
        {{ rankhouse.ids_are_same("where", "lists", "popularity", ["item_id"]) }}
        {{ rankhouse.ids_are_same("and", "lists", "relevant") }}
        {{ rankhouse.ids_are_same("and", "lists", "baseline") }}
    {%- endset -%}
    {{ return(rankhouse.step("known", "an item of a list, with what is known of it", sql)) }}
{% endmacro %}

{% macro values_by_item(plan) -%}
    {%- set list = plan.by + ["query_id", "measure"] -%}
    {%- set totals = ["total_interactions", "total_users"] -%}
    {%- set options = rankhouse.recommendation_options().keys() | list -%}
    {%- set unknown = [] -%}
    {%- for declaration in rankhouse.recommendation_catalogue() if declaration.unknown is defined -%}
        {%- set of_metric = "metric = " ~ rankhouse.literal(declaration.name) -%}
        {%- do unknown.append("when " ~ of_metric ~ " and " ~ declaration.unknown ~ " then 1") -%}
    {%- endfor -%}
    {%- set known = [
        "query_id",
        "item_rank",
        "hit",
        "n_interactions",
        "n_users",
        "popularity_place",
        "baseline_place",
    ] -%}
    select
        {{ rankhouse.listed(list) }},
        {{ rankhouse.value_of_metric(plan, "list") }} as value,
        sum(case {{ unknown | join("\n") }} else 0 end) as n_unknown
    from
        (
            select
                {{
                    rankhouse.listed(
                        rankhouse.select_of("known", plan.by + known)
                        + rankhouse.columns_of("totals", totals)
                        + rankhouse.request_columns()
                    )
                }}
            from rankhouse_known as known
            cross join rankhouse_totals as totals
            join
                rankhouse_requests as requests
                on requests.metric in ({{ rankhouse.metrics_of_level("list") }})
                and known.item_rank <= coalesce(requests.k, known.item_rank)
        ) as listed
    group by {{ rankhouse.listed(list + ["metric", "k"] + options + totals) }}
{%- endmacro %}

{% macro values_by_pair(plan) -%}
    {%- set list = plan.by + ["query_id", "measure"] -%}
    {%- set distances = {} -%}
    {%- if "features" in plan.inputs -%}
        {%- do distances.update(
            {
                "cosine": rankhouse.cosine_distance(
                    "coalesce(shared.product, 0)", "mine.square", "theirs.square"
                ),
                "jaccard": rankhouse.jaccard_distance(
                    "coalesce(shared.smaller, 0)", "mine.total", "theirs.total"
                ),
            }
        ) -%}
    {%- endif -%}
    {%- if "distances" in plan.inputs -%} {%- do distances.update({"table": "known.known_distance"}) -%} {%- endif -%}
    select
        {{ rankhouse.listed(list) }},
        {{ rankhouse.value_intra_list_diversity() }} as value,
        sum(case when pair_distance is null then 1 else 0 end) as n_unknown
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("pairs", plan.by + ["query_id"]) + ["requests.measure"]) }},
                case
                    requests.distance
                    {%- for choice, distance in distances.items() %}
                        when {{ rankhouse.literal(choice) }} then {{ distance }}
                    {%- endfor %}
                end as pair_distance
            from rankhouse_item_pairs as pairs
            join
                rankhouse_requests as requests
                on requests.metric = 'intra_list_diversity'
                and pairs.lower_rank <= coalesce(requests.k, pairs.lower_rank)
            {%- if "features" in plan.inputs %}
                left join rankhouse_featured as mine on pairs.item_id = mine.item_id
                left join rankhouse_featured as theirs on pairs.other_item_id = theirs.item_id
                left join
                    rankhouse_shared as shared
                    on {{ rankhouse.match("pairs", "shared", plan.by + ["query_id", "item_id", "other_item_id"]) }}
            {%- endif %}
            {%- if "distances" in plan.inputs %}
                left join
                    rankhouse_known_distances as known
                    on {{ rankhouse.match("pairs", "known", ["item_id", "other_item_id"]) }}
            {%- endif %}
        ) as paired
    group by {{ rankhouse.inline(list) }}
{%- endmacro %}
