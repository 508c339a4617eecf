{% macro declare_precision() %}
    {{
        return(
            {
                "name": "precision",
                "aliases": ["p"],
                "cutoff": "optional",
                "options": {"denominator": {"choices": ["k", "retrieved"]}},
                "decided_by": ["denominator"],
                "needs": [],
                "bounds": {},
                "rises": true,
                "value": rankhouse.value_precision,
                "aggregates": {"at_k": ["denominator"]},
                "description": "Share of the first k items that are relevant.",
                "formula": "hits in the first k / k",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "denominator=retrieved divides by the number of returned items if it is below k. Without a cutoff the whole list counts and its length divides.",
                "source": "Manning, Raghavan, Schuetze: Introduction to Information Retrieval, 8.4",
            }
        )
    }}
{% endmacro %}

{# `depth`: the cutoff k, or the number of items returned. #}
{% macro precision(hits, depth) -%} coalesce({{ rankhouse.ratio(hits, depth) }}, 0) {%- endmacro %}

{% macro value_precision(measure) %}
    {%- set depth = measure.k -%}
    {%- if measure.k is none -%} {%- set depth = "n_retrieved" -%}
    {%- elif measure.denominator == "retrieved" -%} {%- set depth = "least(" ~ measure.k ~ ", n_retrieved)" -%}
    {%- endif -%}
    {{ return(rankhouse.precision(rankhouse.hits("hit", "item_rank", measure.k), depth)) }}
{% endmacro %}
