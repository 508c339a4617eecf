{% macro declare_insq() %}
    {{
        return(
            {
                "name": "insq",
                "aliases": [],
                "cutoff": "optional",
                "options": {"t": {"default": 1, "above": 0}, "max_rel": {"default": 1, "above": 0}},
                "needs": [],
                "worth": rankhouse.worth_share,
                "value": rankhouse.value_insq,
                "description": "The shares of the items as seen by a reader who wants t relevant ones and stops less and less readily further down.",
                "formula": "sum of share_i / (i + 2t - 1)^2 / sum of 1 / (i + 2t - 1)^2 over all ranks",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "The reader goes on from rank i to the next with probability ((i + 2t - 1) / (i + 2t))^2. Ranks below the end of the list gain nothing, but all of them count in the sum of the weights. With a cutoff the reader stops at rank k: cwl_eval and ir_measures stop at 1000, insq@1000. An item's share is its relevance over max_rel, from 0 to 1.",
                "source": "Moffat, Scholer, Thomas: Models and metrics: IR evaluation as a user process, ADCS 2012",
            }
        )
    }}
{% endmacro %}

{# `gain`: the share of the item at this rank, from 0 to 1. #}
{% macro insq(gain, rank, t=1, k=none) -%}
    {%- set first = "(2 * " ~ rankhouse.double(t) ~ ")" -%}
    {%- set seen = rankhouse.trigamma(first) -%}
    {%- if k is not none -%}
        {%- set seen = (
            "(" ~ seen ~ " - " ~ rankhouse.trigamma("(" ~ first ~ " + " ~ rankhouse.argument(k) ~ ")") ~ ")"
        ) -%}
    {%- endif -%}
    (
        coalesce(
            sum(
                case
                    when {{ rankhouse.within(rank, k) }}
                    then {{ rankhouse.argument(gain) }} / power({{ first }} - 1 + {{ rankhouse.double(rank) }}, 2)
                end
            ),
            0
        )
        / {{ seen }}
    )
{%- endmacro %}

{% macro value_insq(measure) %}
    {{ return(rankhouse.insq(measure.gain_column, "item_rank", measure.t, measure.k)) }}
{% endmacro %}
