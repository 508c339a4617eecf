{% macro declare_r_precision() %}
    {{
        return(
            {
                "name": "r_precision",
                "aliases": ["rprec"],
                "cutoff": "none",
                "options": {},
                "needs": [],
                "value": rankhouse.value_r_precision,
                "aggregates": {"whole_list": []},
                "description": "Precision at R, the number of relevant items of the query.",
                "formula": "hits in the first R / R",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "At this cutoff precision and recall are equal.",
                "source": "Manning, Raghavan, Schuetze: Introduction to Information Retrieval, 8.4",
            }
        )
    }}
{% endmacro %}

{% macro value_r_precision(measure) %}
    {{ return(rankhouse.recall(rankhouse.hits("hit", "item_rank", "n_relevant"), "n_relevant")) }}
{% endmacro %}
