{#
Measures of the order of the scores, from all thresholds at once. `sums` are aggregates over the points of
points.sql, `value` an expression over them, n_rows and n_positives.
#}
{% macro score_measures() %}
    {%- set best_f1 = {"best_f1": "max(" ~ rankhouse.f1_of_point() ~ ")"} -%}
    {{
        return(
            [
                {
                    "name": "roc_auc",
                    "aliases": ["auc"],
                    "sums": {"rank_sum": rankhouse.point_rank_sum()},
                    "value": rankhouse.roc_auc("rank_sum", "n_positives", "n_rows - n_positives"),
                    "description": "Area under the ROC curve: probability that a positive is scored above a negative, ties counting half.",
                    "formula": "(sum of the ascending mid-ranks of the P positives - P (P + 1) / 2) / (P N)",
                    "range": "0 to 1",
                    "undefined": "NULL unless both classes occur.",
                    "notes": "The ranking measure of this name over one list that is the whole table.",
                    "source": "Hanley, McNeil: Radiology 1982; Fawcett: Pattern Recognition Letters 2006",
                },
                {
                    "name": "pr_auc",
                    "aliases": ["average_precision", "ap"],
                    "sums": {"precision_sum": rankhouse.point_precision_sum()},
                    "value": rankhouse.pr_auc("precision_sum", "n_positives"),
                    "description": "Area under the precision-recall curve as a sum of steps.",
                    "formula": "sum over the distinct scores, highest first, of (R_i - R_(i-1)) P_i",
                    "range": "0 to 1",
                    "undefined": "NULL without positives.",
                    "notes": "scikit-learn's `average_precision_score`: no interpolation between points, and rows of one score are one point.",
                    "source": "Davis, Goadrich: The relationship between precision-recall and ROC curves, ICML 2006",
                },
                {
                    "name": "break_even",
                    "aliases": ["break_even_point"],
                    "sums": {"break_even_positives": rankhouse.positives_down_to("n_positives")},
                    "value": rankhouse.ratio("break_even_positives", "n_positives"),
                    "description": "Precision where it equals recall: of as many of the highest scores as there are positives; expected over the order of ties.",
                    "formula": "positives among the P highest scores / P",
                    "range": "0 to 1",
                    "undefined": "NULL without positives.",
                    "notes": "",
                    "source": "Joachims: Text categorization with support vector machines, ECML 1998",
                },
                {
                    "name": "best_f1",
                    "aliases": ["max_f1"],
                    "sums": best_f1,
                    "value": "best_f1",
                    "description": "The highest F1 of any threshold.",
                    "formula": "max over the distinct scores of 2 TP / (2 TP + FP + FN)",
                    "range": "0 to 1",
                    "undefined": "NULL without positives.",
                    "notes": "Found and reported on the same rows it is optimistic: choose the threshold on other ones.",
                    "source": "Lipton, Elkan, Naryanaswamy: Optimal thresholding of classifiers to maximize F1 measure, ECML PKDD 2014",
                },
                {
                    "name": "best_f1_threshold",
                    "aliases": [],
                    "sums": best_f1,
                    "value": "best_threshold",
                    "description": "The threshold that gives best_f1; the highest one of several.",
                    "formula": "argmax over the distinct scores of F1",
                    "range": "any score",
                    "undefined": "NULL without positives.",
                    "notes": "",
                    "source": "Lipton, Elkan, Naryanaswamy: Optimal thresholding of classifiers to maximize F1 measure, ECML PKDD 2014",
                },
                {
                    "name": "ks",
                    "aliases": ["kolmogorov_smirnov"],
                    "sums": {
                        "ks": "max(abs("
                        ~ rankhouse.recall("tp_upto", "n_positives")
                        ~ " - "
                        ~ rankhouse.ratio("n_upto - tp_upto", "n_rows - n_positives")
                        ~ "))"
                    },
                    "value": "ks",
                    "description": "Kolmogorov-Smirnov: the largest distance of the two classes' score distributions.",
                    "formula": "max over the distinct scores of |TPR - FPR|",
                    "range": "0 to 1",
                    "undefined": "NULL unless both classes occur.",
                    "notes": "",
                    "source": "Smirnov: Annals of Mathematical Statistics 1948",
                },
            ]
        )
    }}
{% endmacro %}

{# The step sum of a precision-recall curve. `precision_sum`: over the positives, the precision at their score. #}
{% macro pr_auc(precision_sum, n_positive) -%} {{ rankhouse.ratio(precision_sum, n_positive) }} {%- endmacro %}

{% macro f1_of_point() %} {{ return(rankhouse.f_beta("tp_upto", "n_upto", "n_positives")) }} {% endmacro %}

{# What roc_auc takes: the sum of the positives' mid-ranks. #}
{% macro point_rank_sum() %}
    {{ return(rankhouse.double("sum(positives_here * (first_place + n_upto))") ~ " / 2") }}
{% endmacro %}

{% macro point_precision_sum() %}
    {{ return("sum(positives_here * " ~ rankhouse.ratio("tp_upto", "n_upto") ~ ")") }}
{% endmacro %}

{#
Positives among the first `depth` rows, as an aggregate over points: within the rows tied at that place their expected
number.
#}
{% macro positives_down_to(depth) -%}
    {%- set here = rankhouse.reaches(depth) -%}
    (
        max(case when {{ here }} then tp_upto end)
        - sum(case when {{ here }} then positives_here end)
        * (max(case when {{ here }} then n_upto end) - {{ depth }})
        / {{ rankhouse.double("nullif(count(case when " ~ here ~ " then 1 end), 0)") }}
    )
{%- endmacro %}

{# Whether a point is the one at which so many rows are reached. #}
{% macro reaches(depth) %} {{ return("first_place <= " ~ depth ~ " and n_upto >= " ~ depth) }}{% endmacro %}
