{% macro declare_context_recall() %}
    {{
        return(
            {
                "name": "context_recall",
                "aliases": ["contextual_recall"],
                "cutoff": "optional",
                "options": {"claims": {"choices": ["listed", "supported"]}},
                "needs": ["intents", "listed"],
                "rules": rankhouse.own_over_intents(),
                "value": rankhouse.value_context_recall,
                "description": "Share of the claims of the expected answer that the first k passages support.",
                "formula": "claims with a relevant item in the first k / claims of the query",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The column that intents names holds the claims. All claims in the judgments count; a row of relevance 0 lists a claim that nothing supports. claims=supported counts only claims with a relevant passage, which makes it subtopic_recall. Weights play no part. For the share of relevant passages that were returned, use recall.",
                "source": "ragas 0.4.3: metrics/_context_recall.py",
            }
        )
    }}
{% endmacro %}

{% macro value_context_recall(measure) %}
    {%- set n_claims = "n_listed" if measure.claims == "listed" else "n_intents" -%}
    {%- set value = rankhouse.subtopic_recall("intent_hit", "intent_earlier", "intent_rank", n_claims, measure.k) -%}
    {{ return(rankhouse.own_of_relevant(value)) }}
{% endmacro %}
