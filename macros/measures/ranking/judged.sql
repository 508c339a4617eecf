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
                "description": "Share of the first k items that have a judgment, which shows how far to trust the other measures.",
                "formula": "judged items in the first k / min(k, items returned)",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query that returned nothing.",
                "notes": "With ties=best and ties=worst it is the share in the order that is best or worst by relevance, as for the other measures.",
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
