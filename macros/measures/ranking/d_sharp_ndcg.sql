{% macro declare_d_sharp_ndcg() %}
    {{
        return(
            {
                "name": "d_sharp_ndcg",
                "aliases": ["d#-ndcg", "d_sharp"],
                "cutoff": "required",
                "options": {"gamma": {"default": 0.5, "from": 0, "to": 1}},
                "needs": ["intents", "gain_rank"],
                "rules": rankhouse.own_over_intents() + [rankhouse.own_takes_cutoff("d_sharp_ndcg", "")],
                "value": rankhouse.value_d_sharp_ndcg,
                "description": "gamma * subtopic recall + (1 - gamma) * D-nDCG, which is nDCG with the sum of weight * relevance over the intents as an item's gain.",
                "formula": "gamma * subtopic_recall@k + (1 - gamma) * D-DCG@k / ideal D-DCG@k",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "Intents are weighted by the column that columns names intent_weight; without one all count the same. gamma=0 is D-nDCG, gamma=1 subtopic_recall. The gain is the relevance itself; scale your grades for another gain. The ideal orders all judged items by their gain.",
                "source": "Sakai, Song: Evaluating diversified search results using per-intent graded relevance, SIGIR 2011",
            }
        )
    }}
{% endmacro %}

{# `subtopic_recall`: that of the list, `dcg`, `idcg`: of gains over all intents in the list and in the ideal order. #}
{% macro d_sharp_ndcg(subtopic_recall, dcg, idcg, gamma=0.5) -%}
    (
        {{ rankhouse.double(gamma) }} * {{ rankhouse.argument(subtopic_recall) }}
        + (1 - {{ rankhouse.double(gamma) }}) * {{ rankhouse.ratio(dcg, idcg) }}
    )
{%- endmacro %}

{% macro value_d_sharp_ndcg(measure) %}
    {%- set gain = "intent_share * intent_relevance" -%}
    {%- set recall = rankhouse.subtopic_recall(
        "intent_hit", "intent_earlier", "intent_rank", "n_intents", measure.k
    ) -%}
    {%- set found = rankhouse.dcg(gain, "intent_rank", measure.k) -%}
    {%- set ideal = rankhouse.dcg(gain, "gain_rank", measure.k) -%}
    {{ return(rankhouse.own_of_relevant(rankhouse.d_sharp_ndcg(recall, found, ideal, measure.gamma))) }}
{% endmacro %}
