{% macro declare_precision_ia() %}
    {{
        return(
            {
                "name": "precision_ia",
                "aliases": ["p_ia", "intent_aware_precision"],
                "cutoff": "required",
                "options": {},
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents() + [rankhouse.own_takes_cutoff("precision_ia", "")],
                "value": rankhouse.value_precision_ia,
                "description": "Precision as the mean over the intents: the share of the first k items that are relevant to each.",
                "formula": "mean over the intents of hits of the intent in the first k / k",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "Intents are weighted by the column that columns names intent_weight; without one all count the same.",
                "source": "Agrawal, Gollapudi, Halverson, Ieong: Diversifying search results, WSDM 2009",
            }
        )
    }}
{% endmacro %}

{# Rows of an item and an intent: `hit`: 1 where it is relevant, `share`: how much the intent counts. #}
{% macro precision_ia(hit, share, rank, n_intents, k) -%}
    {%- set hits = rankhouse.argument(hit) ~ " * " ~ rankhouse.argument(share) -%}
    ({{ rankhouse.own_mean_over_intents(hits, rank, n_intents, k) }} / {{ rankhouse.double(k) }})
{%- endmacro %}

{% macro value_precision_ia(measure) %}
    {%- set value = rankhouse.precision_ia("intent_hit", "intent_share", "intent_rank", "n_intents", measure.k) -%}
    {{ return(rankhouse.own_of_relevant(value)) }}
{% endmacro %}
