{# Readers who leave at an item with its share as the probability, and go on as those of other measures: ERR as a mean gain per item. #}
{% macro declare_nerr8() %}
    {{
        return(
            rankhouse.declare_nerr(
                8,
                "required",
                {"max_rel": {"default": 1, "above": 0}},
                rankhouse.value_nerr8,
                "Nearly expected reciprocal rank: gain per item of a reader who stops at an item with a probability equal to its share, or after k items.",
                "sum of share_i * V_i / sum of V_i, both over the first k, V_1 = 1, V_(i+1) = V_i * (1 - share_i)",
                "If a share is 1, nobody goes on. Places below the end of the list count, but gain nothing.",
            )
        )
    }}
{% endmacro %}

{% macro declare_nerr9() %}
    {{
        return(
            rankhouse.declare_nerr(
                9,
                "required",
                {"max_rel": {"default": 1, "above": 0}},
                rankhouse.value_nerr9,
                "Nearly expected reciprocal rank whose reader goes on from rank i with probability i / (i + 1), unless the item is enough, down to rank k.",
                "sum of share_i * V_i / sum of V_i, both over the first k, V_1 = 1, V_(i+1) = V_i * (1 - share_i) * i / (i + 1)",
                "The upper sum is err's, with shares instead of err's probabilities. Places below the end of the list count, but gain nothing.",
            )
        )
    }}
{% endmacro %}

{% macro declare_nerr10() %}
    {{
        return(
            rankhouse.declare_nerr(
                10,
                "optional",
                {"p": {"default": 0.9, "above": 0, "below": 1}, "max_rel": {"default": 1, "above": 0}},
                rankhouse.value_nerr10,
                "Nearly expected reciprocal rank whose reader goes on like rbp's, unless the item is enough.",
                "sum of share_i * V_i / sum of V_i over all ranks, V_1 = 1, V_(i+1) = V_i * (1 - share_i) * p",
                "Ranks below the end of the list gain nothing, but all of them count in the sum. With a cutoff the reader stops at rank k: cwl_eval and ir_measures stop at 1000.",
            )
        )
    }}
{% endmacro %}

{% macro declare_nerr11() %}
    {{
        return(
            rankhouse.declare_nerr(
                11,
                "optional",
                {"t": {"default": 1, "above": 0}, "max_rel": {"default": 1, "above": 0}},
                rankhouse.value_nerr11,
                "Nearly expected reciprocal rank whose reader goes on like insq's, unless the item is enough.",
                "sum of share_i * V_i / sum of V_i over all ranks, V_1 = 1, V_(i+1) = V_i * (1 - share_i) * ((i + 2t - 1) / (i + 2t))^2",
                "Ranks below the end of the list gain nothing, but all of them count in the sum. With a cutoff the reader stops at rank k: cwl_eval and ir_measures stop at 1000, nerr11@1000.",
            )
        )
    }}
{% endmacro %}

{# `number`: that of the equation in the paper, `notes`: what is to be said of it beside what is true of all four. #}
{% macro declare_nerr(number, cutoff, options, value, description, formula, notes) %}
    {%- set name = "nerr" ~ number -%}
    {%- set rules = [rankhouse.own_takes_cutoff(name)] if cutoff == "required" else [] -%}
    {{
        return(
            {
                "name": name,
                "aliases": [],
                "cutoff": cutoff,
                "options": options,
                "needs": ["unstopped"],
                "worth": rankhouse.worth_stop_share,
                "rules": rules + [rankhouse.own_no_closed_form()],
                "value": value,
                "description": description,
                "formula": formula,
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "V_i is the probability that the reader sees rank i. "
                ~ notes
                ~ " An item's share is its relevance over max_rel, from 0 to 1. With ties=best and ties=worst it is the value of the order that is best or worst by relevance.",
                "source": "Azzopardi, Mackenzie, Moffat: ERR is not C/W/L, ICTIR 2021, equation " ~ number,
            }
        )
    }}
{% endmacro %}

{#
`weight`: the probability that a reader to whom no item is enough sees this rank, `upto`: that sum down to it, `whole`: down
to the last rank. A reader who leaves at an item has seen the ranks down to it, one who never leaves all of them.
#}
{% macro own_nerr(stop, unstopped, rank, weight, upto, whole, k=none) -%}
    {%- set share, reader = rankhouse.argument(stop), rankhouse.argument(unstopped) -%}
    {%- set of_row = "case when " ~ rankhouse.within(rank, k) ~ " then {} end" -%}
    {%- set left = share ~ " * " ~ reader -%}
    {%- set gained = "sum(" ~ of_row.format(left ~ " * " ~ weight) ~ ")" -%}
    {%- set seen = "sum(" ~ of_row.format(left ~ " * " ~ upto) ~ ")" -%}
    {%- set stayed = "min(" ~ of_row.format(reader ~ " * (1 - " ~ share ~ ")") ~ ")" -%}
    coalesce({{ rankhouse.ratio(gained, seen ~ " + " ~ stayed ~ " * " ~ whole) }}, 0)
{%- endmacro %}

{# `stop`: the share of the item at this rank, `unstopped`: the product of 1 - that over the ranks above. #}
{% macro nerr8(stop, unstopped, rank, k) -%}
    {{ rankhouse.own_nerr(stop, unstopped, rank, "1", rankhouse.double(rank), rankhouse.double(k), k) }}
{%- endmacro %}

{# `stop`: the share of the item at this rank, `unstopped`: the product of 1 - that over the ranks above. #}
{% macro nerr9(stop, unstopped, rank, k) -%}
    {%- set weight = "(1 / " ~ rankhouse.double(rank) ~ ")" -%}
    {{ rankhouse.own_nerr(stop, unstopped, rank, weight, rankhouse.harmonic(rank), rankhouse.harmonic(k), k) }}
{%- endmacro %}

{#
`stop`: the share of the item at this rank, `unstopped`: the product of 1 - that over the ranks above, `p`: probability to go
on where nothing was gained.
#}
{% macro nerr10(stop, unstopped, rank, p=0.9, k=none) -%}
    {%- set step = rankhouse.double(p) -%}
    {#- Not by power, which fails on Postgres where it comes to less than the least double. -#}
    {%- set powers = "exp(greatest({} * ln(" ~ step ~ "), -3.4e2))" -%}
    {%- set place = rankhouse.double(rank) -%}
    {{
        rankhouse.own_nerr(
            stop,
            unstopped,
            rank,
            "(1 - " ~ step ~ ") * " ~ powers.format("(" ~ place ~ " - 1)"),
            "(1 - " ~ powers.format(place) ~ ")",
            "1" if k is none else "(1 - " ~ powers.format(rankhouse.double(k)) ~ ")",
            k,
        )
    }}
{%- endmacro %}

{# `stop`: the share of the item at this rank, `unstopped`: the product of 1 - that over the ranks above. #}
{% macro nerr11(stop, unstopped, rank, t=1, k=none) -%}
    {%- set first = "(2 * " ~ rankhouse.double(t) ~ ")" -%}
    {%- set endless = rankhouse.trigamma(first) -%}
    {%- set down_to = "(" ~ endless ~ " - {})" -%}
    {%- set place = rankhouse.double(rank) -%}
    {{
        rankhouse.own_nerr(
            stop,
            unstopped,
            rank,
            "power(" ~ first ~ " - 1 + " ~ place ~ ", -2)",
            down_to.format(rankhouse.trigamma("(" ~ first ~ " + " ~ place ~ ")")),
            (
                endless
                if k is none
                else down_to.format(rankhouse.trigamma("(" ~ first ~ " + " ~ rankhouse.double(k) ~ ")"))
            ),
            k,
        )
    }}
{%- endmacro %}

{% macro value_nerr8(measure) %}
    {%- set stop = measure.gain_column -%} {{ return(rankhouse.nerr8(stop, "un" ~ stop, "item_rank", measure.k)) }}
{% endmacro %}

{% macro value_nerr9(measure) %}
    {%- set stop = measure.gain_column -%} {{ return(rankhouse.nerr9(stop, "un" ~ stop, "item_rank", measure.k)) }}
{% endmacro %}

{% macro value_nerr10(measure) %}
    {%- set stop = measure.gain_column -%}
    {{ return(rankhouse.nerr10(stop, "un" ~ stop, "item_rank", measure.p, measure.k)) }}
{% endmacro %}

{% macro value_nerr11(measure) %}
    {%- set stop = measure.gain_column -%}
    {{ return(rankhouse.nerr11(stop, "un" ~ stop, "item_rank", measure.t, measure.k)) }}
{% endmacro %}

{# A share as in worth_share, in a column of the probabilities to leave. #}
{% macro worth_stop_share(measure, relevant_from=none) %}
    {%- set share = rankhouse.worth_share(measure) -%}
    {{ return({"kind": "stop", "column": "stop_" ~ share.column, "value": share.value}) }}
{% endmacro %}
