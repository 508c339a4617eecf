{# The judged items that can earn or cost something, with hit and gain. #}
{% macro graded_step(plan) %}
    {%- set columns = [rankhouse.judged_columns(plan), "item_id", "relevance"] -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns + rankhouse.graded_columns(plan)) }}
        from rankhouse_judgments
        where {{ rankhouse.can_earn(plan) }}
    {%- endset -%}
    {{ return(rankhouse.step("graded", "a judged item that can earn or cost something", sql)) }}
{% endmacro %}

{# What a judged item counts, of its relevance. #}
{% macro graded_columns(plan) %}
    {%- set hit = rankhouse.hit_or_miss(plan, "relevance") ~ " as hit" -%}
    {{ return([hit] + rankhouse.per_gain(plan, "gains", "<value> as <gain>")) }}
{% endmacro %}

{# 1 for a relevant item, 0 for another one, by the plan's lowest relevance. #}
{% macro hit(plan, relevance) %} {{ return(rankhouse.binary_gain(relevance, plan.relevant_from)) }}{% endmacro %}

{# Whether the convention treats a negative relevance as no judgment. #}
{% macro skips_negatives(plan) %} {{ return(plan.read_as.get("negatives") == "unjudged") }}{% endmacro %}

{# Whether misses count while some judged items are neither hits nor misses: the hit of such an item is NULL. #}
{% macro has_undecided_items(plan) %}
    {{ return("others_above" in plan.needs and rankhouse.skips_negatives(plan)) }}
{% endmacro %}

{# The hit of a judged item. #}
{% macro hit_or_miss(plan, relevance) %}
    {%- set hit = rankhouse.hit(plan, relevance) -%}
    {{
        return(
            "case when " ~ relevance ~ " >= 0 then " ~ hit ~ " end" if rankhouse.has_undecided_items(plan) else hit
        )
    }}
{% endmacro %}

{# Negative relevance matters only where a measure keeps it, other judgments only where all of them count. #}
{% macro can_earn(plan) %}
    {%- if "judged" in plan.needs -%} {{ return("1 = 1") }}{%- endif -%}
    {{ return("relevance <> 0" if plan.keeps_negative else "relevance > 0") }}
{% endmacro %}
