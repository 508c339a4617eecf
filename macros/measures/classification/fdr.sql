{% macro declare_classification_fdr() %}
    {{
        return(
            {
                "name": "fdr",
                "lower_is_better": true,
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["false_discovery_rate"],
                "options": {},
                "value": rankhouse.ratio("fp", "tp + fp"),
                "description": "Share of the predicted positives that are negative.",
                "formula": "FP / (TP + FP)",
                "range": "0 to 1",
                "undefined": "NULL if nothing is predicted positive.",
                "notes": "1 - precision.",
                "source": "Sokolova, Lapalme: Information Processing & Management 2009",
            }
        )
    }}
{% endmacro %}
