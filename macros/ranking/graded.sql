{# The judged items that can earn or cost something, with hit and gain. #}
{% macro graded_cte(plan) -%}
    {%- set key = plan.judged_by + ["query_id"] -%}
    rankhouse_graded as (
        select
            {{ key | join(", ") }},
            item_id,
            relevance,
            {{ rankhouse.binary_gain("relevance", plan.relevant_from) }} as hit
            {%- for column in plan.gains %}
                , {{ rankhouse.gain_value(column, plan.relevant_from) }} as {{ column }}
            {%- endfor %}
        from rankhouse_judgments
        where {{ rankhouse.earns(plan) }}
    ),
{%- endmacro %}

{# Negative relevance matters only where a measure keeps it, other judgments only where all of them count. #}
{% macro earns(plan) %}
    {%- if plan.needs.judged -%} {{ return("1 = 1") }}{%- endif -%}
    {{ return("relevance <> 0" if rankhouse.keeps_negative(plan) else "relevance > 0") }}
{% endmacro %}

{% macro keeps_negative(plan) %}
    {{ return(plan.gains | select("in", ["gain_linear_keep", "gain_exponential_keep"]) | list | length > 0) }}
{% endmacro %}

{# The value of a gain column (gain_linear, gain_exponential_keep, ...) for a judged item. #}
{% macro gain_value(column, relevant_from=none) %}
    {%- set name = column.split("_")[1] -%}
    {%- if column.startswith("stop_") -%}
        {{
            return(
                rankhouse.stop_probability(
                    "relevance", rankhouse.max_grade_argument() if name == "given" else name | replace("p", ".")
                )
            )
        }}
    {%- endif -%}
    {%- if name == "map" -%} {{ return(rankhouse.mapped_gain(column)) }}{%- endif -%}
    {%- if name == "binary" -%} {{ return(rankhouse.binary_gain("relevance", relevant_from)) }}{%- endif -%}
    {%- set gained = rankhouse.gain("relevance", name) -%}
    {{ return(gained if column.endswith("_keep") else "case when relevance > 0 then " ~ gained ~ " else 0 end") }}
{% endmacro %}

{# gain_map_1to1_2to3: the gain of the highest listed grade that the relevance reaches, 0 below the first. #}
{% macro mapped_gain(column) -%}
    (
        case
            {% for pair in column.split("_")[2:] | reverse %}
                when relevance >= {{ pair.split("to")[0] | replace("p", ".") }}
                then {{ rankhouse.double(pair.split("to")[1] | replace("p", ".")) }}
            {% endfor %}
            else {{ rankhouse.double(0) }}
        end
    )
{%- endmacro %}
