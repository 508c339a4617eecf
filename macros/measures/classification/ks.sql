{% macro declare_classification_ks() %}
    {{
        return(
            {
                "name": "ks",
                "part": "points",
                "cutoff": "none",
                "aliases": ["kolmogorov_smirnov"],
                "options": {},
                "sums": {
                    "ks": "max(abs("
                    ~ rankhouse.recall("tp_upto", "n_positives")
                    ~ " - "
                    ~ rankhouse.ratio("n_upto - tp_upto", "n_rows - n_positives")
                    ~ "))"
                },
                "value": "ks",
                "description": "Kolmogorov-Smirnov: the largest distance between the two classes' score distributions.",
                "formula": "max over the distinct scores of |TPR - FPR|",
                "range": "0 to 1",
                "undefined": "NULL unless both classes occur.",
                "notes": "",
                "source": "Smirnov: Annals of Mathematical Statistics 1948",
            }
        )
    }}
{% endmacro %}
