{% macro declare_context_recall() %}
    {{
        return(
            {
                "name": "context_recall",
                "aliases": ["contextual_recall"],
                "cutoff": "optional",
                "options": {"claims": {"choices": ["listed", "supported"]}},
                "needs": ["intents", "listed"],
                "rules": rankhouse._over_intents(),
                "value": rankhouse.value_context_recall,
                "description": "Share of the claims of the expected answer that the first k passages support.",
                "formula": "claims with a relevant item in the first k / claims of the query",
                "range": "0 to 1",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The column that intents names holds the claims. All that the judgments list count, with claims=supported only those for which some passage is relevant, which makes it subtopic_recall: a claim that nothing supports is listed by a row of relevance 0. Weights play no part. The share of the relevant passages that were returned is recall.",
                "source": "ragas 0.4.3: metrics/_context_recall.py",
            }
        )
    }}
{% endmacro %}

{% macro value_context_recall(measure) %}
    {%- set n_claims = "n_listed" if measure.claims == "listed" else "n_intents" -%}
    {%- set value = rankhouse.subtopic_recall("intent_hit", "intent_earlier", "intent_rank", n_claims, measure.k) -%}
    {{ return(rankhouse._of_relevant(value)) }}
{% endmacro %}
