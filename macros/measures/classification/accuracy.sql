{% macro declare_classification_accuracy() %}
    {{
        return(
            {
                "name": "accuracy",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["acc"],
                "options": {},
                "value": rankhouse.ratio("tp + tn", "tp + fp + fn + tn"),
                "description": "Share of rows that are predicted correctly.",
                "formula": "(TP + TN) / (TP + FP + FN + TN)",
                "range": "0 to 1",
                "undefined": "NULL without rows.",
                "notes": "It says little for unbalanced classes: always predicting the larger class is right as often as that class occurs.",
                "source": "Sokolova, Lapalme: Information Processing & Management 2009",
            }
        )
    }}
{% endmacro %}
