{# What an item of this relevance is worth. `gain`: exponential (2^relevance - 1), linear (relevance) or binary (1 when relevant). #}
{% macro gain(relevance, gain="exponential", hit=none) %}
    {%- if gain == "exponential" -%} {{ return(rankhouse.exponential_gain(relevance)) }}
    {%- elif gain == "linear" -%} {{ return(rankhouse.double(relevance)) }}
    {%- elif gain == "binary" -%} {{ return(hit or rankhouse.binary_gain(relevance)) }}
    {%- endif -%}
    {{ exceptions.raise_compiler_error("gain must be exponential, linear or binary, got '" ~ gain ~ "'") }}
{% endmacro %}

{# 2^relevance - 1 (Burges et al. 2005). An engine whose power() overflows to infinity refuses relevance above 1000. #}
{% macro exponential_gain(relevance) -%}
    (
        power(
            {{ rankhouse.double(2) }},
            {{
                rankhouse.at_most(
                    rankhouse.double(relevance),
                    1000,
                    "relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear",
                )
            }}
        )
        - 1
    )
{%- endmacro %}

{# 1 for a relevant item, 0 for another one. `relevant_from`: the lowest relevance that counts; none: any above 0. #}
{% macro binary_gain(relevance, relevant_from=none) -%}
    {%- set given = rankhouse.argument(relevance) -%}
    {%- set enough = (
        " and " ~ given ~ " >= " ~ rankhouse.argument(relevant_from) if relevant_from is not none else ""
    ) -%}
    (case when {{ given }} > 0{{ enough }} then {{ rankhouse.double(1) }} else {{ rankhouse.double(0) }} end)
{%- endmacro %}
