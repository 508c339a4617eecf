{% macro declare_recall() %}
    {{
        return(
            {
                "name": "recall",
                "aliases": ["r", "set_recall", "setr"],
                "cutoff": "optional",
                "options": {
                    "denominator": {"choices": ["relevant", "min(k, relevant)"]},
                    "weights": {"choices": ["queries", "relevant"]},
                },
                "decided_by": ["denominator"],
                "weight": rankhouse.weight_recall,
                "needs": [],
                "bounds": {"weights": ["queries"]},
                "value": rankhouse.value_recall,
                "aggregates": {"at_k": ["denominator"], "whole_list": []},
                "description": "Share of the relevant items that are among the first k.",
                "formula": "hits in the first k / R",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "R counts every relevant judgment, returned or not. denominator=min(k, relevant) lets a full list of hits reach 1 when R > k. weights=relevant weights the mean over queries by R, which makes it the pooled hit ratio: all hits / all relevant items.",
                "source": "Manning, Raghavan, Schuetze: Introduction to Information Retrieval, 8.4",
            }
        )
    }}
{% endmacro %}

{# `denominator`: the number of relevant items, or the smaller of that and k. #}
{% macro recall(hits, denominator) -%} {{ rankhouse.ratio(hits, denominator) }} {%- endmacro %}

{% macro value_recall(measure) %}
    {%- set limited = measure.denominator != "relevant" and measure.k is not none -%}
    {%- set denominator = "least(" ~ measure.k ~ ", n_relevant)" if limited else "n_relevant" -%}
    {{ return(rankhouse.recall(rankhouse.hits("hit", "item_rank", measure.k), denominator)) }}
{% endmacro %}

{% macro weight_recall(measure) %} {{ return({"relevant": "n_relevant"}.get(measure.weights, "1")) }} {% endmacro %}
