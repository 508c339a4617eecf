{% macro declare_bpm() %}
    {{
        return(
            {
                "name": "bpm",
                "aliases": ["bejeweled_player_model"],
                "cutoff": "required",
                "options": {
                    "t": {"default": 1, "above": 0},
                    "max_rel": {"default": 1, "above": 0},
                    "hb": {"default": 0, "from": 0},
                    "gain_med": {"default": 0.5, "from": 0, "to": 1},
                },
                "needs": ["share_upto"],
                "needs_with": {"hb": {"any other": ["reached"]}},
                "worth": rankhouse.worth_share,
                "rules": [
                    rankhouse.own_takes_cutoff("bpm"),
                    rankhouse.own_no_closed_form(),
                ],
                "value": rankhouse.value_bpm,
                "description": "Bejeweled player model: gain per item of a reader who stops when the gain is t, or after k items.",
                "formula": "sum of share_i over the first s / s, s = the first rank where that sum reaches t + hb * sum of (share_i - gain_med) over the ranks above, at most k",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "An item's share is its relevance over max_rel, from 0 to 1. hb=0 is the static model, as in ir_measures: t stays the same. Otherwise an item with a share above gain_med makes the reader want more, by hb times the difference, and an item below it less, as in BPMDCWLMetric of cwl_eval. k stays the same: cwl_eval's hc for k has no effect there. Places below the end of the list count, but gain nothing. With ties=best and ties=worst it is the value of the order that is best or worst by relevance.",
                "source": "Zhang, Liu, Li, Zhang, Xu, Ma: Evaluating web search with a Bejeweled player model, SIGIR 2017",
            }
        )
    }}
{% endmacro %}

{# `gain`: the share of the item at this rank, `gain_upto`: that sum down to it, which is enough when it is t. #}
{% macro bpm(gain, gain_upto, rank, k, t=1) -%}
    {#- Three thirds add up to slightly less than 1 in floating point. -#}
    {%- set is_enough = (
        rankhouse.within(rank, k)
        ~ " and "
        ~ rankhouse.argument(gain_upto)
        ~ " >= "
        ~ rankhouse.double(t)
        ~ " - 1e-9"
    ) -%}
    {{ rankhouse.own_bpm_of(gain, gain_upto, rank, k, is_enough, rankhouse.double(rank)) }}
{%- endmacro %}

{#
The same of a reader whose wish follows the gains: after each item it is `hb` times the difference to `gain_med` higher.
`next_rank`: the rank of the next row, NULL for the last one. Between two rows the shares are 0.
#}
{% macro dynamic_bpm(gain, gain_upto, rank, next_rank, k, t=1, hb=1, gain_med=0.5) -%}
    {%- set upto, place = rankhouse.argument(gain_upto), rankhouse.double(rank) -%}
    {%- set wish, rise = rankhouse.double(t), rankhouse.double(hb) -%}
    {%- set fall = "(" ~ rise ~ " * " ~ rankhouse.double(gain_med) ~ ")" -%}
    {#- The wish at this rank, and the rank at which it has fallen to what was gained, where nothing more is. -#}
    {%- set above = "(" ~ upto ~ " - " ~ rankhouse.argument(gain) ~ ")" -%}
    {%- set wanted = wish ~ " + " ~ rise ~ " * " ~ above ~ " - " ~ fall ~ " * (" ~ place ~ " - 1)" -%}
    {%- set fallen = "ceil(1 + {} / nullif(" ~ fall ~ ", 0))" -%}
    {%- set without = rankhouse.double(fallen.format("(" ~ wish ~ " + (" ~ rise ~ " - 1) * " ~ upto ~ " - 1e-9)")) -%}
    {%- set later = "greatest(" ~ place ~ " + 1, " ~ without ~ ")" -%}
    {%- set is_before_next = later ~ " < coalesce(" ~ rankhouse.double(next_rank) ~ ", " ~ later ~ " + 1)" -%}
    {%- set stop -%}
        (
            case
                when {{ upto }} >= {{ wanted }} - 1e-9 then {{ place }}
                when {{ without }} is not null and {{ is_before_next }} then {{ later }}
            end
        )
    {%- endset -%}
    (
        case
            when
                {{ rankhouse.double(fallen.format("(" ~ wish ~ " - 1e-9)")) }}
                < least(min({{ place }}), {{ rankhouse.double(k) }} + 1)
            then 0
            else {{ rankhouse.own_bpm_of(gain, gain_upto, rank, k, rankhouse.within(stop, k), stop) }}
        end
    )
{%- endmacro %}

{# `is_enough`: the reader has had enough at the rank `stop`, at this row's item or below it. #}
{% macro own_bpm_of(gain, gain_upto, rank, k, is_enough, stop) -%}
    {%- set first = "min(case when " ~ is_enough ~ " then {} end)" -%}
    coalesce(
        {{ rankhouse.ratio(first.format(rankhouse.argument(gain_upto)), first.format(stop)) }},
        {{ rankhouse.ratio(rankhouse.cg(gain, rank, k), k) }}
    )
{%- endmacro %}

{% macro value_bpm(measure) %}
    {%- set k = measure.k -%}
    {%- set gain = measure.gain_column -%}
    {%- if measure.hb == "0" -%}
        {{ return(rankhouse.bpm(gain, gain ~ "_upto", "item_rank", k, measure.t)) }}
    {%- endif -%}
    {{
        return(
            rankhouse.dynamic_bpm(
                gain, gain ~ "_upto", "item_rank", "next_rank", k, measure.t, measure.hb, measure.gain_med
            )
        )
    }}
{% endmacro %}
