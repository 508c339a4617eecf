{#
rankhouse_item_pairs: two items of one list, the lower id first, with the rank of the later one; and what the distances
between items are worked out from: rankhouse_featured (per item) and rankhouse_shared (per pair of a list), or
rankhouse_known_distances.
#}
{% macro distance_steps(plan) %}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set paired -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("lists", list + ["item_id", "item_rank"])) }}
        from rankhouse_lists as lists
        where
        exists (
            select 1
            from rankhouse_requests as requests
            where
            requests.metric = 'intra_list_diversity'
            and lists.item_rank <= coalesce(requests.k, lists.item_rank)
        )
    {%- endset -%}
    {%- set lower = "case when listed.item_rank > other.item_rank then listed.item_rank else other.item_rank end" -%}
    {%- set pairs -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("listed", list + ["item_id"])
                + ["other.item_id as other_item_id", lower ~ " as lower_rank"]
            )
        }}
        from rankhouse_paired_items as listed
        join rankhouse_paired_items as other
        on {{ rankhouse.match("listed", "other", list) }}
        and listed.item_id < other.item_id
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("paired_items", "an item of a list down to the deepest cutoff", paired),
        rankhouse.step("item_pairs", "two items of a list", pairs),
    ] -%}
    {%- if "features" in plan.inputs -%} {%- do steps.extend(rankhouse.feature_steps(plan)) -%} {%- endif -%}
    {%- if "distances" in plan.inputs -%} {%- do steps.append(rankhouse.known_distances_step(plan)) -%} {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{# `checks`: what of the weights is refused; without any, what is no moderate number is left out. #}
{% macro features_step(plan, checks=[]) %}
    {%- set is_weighted = rankhouse.has_feature_weights(plan) -%}
    {%- set weight = rankhouse.renamed("features", "weight", plan.columns) if is_weighted else "1" -%}
    {%- set conditions = [rankhouse.all_are_there(plan, "features", ["item_id", "feature"])] -%}
    {%- if checks -%} {%- do conditions.extend(rankhouse.unless_refused(checks, "features")) -%}
    {%- elif is_weighted -%} {%- do conditions.append(rankhouse.is_moderate(rankhouse.double(weight))) -%}
    {%- endif -%}
    {%- set read = rankhouse.columns_read(plan, "features", ["item_id", "feature"]) -%}
    {%- set features -%}
        select
        item_id,
        feature,
        max(feature_weight) as feature_weight
        from (
            select
            {{ rankhouse.listed(read + [rankhouse.double(weight) ~ " as feature_weight"]) }}
            from {{ rankhouse.as_source(plan.features, "features") }}
            where {{ conditions | join("\nand ") }}
        ) as listed
        group by item_id, feature
    {%- endset -%}
    {{ return(rankhouse.step("features", "an item and one of its features", features)) }}
{% endmacro %}

{% macro feature_steps(plan) %}
    {%- set list = plan.by + ["query_id"] -%}
    {%- set featured -%}
        select
        item_id,
        sum(feature_weight * feature_weight) as square,
        case when min(feature_weight) >= 0 then sum(feature_weight) end as total
        from rankhouse_features
        group by item_id
    {%- endset -%}
    {%- set columns = ["features.feature as feature", "features.feature_weight as feature_weight"] -%}
    {%- set described -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("listed", list + ["item_id"]) + columns) }}
        from rankhouse_paired_items as listed
        join rankhouse_features as features on listed.item_id = features.item_id
        {{ rankhouse.ids_are_same("and", "listed", "features", ["item_id"]) }}
    {%- endset -%}
    {%- set shared -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("mine", list + ["item_id"]) + ["theirs.item_id as other_item_id"]) }},
        sum(mine.feature_weight * theirs.feature_weight) as product,
        sum(
            case
                when mine.feature_weight < theirs.feature_weight then mine.feature_weight else theirs.feature_weight
            end
        ) as smaller
        from rankhouse_described as mine
        join rankhouse_described as theirs
        on {{ rankhouse.match("mine", "theirs", list) }}
        and mine.feature = theirs.feature
        and mine.item_id < theirs.item_id
        group by {{ rankhouse.inline(rankhouse.columns_of("mine", list + ["item_id"]) + ["theirs.item_id"]) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("featured", "an item, with the length of its features", featured),
                rankhouse.step("described", "an item of a list and one of its features", described),
                rankhouse.step("shared", "two items of a list that share a feature", shared),
            ]
        )
    }}
{% endmacro %}

{# A pair may be in either order; several rows of a pair count as their mean. #}
{% macro known_distances_step(plan) %}
    {%- set known -%}
        select
        item_id,
        other_item_id,
        avg(distance) as known_distance
        from (
            select
            case when item_id < other_item_id then item_id else other_item_id end as item_id,
            case when item_id < other_item_id then other_item_id else item_id end as other_item_id,
            {{ rankhouse.double("distance") }} as distance
            from ({{ rankhouse.input_of(plan, "distances", ["item_id", "other_item_id", "distance"]) }}) as listed
            where item_id <> other_item_id
        ) as paired
        where {{ rankhouse.is_moderate("distance") }}
        group by item_id, other_item_id
    {%- endset -%}
    {{ return(rankhouse.step("known_distances", "two items and their distance", known)) }}
{% endmacro %}
