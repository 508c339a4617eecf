{% macro declare_err_ia() %}
    {{
        return(
            {
                "name": "err_ia",
                "aliases": ["intent_aware_err"],
                "cutoff": "optional",
                "options": {
                    "alpha": {"default": 0.5, "from": 0, "to": 1},
                    "normalize": {"choices": ["none", "full"]},
                },
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents() + [rankhouse.own_full_takes_cutoff()],
                "value": rankhouse.value_err_ia,
                "description": "Expected reciprocal rank, averaged over intents: 1 / rank of the item that satisfies a reader with the intent.",
                "formula": "mean over the intents of sum of alpha * (1 - alpha)^(items above of the intent) / rank over the items that serve it",
                "lowest": 0,
                "highest": 1,
                "limits_with": [{"with": {"normalize": ["full"]}, "highest": none}],
                "undefined": "NULL for a query without relevant items.",
                "notes": "alpha is the probability that an item satisfies a reader whose intent it serves: 0.5 is err(max_grade=1) for each intent. Intents are weighted by the column that columns names intent_weight; without one all count the same. normalize=full divides by the value of a list whose items all serve every intent, from the second place on, as ndeval does; it needs a cutoff.",
                "source": "Chapelle, Metzler, Zhang, Grinspan: Expected reciprocal rank for graded relevance, CIKM 2009",
            }
        )
    }}
{% endmacro %}
{% macro declare_nerr_ia() %}
    {{
        return(
            {
                "name": "nerr_ia",
                "aliases": [],
                "cutoff": "required",
                "options": {"alpha": {"default": 0.5, "from": 0, "to": 1}},
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents() + [rankhouse.own_takes_cutoff("nerr_ia", "")],
                "worth": rankhouse.worth_greedy,
                "value": rankhouse.value_nerr_ia,
                "description": "err_ia divided by the value of the greedy order of all judged items.",
                "formula": "err_ia@k of the list / err_ia@k of the greedy order",
                "lowest": 0,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The ideal is greedy, as in ndeval: each place takes the item that adds most there, and among equal items the one with the highest id. The best order may be worth more, so a list may exceed 1 by a little; finding the best order takes exponential time. With alpha=0 no item satisfies any reader, and the value counts every relevant item as 1 / rank.",
                "source": "Clarke, Craswell, Soboroff, Ashkan: A comparative analysis of cascade measures for novelty and diversity, WSDM 2011",
            }
        )
    }}
{% endmacro %}

{# Rows of an item and an intent: `hit`: 1 where it is relevant, `share`: how much the intent counts, `earlier`: items above that are. #}
{% macro err_ia(hit, share, earlier, rank, n_intents, k=none, alpha=0.5) -%}
    {%- set satisfied = rankhouse.double(alpha) ~ " * " ~ rankhouse.own_reader_at(hit, share, earlier, rank, alpha) -%}
    {{ rankhouse.own_mean_over_intents(satisfied, rank, n_intents, k) }}
{%- endmacro %}

{# What reaches an item of the readers with an intent, over its rank. #}
{% macro own_reader_at(hit, share, earlier, rank, alpha) -%}
    {{ rankhouse.argument(hit) }}
    * {{ rankhouse.argument(share) }}
    * {{ rankhouse.own_novelty(earlier, alpha) }}
    / {{ rankhouse.double(rank) }}
{%- endmacro %}

{% macro own_err_of_readers(measure, rank) %}
    {%- set reached = rankhouse.own_reader_at("intent_hit", "intent_share", "intent_earlier", rank, measure.alpha) -%}
    {{ return(rankhouse.own_sum_of_rows(reached, rank, measure.k)) }}
{% endmacro %}

{% macro value_err_ia(measure) %}
    {%- if measure.normalize == "full" -%}
        {%- set value = rankhouse.own_err_of_readers(measure, "intent_rank") -%}
        {%- set place = rankhouse.own_full_err_place("<rank>", measure.alpha) -%}
        {{ return(rankhouse.own_of_relevant(rankhouse.own_over_full_list(value, measure, place))) }}
    {%- endif -%}
    {%- set value = rankhouse.err_ia(
        "intent_hit", "intent_share", "intent_earlier", "intent_rank", "n_intents", measure.k, measure.alpha
    ) -%}
    {{ return(rankhouse.own_of_relevant(value)) }}
{% endmacro %}

{% macro value_nerr_ia(measure) %}
    {{
        return(
            rankhouse.own_over_greedy(
                rankhouse.own_err_of_readers(measure, "intent_rank"),
                rankhouse.own_err_of_readers(measure, rankhouse.own_greedy_rank(measure.alpha)),
            )
        )
    }}
{% endmacro %}

{% macro own_full_err_place(rank, alpha) -%}
    ({{ rankhouse.own_novelty("(" ~ rank ~ " - 1)", alpha) }} / {{ rankhouse.double(rank) }})
{%- endmacro %}

{% macro own_full_takes_cutoff() %}
    {{
        return(
            {
                "with": {"normalize": ["full"], "cutoff": ["none"]},
                "refused": "err_ia(normalize=full) needs a cutoff, such as err_ia(normalize=full)@10",
            }
        )
    }}
{% endmacro %}
