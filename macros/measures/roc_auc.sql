{% macro declare_roc_auc() %}
    {{
        return(
            {
                "name": "roc_auc",
                "aliases": ["auc", "gauc"],
                "cutoff": "none",
                "options": {
                    "weights": {"choices": ["queries", "positives", "items"]},
                    "undefined": {"choices": ["null", "0.5"]},
                },
                "decided_by": ["undefined"],
                "weight": rankhouse.weight_roc_auc,
                "needs": ["hit", "mid_rank"],
                "value": rankhouse.value_roc_auc,
                "description": "Probability that a relevant item is scored above one that is not, ties counting half.",
                "formula": "(sum of the ascending mid-ranks of the P positives - P (P + 1) / 2) / (P * N)",
                "range": "0 to 1",
                "undefined": "NULL when the list has no relevant item or no other one.",
                "notes": "The Mann-Whitney statistic with mid-ranks, whatever the rule for ties. Only scored items take part. The mean over queries is the grouped AUC; weights=positives or items weights it by their number in the list. undefined=0.5 counts a list of one class as a coin toss instead of leaving it out. RANK() instead of mid-ranks is wrong on ties.",
                "source": "Hanley, McNeil: Radiology 1982; Fawcett: Pattern Recognition Letters 2006",
            }
        )
    }}
{% endmacro %}

{# `rank_sum`: sum of the positives' mid-ranks, rank 1 being the highest score. NULL unless both classes occur. #}
{% macro roc_auc(rank_sum, n_positive, n_negative) -%}
    {%- set positive = rankhouse.argument(n_positive) -%}
    {%- set negative = rankhouse.argument(n_negative) -%}
    {%- set pairs = positive ~ " * " ~ negative -%}
    {{ rankhouse.ratio(pairs ~ " + " ~ positive ~ " * (" ~ positive ~ " + 1) / 2 - " ~ rankhouse.argument(rank_sum), pairs) }}
{%- endmacro %}

{% macro value_roc_auc(measure) %}
    {%- set n_positive = rankhouse.hits("hit", "item_rank") -%}
    {%- set value = rankhouse.roc_auc(
        rankhouse.hits("hit * mid_rank", "mid_rank"), n_positive, "n_retrieved - " ~ n_positive
    ) -%}
    {%- if measure.undefined == "0.5" -%} {%- set value = "coalesce(" ~ value ~ ", 0.5)" -%} {%- endif -%}
    {{ return("(case when n_retrieved = 0 and n_relevant > 0 then 0 else " ~ value ~ " end)") }}
{% endmacro %}

{% macro weight_roc_auc(measure) %}
    {{
        return(
            rankhouse.one_of_weights(
                measure, {"positives": rankhouse.hits("hit", "item_rank"), "items": "n_retrieved"}
            )
        )
    }}
{% endmacro %}
