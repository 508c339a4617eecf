{#
rankhouse_item_pairs: two items of one list, the lower id first, with the rank of the later one; and what the distances
between items are worked out from: rankhouse_featured (per item) and rankhouse_shared (per pair of a list), or
rankhouse_given_distances.
#}
{% macro distance_ctes(plan) -%}
    {%- set listed = plan.by + ["query_id", "item_id", "item_rank"] -%}
    {%- if plan.declarations | selectattr("level", "equalto", "pairs") | list %}
        rankhouse_paired_items as (
            select {{ rankhouse.select_of("lists", listed) }}
            from rankhouse_lists as lists
            where
                exists (
                    select 1
                    from rankhouse_requests as requests
                    where
                        requests.metric = 'intra_list_diversity'
                        and lists.item_rank <= coalesce(requests.k, lists.item_rank)
                )
        ),
        rankhouse_item_pairs as (
            select
                {{ rankhouse.select_of("listed", plan.by + ["query_id", "item_id"]) }},
                other.item_id as other_item_id,
                case
                    when listed.item_rank > other.item_rank then listed.item_rank else other.item_rank
                end as lower_rank
            from rankhouse_paired_items as listed
            join
                rankhouse_paired_items as other
                on {{ rankhouse.match("listed", "other", plan.by + ["query_id"]) }}
                and listed.item_id < other.item_id
        ),
        {%- if plan.inputs.features is not none %} {{ rankhouse.feature_ctes(plan) }} {%- endif %}
        {%- if plan.inputs.distances is not none %} {{ rankhouse.given_distance_cte(plan) }} {%- endif %}
    {%- endif %}
{%- endmacro %}

{# Without a column of weights an item has a feature or has not. #}
{% macro feature_ctes(plan) -%}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set weight = plan.columns.get("features.weight", plan.columns.get("weight")) -%}
    rankhouse_features as (
        select item_id, feature, max(feature_weight) as feature_weight
        from
            (
                select
                    {{ rankhouse.input_column(plan, "features", "item_id") }} as item_id,
                    {{ rankhouse.input_column(plan, "features", "feature") }} as feature,
                    {{ rankhouse.double(1 if weight is none else rankhouse.quoted(weight)) }} as feature_weight
                from {{ plan.inputs.features }}
            ) as listed
        where item_id is not null and feature is not null and {{ rankhouse.is_moderate("feature_weight") }}
        group by item_id, feature
    ),
    rankhouse_featured as (
        select
            item_id,
            sum(feature_weight * feature_weight) as square,
            case when min(feature_weight) >= 0 then sum(feature_weight) end as total
        from rankhouse_features
        group by item_id
    ),
    rankhouse_described as (
        select
            {{ rankhouse.select_of("listed", list + ["item_id"]) }},
            features.feature as feature,
            features.feature_weight as feature_weight
        from rankhouse_paired_items as listed
        join rankhouse_features as features on listed.item_id = features.item_id
    ),
    rankhouse_shared as (
        select
            {{ rankhouse.select_of("mine", list + ["item_id"]) }},
            theirs.item_id as other_item_id,
            sum(mine.feature_weight * theirs.feature_weight) as product,
            sum(
                case
                    when mine.feature_weight < theirs.feature_weight then mine.feature_weight else theirs.feature_weight
                end
            ) as smaller
        from rankhouse_described as mine
        join
            rankhouse_described as theirs
            on {{ rankhouse.match("mine", "theirs", list) }}
            and mine.feature = theirs.feature
            and mine.item_id < theirs.item_id
        group by {{ rankhouse.columns_of("mine", list + ["item_id"]) }}, theirs.item_id
    ),
{%- endmacro %}

{# A pair may stand either way round; of several rows the mean counts. #}
{% macro given_distance_cte(plan) -%}
    rankhouse_given_distances as (
        select item_id, other_item_id, avg(distance) as given_distance
        from
            (
                select
                    case when item_id < other_item_id then item_id else other_item_id end as item_id,
                    case when item_id < other_item_id then other_item_id else item_id end as other_item_id,
                    {{ rankhouse.double("distance") }} as distance
                from ({{ rankhouse.input_of(plan, "distances", ["item_id", "other_item_id", "distance"]) }}) as listed
                where item_id <> other_item_id
            ) as paired
        where {{ rankhouse.is_moderate("distance") }}
        group by item_id, other_item_id
    ),
{%- endmacro %}

{# Neither NULL nor NaN, and no square of it is infinite. #}
{% macro is_moderate(number) -%} abs({{ number }}) < {{ rankhouse.double("1e150") }} {%- endmacro %}
