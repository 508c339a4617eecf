{% macro declare_alpha_dcg() %}
    {{
        return(
            {
                "name": "alpha_dcg",
                "aliases": [],
                "cutoff": "required",
                "options": {
                    "alpha": {"default": 0.5, "from": 0, "to": 1},
                    "normalize": {"choices": ["none", "full"]},
                },
                "needs": ["intents"],
                "rules": rankhouse.own_over_intents() + [rankhouse.own_takes_cutoff("alpha_dcg", "")],
                "value": rankhouse.value_alpha_dcg,
                "description": "DCG whose gain is the number of intents that an item serves; an intent is worth less the more items above serve it.",
                "formula": "sum over the first k of sum over the item's intents of (1 - alpha)^(items above of the intent) / log2(rank + 1)",
                "lowest": 0,
                "undefined": "NULL for a query without relevant items.",
                "notes": "alpha is the probability that an item judged to serve an intent satisfies it: 0 counts every repetition in full, 1 ignores repetitions. normalize=full divides by the value of a list whose items all serve every intent, from the second place on, as ndeval does; alpha_dcg(normalize=full)@5 may then exceed the value at 10. With weights, an intent counts n_intents times its weight.",
                "source": "Clarke et al.: Novelty and diversity in information retrieval evaluation, SIGIR 2008",
            }
        )
    }}
{% endmacro %}
{% macro declare_alpha_ndcg() %}
    {{
        return(
            {
                "name": "alpha_ndcg",
                "aliases": [],
                "cutoff": "required",
                "options": {
                    "alpha": {"default": 0.5, "from": 0, "to": 1},
                    "ideal": {"choices": ["greedy", "exact"]},
                },
                "needs": ["intents"],
                "needs_with": {"ideal": {"exact": ["exact"]}},
                "rules": rankhouse.own_over_intents() + [rankhouse.own_takes_cutoff("alpha_ndcg", "")],
                "worth": rankhouse.worth_alpha_ideal,
                "value": rankhouse.value_alpha_ndcg,
                "description": "alpha_dcg divided by the value of the greedy order of all judged items, or of the best order.",
                "formula": "alpha_dcg@k of the list / alpha_dcg@k of the greedy order",
                "lowest": 0,
                "limits_with": [{"with": {"ideal": ["exact"]}, "highest": 1}],
                "undefined": "NULL for a query without relevant items.",
                "notes": "The ideal is greedy, as in ndeval: each place takes the item that adds most there, and among equal items the one with the highest id. The best order may be worth more, so a list may exceed 1 by a little. ideal=exact takes the best order: no list exceeds 1, and a query may have at most 10 items that serve an intent, because the time grows exponentially.",
                "source": "Clarke et al.: Novelty and diversity in information retrieval evaluation, SIGIR 2008",
            }
        )
    }}
{% endmacro %}

{# Rows of an item and an intent: `hit`: 1 where it is relevant, `share`: how much the intent counts, `earlier`: items above that are. #}
{% macro alpha_dcg(hit, share, earlier, rank, k=none, alpha=0.5) -%}
    {%- set worth = (
        rankhouse.argument(hit)
        ~ " * "
        ~ rankhouse.argument(share)
        ~ " * "
        ~ rankhouse.own_novelty(earlier, alpha)
    ) -%}
    {{ rankhouse.own_sum_of_rows(worth ~ " * " ~ rankhouse.discount(rank), rank, k) }}
{%- endmacro %}

{% macro own_alpha_dcg_at(measure, rank) %}
    {{ return(rankhouse.alpha_dcg("intent_hit", "intent_share", "intent_earlier", rank, measure.k, measure.alpha)) }}
{% endmacro %}

{% macro value_alpha_dcg(measure) %}
    {%- set value = rankhouse.own_alpha_dcg_at(measure, "intent_rank") -%}
    {%- set place = rankhouse.own_full_dcg_place("<rank>", measure.alpha) -%}
    {{ return(rankhouse.own_of_relevant(rankhouse.own_over_full_list(value, measure, place))) }}
{% endmacro %}

{% macro value_alpha_ndcg(measure) %}
    {%- set value = rankhouse.own_alpha_dcg_at(measure, "intent_rank") -%}
    {%- if measure.ideal == "exact" -%}
        {%- set is_its = "exact_alpha = " ~ rankhouse.double(measure.alpha) ~ " and exact_rank <= " ~ measure.k -%}
        {{ return(rankhouse.own_over_greedy(value, "max(case when " ~ is_its ~ " then exact_dcg end)")) }}
    {%- endif -%}
    {{
        return(
            rankhouse.own_over_greedy(
                value, rankhouse.own_alpha_dcg_at(measure, rankhouse.own_greedy_rank(measure.alpha))
            )
        )
    }}
{% endmacro %}

{# The order that it is divided by: the greedy one, or the best. #}
{% macro worth_alpha_ideal(measure, relevant_from=none) %}
    {%- if measure.ideal == "exact" -%}
        {{
            return(
                {
                    "kind": "exact",
                    "column": "exact_" ~ measure.alpha | replace(".", "p"),
                    "value": measure.alpha,
                }
            )
        }}
    {%- endif -%}
    {{ return(rankhouse.worth_greedy(measure, relevant_from)) }}
{% endmacro %}

{# What is divided by the value of a list whose every item serves every intent and is worth `place`. At the first place ndeval divides by nothing. #}
{% macro own_over_full_list(value, measure, place) %}
    {%- if measure.normalize == "none" or measure.k == 1 -%} {{ return(value) }}{%- endif -%}
    {%- set full = rankhouse.sum_over_ranks(measure.k, place, measure.metric ~ "(normalize=full)") -%}
    {{ return("coalesce(" ~ rankhouse.ratio(value, "max(n_intents) * " ~ full) ~ ", 0)") }}
{% endmacro %}

{% macro own_full_dcg_place(rank, alpha) -%}
    ({{ rankhouse.own_novelty("(" ~ rank ~ " - 1)", alpha) }} * {{ rankhouse.discount(rank) }})
{%- endmacro %}
