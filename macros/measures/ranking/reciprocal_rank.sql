{% macro declare_reciprocal_rank() %}
    {{
        return(
            {
                "name": "reciprocal_rank",
                "aliases": ["rr", "mrr", "recip_rank", "mean_reciprocal_rank"],
                "cutoff": "optional",
                "options": {},
                "needs": ["first_hit"],
                "bounds": {},
                "rises": true,
                "value": rankhouse.value_reciprocal_rank,
                "aggregates": {"at_k": [], "whole_list": []},
                "description": "1 / rank of the first relevant item; its mean over queries is MRR.",
                "formula": "1 / rank of the first hit",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 without a relevant item in the (first k of the) list.",
                "notes": "",
                "source": "Voorhees: The TREC-8 question answering track report, 1999",
            }
        )
    }}
{% endmacro %}

{# `first_hit`: 1 for the first relevant item of the list, 0 for any other (a probability when ties are averaged). #}
{% macro reciprocal_rank(first_hit, rank, k=none) -%}
    coalesce(sum(case when {{ rankhouse.within(rank, k) }} then {{ rankhouse.ratio(first_hit, rank) }} end), 0)
{%- endmacro %}

{% macro value_reciprocal_rank(measure) %}
    {{ return(rankhouse.reciprocal_rank("first_hit", "item_rank", measure.k)) }}
{% endmacro %}
