{% macro declare_q_measure() %}
    {{
        return(
            {
                "name": "q_measure",
                "aliases": ["q"],
                "cutoff": "none",
                "options": {
                    "gain": rankhouse.own_gain_option("linear"),
                    "beta": {"default": 1, "above": 0},
                },
                "needs": ["hits_upto", "gain_upto", "ideal_rank"],
                "worth": rankhouse.worth_gain,
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_q_measure,
                "aggregates": {"whole_list": ["gain", "beta"]},
                "description": "Average precision with graded relevance: at each hit, hits plus gain so far as a share of rank plus ideal gain so far.",
                "formula": "sum over the hits of (hits_i + beta * cg_i) / (i + beta * ideal cg_i) / R",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "With binary gain and beta near 0 it is average precision.",
                "source": "Sakai: New performance metrics based on multigrade relevance, NTCIR-4, 2004",
            }
        )
    }}
{% endmacro %}

{# `gain_upto`, `ideal_upto`: gains summed down to this rank, in the list and in the ideal order. NULL when n_relevant is 0. #}
{% macro q_measure(hit, hits_upto, gain_upto, ideal_upto, rank, n_relevant, beta=1) -%}
    {%- set weight = rankhouse.double(beta) -%}
    {{
        rankhouse.ratio(
            "coalesce(sum("
            ~ rankhouse.argument(hit)
            ~ " * "
            ~ rankhouse.ratio(
                rankhouse.argument(hits_upto) ~ " + " ~ weight ~ " * " ~ rankhouse.argument(gain_upto),
                rankhouse.argument(rank) ~ " + " ~ weight ~ " * " ~ rankhouse.argument(ideal_upto),
            )
            ~ "), 0)",
            n_relevant,
        )
    }}
{%- endmacro %}

{% macro value_q_measure(measure) %}
    {{
        return(
            rankhouse.q_measure(
                "hit",
                "hits_upto",
                measure.gain_column ~ "_upto",
                "ideal_" ~ measure.gain_column ~ "_upto",
                "item_rank",
                "n_relevant",
                measure.beta,
            )
        )
    }}
{% endmacro %}
