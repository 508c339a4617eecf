{#
Searches with what they showed and what was clicked, a row per item. The ranker draws the first item with its probability and shows
the others in its order. A user looks at a position with the probability 1 / position^0.7, and clicks on an item that he looks at
with its appeal.
#}
{% macro shown(ranker, seed, n, first_id=0) -%}
    with
        numbers as (
            select cast(generated_number as {{ dbt.type_int() }}) + {{ first_id }} as search_id
            from ({{ dbt.generate_series(n) }}) as made
        ),
        searches as (
            select
                search_id,
                cast(1 + floor(100 * {{ rankhouse.random_number(seed, ["search_id"]) }}) as integer) as query_id,
                {{ rankhouse.random_number(seed + 1, ["search_id"]) }} as chance
            from numbers
        ),
        first_items as (
            select
                searches.search_id,
                searches.query_id,
                rankers.item_id as first_item,
                rankers.item_rank as first_rank,
                rankers.probability as first_probability
            from searches
            join
                {{ ref("rankers") }} as rankers
                on rankers.query_id = searches.query_id
                and rankers.system = '{{ ranker }}'
                and searches.chance >= rankers.chance_from
                and searches.chance < rankers.chance_to
        ),
        placed as (
            select
                first_items.search_id,
                first_items.query_id,
                rankers.item_id,
                rankers.appeal,
                first_items.first_probability,
                {{ position_in_list("rankers.item_rank", "first_items.first_rank") }} as position
            from first_items
            join
                {{ ref("rankers") }} as rankers
                on rankers.query_id = first_items.query_id
                and rankers.system = '{{ ranker }}'
        )
    select
        search_id,
        query_id,
        item_id,
        position,
        first_probability,
        {{ rankhouse.random_number(seed + 2, ["search_id", "item_id"]) }}
        < {{ look_at("position") }} * appeal as clicked
    from placed
{%- endmacro %}

{# Where an item stands when that of first_rank was drawn for the first position. #}
{% macro position_in_list(item_rank, first_rank) -%}
    case
        when {{ item_rank }} = {{ first_rank }}
        then 1
        when {{ item_rank }} < {{ first_rank }}
        then {{ item_rank }} + 1
        else {{ item_rank }}
    end
{%- endmacro %}

{% macro look_at(position) -%} power({{ position }}, -0.7){%- endmacro %}
