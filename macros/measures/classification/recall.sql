{% macro declare_classification_recall() %}
    {{
        return(
            {
                "name": "recall",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["tpr", "sensitivity"],
                "options": {},
                "value": rankhouse.recall("tp", "tp + fn"),
                "description": "Share of the positives that are predicted positive: the true positive rate.",
                "formula": "TP / (TP + FN)",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "",
                "source": "Manning, Raghavan, Schütze: Introduction to Information Retrieval, 2008, section 8.3",
            }
        )
    }}
{% endmacro %}
