{% macro declare_bpm() %}
    {{
        return(
            {
                "name": "bpm",
                "aliases": ["bejeweled_player_model"],
                "cutoff": "required",
                "options": {"t": {"default": 1, "above": 0}, "max_rel": {"default": 1, "above": 0}},
                "needs": ["share_upto"],
                "worth": rankhouse.worth_share,
                "rules": [
                    rankhouse.takes_cutoff("bpm"),
                    rankhouse.no_closed_form(),
                ],
                "value": rankhouse.value_bpm,
                "description": "Bejeweled player model: what a reader gains per item who stops when the gain is t, or after k items.",
                "formula": "sum of share_i over the first s / s, s = the first rank where that sum reaches t, at most k",
                "range": "0 to 1",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "An item's share is its relevance over max_rel, from 0 to 1. The static model: t and k stay as they are, as in cwl_eval and ir_measures. Places below the end of the list gain nothing, and count. Under ties=best and ties=worst it is the value in the order that is best or worst by relevance.",
                "source": "Zhang, Liu, Li, Zhang, Xu, Ma: Evaluating web search with a Bejeweled player model, SIGIR 2017",
            }
        )
    }}
{% endmacro %}

{# `gain`: the share of the item at this rank, `gain_upto`: that sum down to it, which is enough when it is t. #}
{% macro bpm(gain, gain_upto, rank, k, t=1) -%}
    {#- Thirds add up to a little less than 1. -#}
    {%- set is_enough = (
        rankhouse.within(rank, k)
        ~ " and "
        ~ rankhouse.argument(gain_upto)
        ~ " >= "
        ~ rankhouse.double(t)
        ~ " - 1e-9"
    ) -%}
    {%- set first = "min(case when " ~ is_enough ~ " then {} end)" -%}
    coalesce(
        {{ rankhouse.ratio(first.format(rankhouse.argument(gain_upto)), first.format(rankhouse.double(rank))) }},
        {{ rankhouse.ratio(rankhouse.cg(gain, rank, k), k) }}
    )
{%- endmacro %}

{% macro value_bpm(measure) %}
    {%- set k = 1 if measure.k is none else measure.k -%}
    {{ return(rankhouse.bpm(measure.gain_column, measure.gain_column ~ "_upto", "item_rank", k, measure.t)) }}
{% endmacro %}
