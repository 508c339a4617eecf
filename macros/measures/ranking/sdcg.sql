{% macro declare_sdcg() %}
    {{
        return(
            {
                "name": "sdcg",
                "aliases": ["scaled_dcg"],
                "cutoff": "required",
                "options": {"max_rel": {"default": 1, "above": 0}},
                "needs": [],
                "worth": rankhouse.worth_share,
                "rules": [rankhouse.own_takes_cutoff("sdcg")],
                "value": rankhouse.value_sdcg,
                "description": "Scaled DCG: DCG as a share of the DCG of k items of the highest grade, even if there are fewer.",
                "formula": "sum of share_i / log2(i + 1) / sum of 1 / log2(i + 1), both over the first k",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "An item's share is its relevance over max_rel, from 0 to 1: a grade above max_rel counts as max_rel. A query with fewer than k items of the highest grade cannot reach 1. The same as ndcg(gain=linear, ideal=constant) divided by max_rel.",
                "source": "Jarvelin, Kekalainen: TOIS 2002, in the frame of Moffat, Bailey, Scholer, Thomas: TOIS 2017, as cwl_eval has it",
            }
        )
    }}
{% endmacro %}

{# What an item is worth as a share of the highest grade, from 0 to 1. #}
{% macro share_of_grade(relevance, max_rel=1) -%}
    {%- set scale = rankhouse.double(max_rel) -%}
    (least(greatest({{ rankhouse.double(relevance) }}, 0), {{ scale }}) / {{ scale }})
{%- endmacro %}

{# `gain`: the share of the item at this rank. #}
{% macro sdcg(gain, rank, k) -%}
    ({{ rankhouse.dcg(gain, rank, k) }} / {{ rankhouse.sum_over_ranks(k, rankhouse.discount("<rank>"), "sdcg") }})
{%- endmacro %}

{% macro value_sdcg(measure) %} {{ return(rankhouse.sdcg(measure.gain_column, "item_rank", measure.k)) }} {% endmacro %}

{# The column that holds the share, and its value. #}
{% macro worth_share(measure, relevant_from=none) %}
    {{
        return(
            {
                "kind": "share",
                "column": "share_" ~ measure.max_rel | replace(".", "p"),
                "value": rankhouse.share_of_grade("relevance", measure.max_rel),
            }
        )
    }}
{% endmacro %}
