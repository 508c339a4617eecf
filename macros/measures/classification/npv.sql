{% macro declare_classification_npv() %}
    {{
        return(
            {
                "name": "npv",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["negative_predictive_value"],
                "options": {},
                "value": rankhouse.ratio("tn", "tn + fn"),
                "description": "Share of the predicted negatives that are negative.",
                "formula": "TN / (TN + FN)",
                "range": "0 to 1",
                "undefined": "NULL if nothing is predicted negative.",
                "notes": "The precision of the negatives.",
                "source": "Sokolova, Lapalme: Information Processing & Management 2009",
            }
        )
    }}
{% endmacro %}
