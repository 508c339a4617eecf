{% macro declare_subtopic_recall() %}
    {{
        return(
            {
                "name": "subtopic_recall",
                "aliases": ["strec", "strecall", "intent_recall", "i_rec"],
                "cutoff": "optional",
                "options": {},
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents(),
                "value": rankhouse.value_subtopic_recall,
                "description": "Share of the query's intents that the first k items cover, among intents with a relevant item.",
                "formula": "intents with a relevant item in the first k / n_intents",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "Intents without a relevant item do not count. Weights play no part.",
                "source": "Zhai, Cohen, Lafferty: Beyond independent relevance, SIGIR 2003",
            }
        )
    }}
{% endmacro %}

{# `hit`: 1 for an item that is relevant to the intent, `earlier`: items above that are; rows of an item and an intent. #}
{% macro subtopic_recall(hit, earlier, rank, n_intents, k=none) -%}
    {{
        rankhouse.own_mean_over_intents(
            "case when " ~ rankhouse.argument(earlier) ~ " = 0 then " ~ rankhouse.argument(hit) ~ " end",
            rank,
            n_intents,
            k,
        )
    }}
{%- endmacro %}

{% macro value_subtopic_recall(measure) %}
    {%- set value = rankhouse.subtopic_recall("intent_hit", "intent_earlier", "intent_rank", "n_intents", measure.k) -%}
    {{ return(rankhouse.own_of_relevant(value)) }}
{% endmacro %}
