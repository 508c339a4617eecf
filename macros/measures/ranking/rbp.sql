{% macro declare_rbp() %}
    {{
        return(
            {
                "name": "rbp",
                "aliases": ["rank_biased_precision"],
                "cutoff": "optional",
                "options": {"p": {"default": 0.8, "above": 0, "below": 1}},
                "needs": [],
                "bounds": {},
                "rises": true,
                "value": rankhouse.value_rbp,
                "aggregates": {"at_k": ["p"], "whole_list": ["p"]},
                "description": "Rank-biased precision: the hits as seen by a reader who goes on to the next item with probability p.",
                "formula": "(1 - p) * sum of p^(rank - 1) over the hits",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "An infinite list of hits would reach 1; the first k hits reach 1 - p^k.",
                "source": "Moffat, Zobel: Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008",
            }
        )
    }}
{% endmacro %}

{# `p`: probability to go on to the next item, above 0 and below 1. #}
{% macro rbp(hit, rank, p=0.8, k=none) -%}
    coalesce(
        sum(
            case
                when {{ rankhouse.within(rank, k) }}
                then
                    {{ rankhouse.argument(hit) }}
                    * (1 - {{ rankhouse.double(p) }})
                    * {{ rankhouse.power_or_zero(rankhouse.double(p), rankhouse.double(rank) ~ " - 1") }}
            end
        ),
        0
    )
{%- endmacro %}

{% macro value_rbp(measure) %} {{ return(rankhouse.rbp("hit", "item_rank", measure.p, measure.k)) }} {% endmacro %}
