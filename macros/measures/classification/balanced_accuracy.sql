{% macro declare_classification_balanced_accuracy() %}
    {{
        return(
            {
                "name": "balanced_accuracy",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["bac"],
                "options": {},
                "value": "(" ~ rankhouse.recall("tp", "tp + fn") ~ " + " ~ rankhouse.ratio("tn", "fp + tn") ~ ") / 2",
                "description": "Mean of recall and specificity.",
                "formula": "(TP / (TP + FN) + TN / (FP + TN)) / 2",
                "range": "0 to 1",
                "undefined": "NULL unless both classes occur.",
                "notes": "0.5 for a classifier that always predicts one class.",
                "source": "Brodersen, Ong, Stephan, Buhmann: ICPR 2010",
            }
        )
    }}
{% endmacro %}
