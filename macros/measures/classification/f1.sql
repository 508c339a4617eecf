{% macro declare_classification_f1() %}
    {{
        return(
            {
                "name": "f1",
                "part": "confusion",
                "cutoff": "none",
                "aliases": ["f"],
                "options": {},
                "value": rankhouse.f_beta("tp", "tp + fp", "tp + fn"),
                "description": "Harmonic mean of precision and recall.",
                "formula": "2 TP / (2 TP + FP + FN)",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "0 if there are positives and none is predicted; scikit-learn warns then.",
                "source": "van Rijsbergen: Information Retrieval, 1979, chapter 7",
            }
        )
    }}
{% endmacro %}
