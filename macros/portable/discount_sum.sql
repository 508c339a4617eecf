{# The discounts of the ranks 1 to k added up: what a list of k items is worth when each gains 1. #}
{% macro discount_sum(k, log_base=2) %}
    {{ return(adapter.dispatch("discount_sum", "rankhouse")(k, log_base)) }}
{% endmacro %}

{% macro default__discount_sum(k, log_base=2) %}
    {%- if k > 1000 -%}
        {{ exceptions.raise_compiler_error("ndcg(ideal=constant) takes a cutoff of at most 1000, got " ~ k) }}
    {%- endif -%}
    {%- set terms = [] -%}
    {%- for rank in range(1, k + 1) -%} {%- do terms.append(rankhouse.discount(rank, log_base)) -%} {%- endfor -%}
    {{ return("(" ~ terms | join(" + ") ~ ")") }}
{% endmacro %}

{% macro duckdb__discount_sum(k, log_base=2) -%}
    list_sum(
        list_transform(
            range(1, {{ rankhouse.argument(k) }} + 1), lambda place:{{ rankhouse.discount("place", log_base) }}
        )
    )
{%- endmacro %}
