{#
Searches that are read from the top: how far each was examined, and what that makes of an item. `stops`: searches in which a
click on it was the one that ended them, the first one (cascade) or the last.
#}
{% macro examined_searches_steps(plan) %}
    {%- set items = rankhouse.shown_items(plan, ["search_id", "query_id", "item_id"], ["clicked"]) -%}
    {{
        return(
            [
                rankhouse.step("values", "an item in a search", items),
                rankhouse.step("searched", "the same with where the search ended", rankhouse.ended_searches(plan)),
                rankhouse.step("items", "an item", rankhouse.examined_items(plan)),
                rankhouse.step("judged", "an item with its relevance", rankhouse.relevance_of_examined(plan)),
            ]
        )
    }}
{% endmacro %}

{% macro ended_searches(plan) -%}
    {%- set extreme = "min" if plan.method == "cascade" else "max" -%}
    select
        {{ rankhouse.listed(plan.by + ["query_id", "item_id", "position", "clicked"]) }},
        {{ extreme }} (case when clicked = 1 then position end) over (
            partition by {{ rankhouse.inline(plan.by + ["search_id"]) }}
        ) as ended_at
    from rankhouse_values
{%- endmacro %}

{% macro examined_items(plan) -%}
    {%- set item = plan.by + ["query_id", "item_id"] -%}
    {%- set is_examined = "position <= ended_at" ~ (" or ended_at is null" if plan.unclicked == "examined" else "") -%}
    {%- set figures = {
        "impressions": "count(*)",
        "clicks": "sum(clicked)",
        "examined": "sum(case when " ~ is_examined ~ " then 1 else 0 end)",
        "stops": "sum(case when clicked = 1 and position = ended_at then 1 else 0 end)",
    } -%}
    select {{ rankhouse.listed(item + rankhouse.named_expressions(figures)) }}
    from rankhouse_searched
    group by {{ rankhouse.inline(item) }}
{%- endmacro %}

{# Standard errors of shares; that of a product of two by the delta method. #}
{% macro relevance_of_examined(plan) -%}
    {%- set kept = plan.by + ["query_id", "item_id", "impressions", "clicks"] -%}
    {%- set attracting = "stops" if plan.method == "cascade" else "clicks" -%}
    {%- set shares = {
        "attraction": rankhouse.smoothed(plan, attracting, "examined"),
        "satisfaction": "coalesce(" ~ rankhouse.smoothed(plan, "stops", "clicks") ~ ", 0)",
    } -%}
    {%- set more = "" -%}
    {%- if plan.has_prior -%}
        {%- set more = " + " ~ rankhouse.double(plan.prior[0]) ~ " + " ~ rankhouse.double(plan.prior[1]) -%}
    {%- endif -%}
    {%- set error = rankhouse.error_of_share("attraction", "examined" ~ more) -%}
    {%- set other = rankhouse.error_of_share("satisfaction", "clicks" ~ more) -%}
    {%- set of_product = "sqrt(\nsatisfaction * satisfaction\n* " ~ error ~ "\n* " ~ error ~ "\n" -%}
    {%- set of_product = of_product ~ "+ attraction * attraction\n* " ~ other ~ "\n* " ~ other ~ "\n)" -%}
    {%- set is_product = plan.method == "sdbn" -%}
    select
        {{ rankhouse.listed(kept) }},
        {{ rankhouse.double("examined") }} as expected_clicks,
        case when examined > 0 then attraction{{ " * satisfaction" if is_product }} end as relevance,
        {{ of_product if is_product else error }} as std_error
    from
        (
            select {{ rankhouse.listed(kept + ["examined"] + rankhouse.named_expressions(shares)) }}
            from rankhouse_items
        ) as shares
{%- endmacro %}
