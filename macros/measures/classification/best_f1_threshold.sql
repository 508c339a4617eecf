{% macro declare_classification_best_f1_threshold() %}
    {{
        return(
            {
                "name": "best_f1_threshold",
                "part": "points",
                "cutoff": "none",
                "aliases": [],
                "options": {},
                "sums": rankhouse.sums_best_f1(),
                "value": "best_threshold",
                "description": "The threshold that gives best_f1; the highest if there are several.",
                "formula": "argmax over the distinct scores of F1",
                "range": "any score",
                "undefined": "NULL without positives.",
                "notes": "",
                "source": "Lipton, Elkan, Naryanaswamy: Optimal thresholding of classifiers to maximize F1 measure, ECML PKDD 2014",
            }
        )
    }}
{% endmacro %}
