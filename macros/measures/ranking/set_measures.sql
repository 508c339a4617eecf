{# trec_eval's measures of the returned items as a set, whatever their order. #}
{% macro declare_set_precision() %}
    {{
        return(
            {
                "name": "set_precision",
                "aliases": ["set_p", "setp"],
                "cutoff": "none",
                "options": {"relative": {"choices": ["false", "true"]}},
                "decided_by": ["relative"],
                "needs": [],
                "value": rankhouse.value_set_precision,
                "description": "Share of all returned items that are relevant, as a set: the order does not count.",
                "formula": "hits / items returned",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "The same as precision without a cutoff. relative=true divides by the most hits that a list of this length can have, min(items returned, R): trec_eval calls it set_relative_P, ir_measures SetRelP. set_recall is recall without a cutoff.",
                "source": "trec_eval, as set_P and set_relative_P",
            }
        )
    }}
{% endmacro %}

{% macro value_set_precision(measure) %}
    {%- set is_relative = measure.relative | string | lower == "true" -%}
    {{
        return(
            rankhouse.precision(
                rankhouse.hits("hit", "item_rank"),
                "least(" ~ rankhouse.double("n_retrieved") ~ ", n_relevant)" if is_relative else "n_retrieved",
            )
        )
    }}
{% endmacro %}

{% macro declare_set_f() %}
    {{
        return(
            {
                "name": "set_f",
                "aliases": ["setf"],
                "cutoff": "none",
                "options": {"beta": {"default": 1, "above": 0}},
                "needs": [],
                "value": rankhouse.value_set_f,
                "description": "Weighted harmonic mean of precision and recall of all returned items, as a set.",
                "formula": "(1 + beta) * P * R / (beta * P + R) = (1 + beta) * hits / (items returned + beta * R)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "beta is as in trec_eval and ir_measures, the square of van Rijsbergen's: set_f(beta=4) is f_beta(beta=2) without a cutoff.",
                "source": "trec_eval, as set_F",
            }
        )
    }}
{% endmacro %}

{# NULL when n_relevant is 0. `beta`: how much recall weighs, the square of f_beta's. #}
{% macro set_f(hits, depth, n_relevant, beta=1) -%}
    {%- set weight = rankhouse.double(beta) -%}
    (
        (1 + {{ weight }})
        * {{ rankhouse.argument(hits) }}
        / ({{ rankhouse.argument(depth) }} + {{ weight }} * nullif({{ rankhouse.argument(n_relevant) }}, 0))
    )
{%- endmacro %}

{% macro value_set_f(measure) %}
    {{ return(rankhouse.set_f(rankhouse.hits("hit", "item_rank"), "n_retrieved", "n_relevant", measure.beta)) }}
{% endmacro %}

{% macro declare_set_average_precision() %}
    {{
        return(
            {
                "name": "set_average_precision",
                "aliases": ["set_ap", "setap", "set_map"],
                "cutoff": "none",
                "options": {},
                "needs": [],
                "value": rankhouse.value_set_average_precision,
                "description": "Precision times recall of all returned items, as a set: average precision of a list whose hits are spread evenly.",
                "formula": "hits / items returned * hits / R",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "It does not depend on the order of the list.",
                "source": "trec_eval, as set_map",
            }
        )
    }}
{% endmacro %}

{% macro value_set_average_precision(measure) %}
    {%- set hits = rankhouse.hits("hit", "item_rank") -%}
    {{ return("(" ~ rankhouse.precision(hits, "n_retrieved") ~ " * " ~ rankhouse.recall(hits, "n_relevant") ~ ")") }}
{% endmacro %}
