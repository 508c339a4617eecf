{% macro declare_classification_specificity() %}
    {{
        return(
            {
                "name": "specificity",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["tnr", "true_negative_rate"],
                "options": {},
                "value": rankhouse.ratio("tn", "fp + tn"),
                "description": "Share of the negatives that are predicted negative.",
                "formula": "TN / (FP + TN)",
                "range": "0 to 1",
                "undefined": "NULL without negatives.",
                "notes": "1 - fpr.",
                "source": "Sokolova, Lapalme: Information Processing & Management 2009",
            }
        )
    }}
{% endmacro %}
