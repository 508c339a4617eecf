{# The day of a number, from the first of November on. #}
{% macro date_of(day_number) -%}
    cast({{ dbt.dateadd("day", day_number ~ " - 1", "cast('2026-11-01' as date)") }} as date)
{%- endmacro %}

{# How relevant an item is for a query, 0 to 3. Most are not. #}
{% macro relevance_of(query_number, item_number) -%}
    {%- set chance = rankhouse.random_number(7, [query_number, item_number]) -%}
    case when {{ chance }} < 0.05 then 3 when {{ chance }} < 0.15 then 2 when {{ chance }} < 0.35 then 1 else 0 end
{%- endmacro %}
