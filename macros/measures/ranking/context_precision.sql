{% macro declare_context_precision() %}
    {{
        return(
            {
                "name": "context_precision",
                "aliases": ["contextual_precision"],
                "cutoff": "optional",
                "options": {"verdicts": {"choices": ["ranked", "unordered", "joined"]}},
                "decided_by": ["verdicts"],
                "needs": ["hits_upto", "first_hit"],
                "rules": [
                    {
                        "with": {"verdicts": ["ranked"], "cutoff": ["given"], "ties": ["average", "best", "worst"]},
                        "refused": "{measure} depends on ties in two ways: use ties=item, or another choice of verdicts",
                    },
                ],
                "value": rankhouse.value_context_precision,
                "aggregates": {"at_k": ["verdicts"]},
                "description": "How much of a language model's context helps to answer: the mean precision at the rank of each relevant passage returned.",
                "formula": "sum of precision@i over the hits at ranks i <= k, / hits in the first k",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "Relevant passages that were not returned play no part: see recall. verdicts=unordered is the share of the returned passages that are relevant, whatever their order: precision(denominator=retrieved). joined is 1 if any of them is relevant, 0 otherwise: hit_rate, the verdict on all passages joined into one text. Libraries give all three numbers this name.",
                "source": "ragas 0.4.3: metrics/_context_precision.py; autoevals 0.4.1: ragas.py",
            }
        )
    }}
{% endmacro %}

{# `precision_sum`: what precision_sum() gives; `hits`: number of relevant items among the first k. #}
{% macro context_precision(precision_sum, hits, n_relevant) -%}
    {{ rankhouse.average_precision(precision_sum, hits, n_relevant) }}
{%- endmacro %}

{% macro value_context_precision(measure) %}
    {%- set hits = rankhouse.hits("hit", "item_rank", measure.k) -%}
    {%- if measure.verdicts == "ranked" -%}
        {%- set sum = rankhouse.precision_sum("hit", "hits_upto", "item_rank", measure.k) -%}
        {{ return(rankhouse.context_precision(sum, hits, "n_relevant")) }}
    {%- endif -%}
    {%- set returned = "n_retrieved" if measure.k is none else "least(" ~ measure.k ~ ", n_retrieved)" -%}
    {%- set value = (
        rankhouse.precision(hits, returned)
        if measure.verdicts == "unordered"
        else rankhouse.hit_rate("first_hit", "item_rank", measure.k)
    ) -%}
    {{ return(rankhouse.own_of_relevant(value)) }}
{% endmacro %}
