{% macro declare_miss_rate() %}
    {{
        return(
            {
                "name": "miss_rate",
                "aliases": ["misses"],
                "cutoff": "required",
                "options": {},
                "needs": [],
                "rules": [rankhouse.own_takes_cutoff("miss_rate", "")],
                "aggregates": {"at_k": []},
                "value": rankhouse.value_miss_rate,
                "lower_is_better": true,
                "description": "Share of the first k items that are not relevant.",
                "formula": "(k - hits in the first k) / k",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 1 for a query without relevant items.",
                "notes": "Lower is better. It is 1 - precision.",
                "source": "a recipe that is tried",
            }
        )
    }}
{% endmacro %}

{# `hits`: number of relevant items among the first `depth`. #}
{% macro miss_rate(hits, depth) -%}
    {{ rankhouse.ratio(rankhouse.argument(depth) ~ " - " ~ rankhouse.argument(hits), depth) }}
{%- endmacro %}

{% macro value_miss_rate(measure) %}
    {{ return(rankhouse.miss_rate(rankhouse.hits("hit", "item_rank", measure.k), measure.k)) }}
{% endmacro %}
