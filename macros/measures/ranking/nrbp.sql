{% macro declare_nrbp() %}
    {{
        return(
            {
                "name": "nrbp",
                "aliases": [],
                "cutoff": "none",
                "options": {
                    "alpha": {"default": 0.5, "from": 0, "to": 1},
                    "beta": {"default": 0.5, "above": 0, "below": 1},
                },
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents(),
                "value": rankhouse.value_nrbp,
                "description": "Novelty- and rank-biased precision: rank-biased precision whose gain falls with each item above that serves the same intent.",
                "formula": "(1 - (1 - alpha) * beta) * mean over the intents of sum of beta^(rank - 1) * (1 - alpha)^(items above of the intent)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "beta is the probability of going on to the next item. Intents are weighted by the column that columns names intent_weight; without one all count the same. A list whose items all serve every intent would reach 1; with alpha=0 and beta=p it is the mean of rbp over the intents.",
                "source": "Clarke, Kolla, Vechtomova: An effectiveness measure for ambiguous and underspecified queries, ICTIR 2009",
            }
        )
    }}
{% endmacro %}
{% macro declare_nnrbp() %}
    {{
        return(
            {
                "name": "nnrbp",
                "aliases": [],
                "cutoff": "none",
                "options": {
                    "alpha": {"default": 0.5, "from": 0, "to": 1},
                    "beta": {"default": 0.5, "above": 0, "below": 1},
                },
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents(),
                "worth": rankhouse.worth_greedy,
                "value": rankhouse.value_nnrbp,
                "description": "nrbp divided by the value of the greedy order of all judged items.",
                "formula": "nrbp of the list / nrbp of the greedy order",
                "lowest": 0,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The ideal is greedy, as in ndeval: each place takes the item that adds most there, and among equal items the one with the highest id. The best order may be worth more, so a list may exceed 1 by a little; finding the best order takes exponential time. It has no cutoff, so the whole greedy order is built, place by place.",
                "source": "Clarke, Craswell, Soboroff, Ashkan: A comparative analysis of cascade measures for novelty and diversity, WSDM 2011",
            }
        )
    }}
{% endmacro %}

{# Rows of an item and an intent: `hit`: 1 where it is relevant, `share`: how much the intent counts, `earlier`: items above that are. #}
{% macro nrbp(hit, share, earlier, rank, n_intents, alpha=0.5, p=0.5) -%}
    {%- set gained = (
        rankhouse.argument(hit)
        ~ " * "
        ~ rankhouse.argument(share)
        ~ " * "
        ~ rankhouse.own_novelty(earlier, alpha)
    ) -%}
    {%- set seen = rankhouse.own_power(rankhouse.double(p), "(" ~ rankhouse.double(rank) ~ " - 1)") -%}
    (
        (1 - (1 - {{ rankhouse.double(alpha) }}) * {{ rankhouse.double(p) }})
        * {{ rankhouse.own_mean_over_intents(gained ~ " * " ~ seen, rank, n_intents) }}
    )
{%- endmacro %}

{% macro own_nrbp_at(measure, rank) %}
    {{
        return(
            rankhouse.nrbp(
                "intent_hit", "intent_share", "intent_earlier", rank, "n_intents", measure.alpha, measure.beta
            )
        )
    }}
{% endmacro %}

{% macro value_nrbp(measure) %}
    {{ return(rankhouse.own_of_relevant(rankhouse.own_nrbp_at(measure, "intent_rank"))) }}
{% endmacro %}

{% macro value_nnrbp(measure) %}
    {{
        return(
            rankhouse.own_over_greedy(
                rankhouse.own_nrbp_at(measure, "intent_rank"),
                rankhouse.own_nrbp_at(measure, rankhouse.own_greedy_rank(measure.alpha)),
            )
        )
    }}
{% endmacro %}
