{#
rankhouse_pairs: two items of one list, the lower id first, with the rank of the later one; rankhouse_distances: the
distance of each such pair by each way of measuring it, NULL where it is unknown.
#}
{% macro distance_ctes(plan) -%}
    {%- set pair = ["item_id", "other_item_id"] -%}
    {%- set has_features = plan.inputs.features is not none -%}
    {%- set has_distances = plan.inputs.distances is not none -%}
    {%- if has_features or has_distances %}
        rankhouse_pairs as (
            select
                {{ rankhouse.columns_of("listed", plan.by + ["query_id", "item_id"]) }},
                other.item_id as other_item_id,
                case
                    when listed.item_rank > other.item_rank then listed.item_rank else other.item_rank
                end as lower_rank
            from rankhouse_lists as listed
            join
                rankhouse_lists as other
                on {{ rankhouse.match("listed", "other", plan.by + ["query_id"]) }}
                and listed.item_id < other.item_id
            where exists (select 1 from rankhouse_requests as requests where requests.metric = 'intra_list_diversity')
        ),
        {%- if has_features %} {{ rankhouse.feature_ctes(plan) }} {%- endif %}
        {%- if has_distances %}
            rankhouse_given_distances as (
                select
                    case when item_id < other_item_id then item_id else other_item_id end as item_id,
                    case when item_id < other_item_id then other_item_id else item_id end as other_item_id,
                    avg({{ rankhouse.double("distance") }}) as given_distance
                from ({{ rankhouse.input_of(plan, "distances", pair + ["distance"]) }}) as listed
                where distance is not null and {{ rankhouse.is_number("distance") }}
                group by
                    case when item_id < other_item_id then item_id else other_item_id end,
                    case when item_id < other_item_id then other_item_id else item_id end
            ),
        {%- endif %}
    {%- endif %}
{%- endmacro %}

{# Features are values of at least 0, or any for the cosine; without a value column an item has a feature or has not. #}
{% macro feature_ctes(plan) -%}
    {%- set pair = ["item_id", "other_item_id"] -%}
    {%- set weight = plan.columns.get("features.value", plan.columns.get("value")) -%}
    rankhouse_features as (
        select item_id, feature, max(feature_value) as feature_value
        from
            (
                select
                    {{ rankhouse.input_column(plan, "features", "item_id") }} as item_id,
                    {{ rankhouse.input_column(plan, "features", "feature") }} as feature,
                    {{ rankhouse.double(1 if weight is none else rankhouse.quoted(weight)) }} as feature_value
                from {{ plan.inputs.features }}
            ) as listed
        where
            item_id is not null
            and feature is not null
            and feature_value is not null
            and {{ rankhouse.is_number("feature_value") }}
        group by item_id, feature
    ),
    rankhouse_featured as (
        select
            item_id,
            sum(feature_value * feature_value) as square,
            case when min(feature_value) >= 0 then sum(feature_value) end as total
        from rankhouse_features
        group by item_id
    ),
    rankhouse_shared as (
        select
            {{ rankhouse.columns_of("pairs", pair) }},
            sum(mine.feature_value * theirs.feature_value) as product,
            sum(
                case
                    when mine.feature_value < theirs.feature_value then mine.feature_value else theirs.feature_value
                end
            ) as shared
        from (select distinct {{ pair | join(", ") }} from rankhouse_pairs) as pairs
        join rankhouse_features as mine on pairs.item_id = mine.item_id
        join rankhouse_features as theirs on pairs.other_item_id = theirs.item_id and mine.feature = theirs.feature
        group by {{ rankhouse.columns_of("pairs", pair) }}
    ),
{%- endmacro %}
