{% macro declare_classification_f_beta() %}
    {{
        return(
            {
                "name": "f_beta",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["fbeta"],
                "options": {"beta": {"default": 1, "above": 0}},
                "value": rankhouse.f_beta("tp", "tp + fp", "tp + fn", "<beta>"),
                "description": "Harmonic mean of precision and recall, with recall weighted beta times as much.",
                "formula": "(1 + beta^2) TP / ((1 + beta^2) TP + FP + beta^2 FN)",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "beta weights recall beta times as much as precision.",
                "source": "van Rijsbergen: Information Retrieval, 1979, chapter 7",
            }
        )
    }}
{% endmacro %}
