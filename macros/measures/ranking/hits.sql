{% macro declare_hits() %}
    {{
        return(
            {
                "name": "hits",
                "aliases": ["num_rel_ret", "numrelret"],
                "cutoff": "optional",
                "options": {},
                "needs": [],
                "value": rankhouse.value_hits,
                "aggregates": {"at_k": []},
                "description": "Number of relevant items among the first k.",
                "formula": "hits in the first k",
                "range": "{lowest} or more",
                "lowest": 0,
                "highest": "k",
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "A count, whereas hit_rate is 1 or 0. RecPack calls this count HitK. For knowledge graphs, hits@k is the share of queries with a hit, which is hit_rate; with one relevant item in each query the means are equal.",
                "source": "TREC, as num_rel_ret",
            }
        )
    }}
{% endmacro %}

{# Number of relevant items in the first k, 0 without one. `hit`: 1 for a relevant item, 0 for another one. #}
{% macro hits(hit, rank, k=none) -%}
    coalesce(sum(case when {{ rankhouse.within(rank, k) }} then {{ rankhouse.argument(hit) }} end), 0)
{%- endmacro %}

{% macro value_hits(measure) %} {{ return(rankhouse.hits("hit", "item_rank", measure.k)) }} {% endmacro %}
