{% macro declare_roc_auc() %}
    {{
        return(
            {
                "name": "roc_auc",
                "aliases": ["auc"],
                "cutoff": "none",
                "options": {
                    "weights": {"choices": ["queries", "positives", "items"]},
                    "undefined": {"choices": ["null", "0.5"]},
                    "partial": {"default": 1, "above": 0, "to": 1},
                },
                "decided_by": ["undefined"],
                "weight": rankhouse.weight_roc_auc,
                "needs": ["mid_rank"],
                "needs_with": {"partial": {"any other": ["tie_size"]}},
                "value": rankhouse.value_roc_auc,
                "aggregates": {"whole_list": ["undefined"]},
                "description": "Probability that a relevant item is scored above one that is not; ties count half.",
                "formula": "(sum of the ascending mid-ranks of the P positives - P (P + 1) / 2) / (P * N)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL if the list has no relevant item or no other item.",
                "notes": "The Mann-Whitney statistic with mid-ranks, whatever the rule for ties. Only scored items take part. The mean over queries is the grouped AUC; weights=positives or items weights it by the number of positives or items in the list. The name gauc is refused, because libraries weight it differently: GAUC of RecBole by positives, others by items or not at all. AUC of RecBole ranks the rows of all users together, as roc_auc of classifier_metrics does. partial=0.1 looks only at false positive rates up to 0.1: the area there, rescaled so that a coin toss has 0.5 and a perfect list 1 (McClish 1989, as in scikit-learn). undefined=0.5 counts a list of one class as a coin toss instead of leaving it out. RANK() instead of mid-ranks is wrong on ties.",
                "source": "Hanley, McNeil: Radiology 1982; Fawcett: Pattern Recognition Letters 2006; McClish: Analyzing a portion of the ROC curve, Medical Decision Making 1989",
            }
        )
    }}
{% endmacro %}

{# `rank_sum`: sum of the positives' mid-ranks, rank 1 being the highest score. NULL unless both classes occur. #}
{% macro roc_auc(rank_sum, n_positive, n_negative) -%}
    {%- set positive = rankhouse.argument(n_positive) -%}
    {%- set negative = rankhouse.argument(n_negative) -%}
    {%- set pairs = positive ~ " * " ~ negative -%}
    {%- set lowest_rank_sum = positive ~ " * (" ~ positive ~ " + 1) / 2" -%}
    {{ rankhouse.ratio(pairs ~ "\n+ " ~ lowest_rank_sum ~ " - " ~ rankhouse.argument(rank_sum), pairs) }}
{%- endmacro %}

{#
The area up to the false positive rate `limit`, rescaled (McClish). A positive counts from the place on where as many
negatives have come as score higher (`above`), and fully when those of its own score (`tied`) have come too.
#}
{% macro partial_roc_auc(hit, above, tied, n_positive, n_negative, limit) -%}
    {%- set rate = rankhouse.double(limit) -%}
    {%- set last = rate ~ " * " ~ rankhouse.argument(n_negative) -%}
    {%- set through = rankhouse.argument(above) ~ " + " ~ rankhouse.argument(tied) -%}
    {%- set entering = "greatest(least(" ~ through ~ ", " ~ last ~ ") - " ~ rankhouse.argument(above) ~ ", 0)" -%}
    {%- set tied_area = rankhouse.ratio("power(" ~ entering ~ ", 2)", "2 * " ~ rankhouse.argument(tied)) -%}
    {%- set counted = "greatest(" ~ last ~ " - (" ~ through ~ "), 0) + coalesce(" ~ tied_area ~ ", 0)" -%}
    {%- set rates = rankhouse.ratio(counted, n_negative) -%}
    {%- set area = rankhouse.ratio("sum(" ~ rankhouse.argument(hit) ~ " * " ~ rates ~ ")", n_positive) -%}
    {%- set chance = rate ~ " * " ~ rate ~ " / 2" -%}
    ((1 + ({{ area }} - {{ chance }}) / ({{ rate }} - {{ chance }})) / 2)
{%- endmacro %}

{% macro value_roc_auc(measure) %}
    {%- set n_positive = rankhouse.hits("hit", "item_rank") -%}
    {%- set value = rankhouse.roc_auc(
        rankhouse.hits("hit * mid_rank", "mid_rank"), n_positive, "n_retrieved - " ~ n_positive
    ) -%}
    {%- if measure.partial != "1" -%}
        {%- set first_rank = "mid_rank - (tie_size - 1) / " ~ rankhouse.double(2) -%}
        {%- set value = rankhouse.partial_roc_auc(
            "hit",
            first_rank ~ " - 1 - (tie_hits_upto - tie_hits)",
            "tie_size - tie_hits",
            n_positive,
            "n_retrieved - hits_in_list",
            measure.partial,
        ) -%}
    {%- endif -%}
    {%- if measure.undefined == "0.5" -%} {%- set value = "coalesce(" ~ value ~ ", 0.5)" -%} {%- endif -%}
    {{ return("(case when n_retrieved = 0 and n_relevant > 0 then 0 else " ~ value ~ " end)") }}
{% endmacro %}

{% macro weight_roc_auc(measure) %}
    {{ return({"positives": rankhouse.hits("hit", "item_rank"), "items": "n_retrieved"}.get(measure.weights, "1")) }}
{% endmacro %}
