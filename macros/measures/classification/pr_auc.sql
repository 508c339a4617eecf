{% macro declare_classification_pr_auc() %}
    {{
        return(
            {
                "name": "pr_auc",
                "part": "points",
                "cutoff": "none",
                "aliases": ["average_precision", "ap"],
                "options": {},
                "sums": {"precision_sum": rankhouse.point_precision_sum()},
                "value": rankhouse.pr_auc("precision_sum", "n_positives"),
                "description": "Area under the precision-recall curve as a sum of steps.",
                "formula": "sum over the distinct scores, highest first, of (R_i - R_(i-1)) P_i",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "scikit-learn's `average_precision_score`: no interpolation between points, and rows of one score are one point.",
                "source": "Davis, Goadrich: The relationship between precision-recall and ROC curves, ICML 2006",
            }
        )
    }}
{% endmacro %}

{# The step sum of a precision-recall curve. `precision_sum`: over the positives, the precision at their score. #}
{% macro pr_auc(precision_sum, n_positive) -%} {{ rankhouse.ratio(precision_sum, n_positive) }} {%- endmacro %}
