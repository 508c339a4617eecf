{% macro declare_classification_fpr() %}
    {{
        return(
            {
                "name": "fpr",
                "lower_is_better": true,
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["fall_out", "false_positive_rate"],
                "options": {},
                "value": rankhouse.ratio("fp", "fp + tn"),
                "description": "Share of the negatives that are predicted positive.",
                "formula": "FP / (FP + TN)",
                "range": "0 to 1",
                "undefined": "NULL without negatives.",
                "notes": "1 - specificity.",
                "source": "Fawcett: Pattern Recognition Letters 2006",
            }
        )
    }}
{% endmacro %}
