{% macro declare_f1() %}
    {{
        return(
            {
                "name": "f1",
                "aliases": ["f"],
                "cutoff": "optional",
                "options": {},
                "needs": [],
                "value": rankhouse.value_f1,
                "aggregates": {"at_k": []},
                "description": "Harmonic mean of precision and recall of the first k items.",
                "formula": "2 * precision@k * recall@k / (precision@k + recall@k) = 2 * hits / (k + R)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The same as f_beta(beta=1). Without a cutoff, the length of the list replaces k.",
                "source": "van Rijsbergen: Information Retrieval, 1979, chapter 7",
            }
        )
    }}
{% endmacro %}

{% macro declare_f_beta() %}
    {{
        return(
            {
                "name": "f_beta",
                "aliases": ["fbeta"],
                "cutoff": "optional",
                "options": {"beta": {"default": 1, "above": 0}},
                "needs": [],
                "value": rankhouse.value_f_beta,
                "aggregates": {"at_k": ["beta"]},
                "description": "Weighted harmonic mean of precision and recall of the first k items.",
                "formula": "(1 + beta^2) * P * R / (beta^2 * P + R) = (1 + beta^2) * hits / (k + beta^2 * R)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "beta weights recall beta times as much as precision. In ir_measures, `beta` is beta squared.",
                "source": "van Rijsbergen: Information Retrieval, 1979, chapter 7",
            }
        )
    }}
{% endmacro %}

{# NULL when n_relevant is 0. `depth`: the cutoff k, or the number of items returned. #}
{% macro f_beta(hits, depth, n_relevant, beta=1) -%}
    {%- set weight = rankhouse.double(rankhouse.argument(beta) ~ " * " ~ rankhouse.argument(beta)) -%}
    (
        (1 + {{ weight }})
        * {{ rankhouse.argument(hits) }}
        / ({{ rankhouse.argument(depth) }} + {{ weight }} * nullif({{ rankhouse.argument(n_relevant) }}, 0))
    )
{%- endmacro %}

{% macro value_f_beta(measure) %}
    {%- set depth = "n_retrieved" if measure.k is none else measure.k -%}
    {%- set hits = rankhouse.hits("hit", "item_rank", measure.k) -%}
    {{ return(rankhouse.f_beta(hits, depth, "n_relevant", measure.beta)) }}
{% endmacro %}

{% macro value_f1(measure) %} {{ return(rankhouse.value_f_beta(dict(measure, beta="1"))) }} {% endmacro %}
