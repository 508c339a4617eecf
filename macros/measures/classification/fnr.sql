{% macro declare_classification_fnr() %}
    {{
        return(
            {
                "name": "fnr",
                "lower_is_better": true,
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["miss_rate", "false_negative_rate"],
                "options": {},
                "value": rankhouse.ratio("fn", "tp + fn"),
                "description": "Share of the positives that are predicted negative.",
                "formula": "FN / (TP + FN)",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "1 - recall.",
                "source": "Fawcett: Pattern Recognition Letters 2006",
            }
        )
    }}
{% endmacro %}
