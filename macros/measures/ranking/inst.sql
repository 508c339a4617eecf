{% macro declare_inst() %}
    {{
        return(
            {
                "name": "inst",
                "aliases": [],
                "cutoff": "optional",
                "options": {
                    "t": {"default": 1, "above": 0.5, "below": 1000000},
                    "max_rel": {"default": 1, "above": 0},
                },
                "needs": ["share_upto", "reached"],
                "worth": rankhouse.worth_inst,
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_inst,
                "description": "Gain per item of a reader who wants t relevant ones, and goes on more readily the more are still missing.",
                "formula": "sum of share_i * V_i / sum of V_i over all ranks, V_1 = 1, V_(i+1) = V_i * ((i - 1 + t + t_i) / (i + t + t_i))^2, t_i = t - sum of the shares down to i",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "V_i is the probability that the reader sees rank i. Ranks below the end of the list gain nothing, but all of them count in the sum. With a cutoff the reader stops at rank k: cwl_eval and ir_measures stop at 1000, inst@1000. An item's share is its relevance over max_rel, from 0 to 1. If t is 0.5 or less, no reader of the model goes on below a list of relevant items. With ties=best and ties=worst it is the value of the order that is best or worst by relevance.",
                "source": "Bailey, Moffat, Scholer, Thomas: User variability and IR system evaluation, SIGIR 2015",
            }
        )
    }}
{% endmacro %}

{#
`gain`: the share of the item at this rank, `gain_upto`: that sum down to it, `reached`: the probability that the reader sees
this rank, `next_rank`: the rank of the next row, NULL for the last one. Between two rows the shares are 0.
#}
{% macro inst(gain, gain_upto, reached, rank, next_rank, t=1, k=none) -%}
    {%- set first = "(2 * " ~ rankhouse.double(t) ~ ")" -%}
    {%- set place, next = rankhouse.double(rank), rankhouse.double(next_rank) -%}
    {%- set wanted = "(" ~ first ~ " - " ~ rankhouse.argument(gain_upto) ~ ")" -%}
    {%- set first_rank = "min(" ~ place ~ ")" -%}
    {%- if k is none -%}
        {%- set below = "coalesce(" ~ rankhouse.trigamma("(" ~ next ~ " + " ~ wanted ~ ")") ~ ", 0)" -%}
    {%- else -%}
        {%- set last = rankhouse.double(k) -%}
        {%- set below = rankhouse.trigamma(
            "(least(coalesce(" ~ next ~ ", " ~ last ~ "), " ~ last ~ ") + " ~ wanted ~ ")"
        ) -%}
        {%- set first_rank = "least(" ~ first_rank ~ ", " ~ last ~ ")" -%}
    {%- endif -%}
    coalesce(
        sum(
            case
                when {{ rankhouse.within(rank, k) }}
                then {{ rankhouse.argument(gain) }} * {{ rankhouse.argument(reached) }}
            end
        ) / (
            power({{ first }}, 2)
            * ({{ rankhouse.trigamma(first) }} - {{ rankhouse.trigamma("(" ~ first ~ " + " ~ first_rank ~ ")") }})
            + sum(
                case
                    when {{ rankhouse.within(rank, k) }}
                    then
                        {{ rankhouse.argument(reached) }}
                        * power({{ place }} - 1 + {{ wanted }}, 2)
                        * ({{ rankhouse.trigamma("(" ~ place ~ " + " ~ wanted ~ ")") }} - {{ below }})
                end
            )
        ),
        0
    )
{%- endmacro %}

{% macro value_inst(measure) %}
    {%- set gain = measure.gain_column -%}
    {{
        return(
            rankhouse.inst(gain, gain ~ "_upto", "reached_" ~ gain, "item_rank", "next_rank", measure.t, measure.k)
        )
    }}
{% endmacro %}

{# A share as in worth_share, and t, which what is reached depends on. #}
{% macro worth_inst(measure, relevant_from=none) %}
    {%- set name = "inst_" ~ measure.t ~ "_" ~ measure.max_rel -%}
    {{
        return(
            {
                "kind": "inst",
                "wanted": measure.t,
                "column": name | replace(".", "p"),
                "value": rankhouse.share_of_grade("relevance", measure.max_rel),
            }
        )
    }}
{% endmacro %}

{# The factor that a step down to this row changes what is reached by, as its logarithm. #}
{% macro own_log_of_step(gain, t) -%}
    {%- set wanted = "2 * " ~ rankhouse.double(t) ~ " - (" ~ gain ~ "_upto - " ~ gain ~ ")" -%}
    2 * ln((coalesce(rank_above, 1) - 1 + {{ wanted }}) / (item_rank - 1 + {{ wanted }}))
{%- endmacro %}
