{% macro declare_pairwise_accuracy() %}
    {{
        return(
            {
                "name": "pairwise_accuracy",
                "aliases": [],
                "cutoff": "optional",
                "options": {},
                "needs": ["hits_upto"],
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_pairwise_accuracy,
                "description": "Probability that, among the first k items, a relevant one stands above one that is not.",
                "formula": "1 - sum over the hits of the other items above / (hits * others), all within the first k",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL if the first k have no relevant item or no other item; 0 for a query missing from the run.",
                "notes": "The name accuracy alone is refused: accuracy@k of sentence-transformers is hit_rate, Accuracy of RecTools catalogue_accuracy. Without a cutoff and without ties it is roc_auc. It looks only at returned items, so it is a diagnosis and not a measure of quality: a list that misses all other relevant items may have 1. With ties=best and ties=worst it is the value of the order that is best or worst by relevance.",
                "source": "ir_measures, as Accuracy",
            }
        )
    }}
{% endmacro %}

{# `n_positive`, `n_negative`: relevant and other items among the first k. NULL unless both occur. #}
{% macro pairwise_accuracy(hit, hits_upto, rank, n_positive, n_negative, k=none) -%}
    {%- set others_above = rankhouse.argument(rank) ~ " - " ~ rankhouse.argument(hits_upto) -%}
    {#- Gaps in the ranks that a run gives count as others above a hit, and nowhere else. -#}
    {%- set pairs = rankhouse.argument(n_positive) ~ " * " ~ rankhouse.argument(n_negative) -%}
    (
        1
        - {{
            rankhouse.ratio(
                "least("
                ~ rankhouse.hits(rankhouse.argument(hit) ~ " * (" ~ others_above ~ ")", rank, k)
                ~ ", "
                ~ pairs
                ~ ")",
                pairs,
            )
        }}
    )
{%- endmacro %}

{% macro value_pairwise_accuracy(measure) %}
    {%- set depth = "n_retrieved" if measure.k is none else "least(" ~ measure.k ~ ", n_retrieved)" -%}
    {%- set n_positive = rankhouse.hits("hit", "item_rank", measure.k) -%}
    {%- set value = rankhouse.pairwise_accuracy(
        "hit", "hits_upto", "item_rank", n_positive, depth ~ " - " ~ n_positive, measure.k
    ) -%}
    {{ return("(case when n_retrieved = 0 and n_relevant > 0 then 0 else " ~ value ~ " end)") }}
{% endmacro %}
