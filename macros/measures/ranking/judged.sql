{% macro declare_judged() %}
    {{
        return(
            {
                "name": "judged",
                "aliases": [],
                "cutoff": "optional",
                "options": {},
                "needs": ["judged"],
                "value": rankhouse.value_judged,
                "aggregates": {"at_k": []},
                "description": "Share of the first k items that have a judgment: how far the other measures can be trusted.",
                "formula": "judged items in the first k / min(k, items returned)",
                "range": "0 to 1",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query that returned nothing.",
                "notes": "Under ties=best and ties=worst it is the share in the order that is best or worst by relevance, the one that the other measures have.",
                "source": "ir_measures, as Judged@k",
            }
        )
    }}
{% endmacro %}

{% macro value_judged(measure) %}
    {{
        return(
            rankhouse.precision(
                rankhouse.hits("judged", "item_rank", measure.k),
                "n_retrieved" if measure.k is none else "least(" ~ measure.k ~ ", n_retrieved)",
            )
        )
    }}
{% endmacro %}
