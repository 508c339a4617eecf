{# The judged items that can earn or cost something, with hit and gain. #}
{% macro graded_cte(plan) -%}
    {%- set key = plan.judged_by + ["query_id"] -%}
    rankhouse_graded as (
        select
            {{ key | join(", ") }},
            item_id,
            relevance,
            {{ rankhouse.binary_gain("relevance") }} as hit
            {%- for column in plan.gains %}, {{ rankhouse.gain_value(column) }} as {{ column }} {%- endfor %}
        from rankhouse_judgments
        where {{ rankhouse.earns(plan) }}
    ),
{%- endmacro %}

{# Negative relevance matters only where a measure keeps it. #}
{% macro earns(plan) %}
    {{
        return(
            "relevance <> 0"
            if plan.gains | select("in", ["gain_linear_keep", "gain_exponential_keep"]) | list
            else "relevance > 0"
        )
    }}
{% endmacro %}

{# The value of a gain column (gain_linear, gain_exponential_keep, ...) for a judged item. #}
{% macro gain_value(column) %}
    {%- set name = column.split("_")[1] -%}
    {%- if name == "binary" -%} {{ return(rankhouse.binary_gain("relevance")) }}{%- endif -%}
    {%- set gained = rankhouse.gain("relevance", name) -%}
    {{ return(gained if column.endswith("_keep") else "case when relevance > 0 then " ~ gained ~ " else 0 end") }}
{% endmacro %}
