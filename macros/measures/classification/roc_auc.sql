{% macro declare_classification_roc_auc() %}
    {{
        return(
            {
                "name": "roc_auc",
                "part": "points",
                "cutoff": "none",
                "aliases": ["auc"],
                "options": {},
                "sums": {"rank_sum": rankhouse.point_rank_sum()},
                "value": rankhouse.roc_auc("rank_sum", "n_positives", "n_rows - n_positives"),
                "weighted": {
                    "sums": {"lost": "sum(lost_here)", "all_tp": "max(tp_upto)", "all_fp": "max(fp_upto)"},
                    "value": rankhouse.weighted_roc_auc("lost", "all_tp", "all_fp"),
                },
                "description": "Area under the ROC curve: probability that a positive is scored above a negative; ties count half.",
                "formula": "(sum of the ascending mid-ranks of the P positives - P (P + 1) / 2) / (P N)",
                "range": "0 to 1",
                "undefined": "NULL unless both classes occur.",
                "notes": "The ranking measure of the same name, with the whole table as one list.",
                "source": "Hanley, McNeil: Radiology 1982; Fawcett: Pattern Recognition Letters 2006",
            }
        )
    }}
{% endmacro %}

{#
From the weights of the pairs that are in the wrong order: ranks are differences of sums, in which small weights beside large
ones are lost.
#}
{% macro weighted_roc_auc(lost, positives, negatives) -%}
    {%- set pairs = positives ~ " * " ~ negatives -%}
    {{ rankhouse.ratio("(" ~ pairs ~ " - least(" ~ lost ~ ", " ~ pairs ~ "))", pairs) }}
{%- endmacro %}
