{% macro declare_classification_best_f1() %}
    {{
        return(
            {
                "name": "best_f1",
                "part": "points",
                "cutoff": "none",
                "aliases": ["max_f1"],
                "options": {},
                "sums": rankhouse.sums_best_f1(),
                "value": "best_f1",
                "description": "The highest F1 of any threshold.",
                "formula": "max over the distinct scores of 2 TP / (2 TP + FP + FN)",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "Optimistic if the threshold is chosen on the same rows: choose it on other rows.",
                "source": "Lipton, Elkan, Naryanaswamy: Optimal thresholding of classifiers to maximize F1 measure, ECML PKDD 2014",
            }
        )
    }}
{% endmacro %}
