{% macro declare_hit_rate() %}
    {{
        return(
            {
                "name": "hit_rate",
                "aliases": ["success", "hit"],
                "cutoff": "optional",
                "options": {},
                "needs": ["first_hit"],
                "value": rankhouse.value_hit_rate,
                "aggregates": {"at_k": []},
                "description": "1 if any of the first k items is relevant, 0 otherwise; its mean is the share of queries with a hit.",
                "formula": "1 if hits in the first k > 0 else 0",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "trec_eval calls it success_k, sentence-transformers accuracy@k.",
                "source": "TREC Robust track; Cremonesi, Koren, Turrin: RecSys 2010",
            }
        )
    }}
{% endmacro %}

{# `first_hit`: 1 for the first relevant item of the list, 0 for any other (a probability when ties are averaged). #}
{% macro hit_rate(first_hit, rank, k=none) -%} {{ rankhouse.hits(first_hit, rank, k) }} {%- endmacro %}

{% macro value_hit_rate(measure) %} {{ return(rankhouse.hit_rate("first_hit", "item_rank", measure.k)) }} {% endmacro %}
