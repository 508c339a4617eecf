{% macro declare_classification_precision() %}
    {{
        return(
            {
                "name": "precision",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["ppv"],
                "options": {},
                "value": rankhouse.ratio("tp", "tp + fp"),
                "description": "Share of the predicted positives that are positive.",
                "formula": "TP / (TP + FP)",
                "range": "0 to 1",
                "undefined": "NULL if nothing is predicted positive.",
                "notes": "",
                "source": "Manning, Raghavan, Schütze: Introduction to Information Retrieval, 2008, section 8.3",
            }
        )
    }}
{% endmacro %}
