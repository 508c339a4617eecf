{% macro declare_map_ia() %}
    {{
        return(
            {
                "name": "map_ia",
                "aliases": ["intent_aware_map"],
                "cutoff": "none",
                "options": {},
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents(),
                "value": rankhouse.value_map_ia,
                "description": "Average precision as the mean over the intents.",
                "formula": "mean over the intents of AP of the items that are relevant to the intent",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "Intents are weighted by the column that columns names intent_weight; without one all count the same. An intent's relevant items that are not in the list count, but add nothing.",
                "source": "Agrawal, Gollapudi, Halverson, Ieong: Diversifying search results, WSDM 2009",
            }
        )
    }}
{% endmacro %}

{# Rows of an item and an intent: `hit`: 1 where it is relevant, `share`: how much the intent counts, `earlier`: items above that are, `n_of_intent`: all that are. #}
{% macro map_ia(hit, share, earlier, rank, n_of_intent, n_intents) -%}
    {%- set precision = rankhouse.ratio(rankhouse.argument(earlier) ~ " + 1", rank) -%}
    {%- set weight = rankhouse.argument(hit) ~ " * " ~ rankhouse.argument(share) -%}
    {{ rankhouse.own_mean_over_intents(weight ~ " * " ~ rankhouse.ratio(precision, n_of_intent), rank, n_intents) }}
{%- endmacro %}

{% macro value_map_ia(measure) %}
    {%- set value = rankhouse.map_ia(
        "intent_hit", "intent_share", "intent_earlier", "intent_rank", "n_of_intent", "n_intents"
    ) -%}
    {{ return(rankhouse.own_of_relevant(value)) }}
{% endmacro %}
