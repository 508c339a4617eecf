{% macro declare_awrf() %}
    {{
        return(
            {
                "name": "awrf",
                "aliases": ["attention_weighted_rank_fairness"],
                "cutoff": "optional",
                "options": {
                    "target": {"choices": ["population", "uniform", "relevant", "given"]},
                    "attention": {"choices": ["log2", "trec", "rbp"]},
                    "divergence": {"choices": ["js", "tv"]},
                    "unit": {"choices": ["nats", "bits"]},
                    "p": {"default": 0.8, "above": 0, "below": 1},
                },
                "inputs": [
                    {"input": "features"},
                    {"input": "judgments", "option": "target", "choice": "relevant"},
                    {"input": "targets", "option": "target", "choice": "given"},
                ],
                "level": "groups",
                "value": rankhouse.value_awrf,
                "description": "Attention-weighted rank fairness: how close each group's attention is to its target.",
                "formula": "1 - divergence of the groups' shares of attention from their target shares; then the mean over lists",
                "range": "{lowest} to {highest}, higher: closer to the target; from 1 - ln 2 = 0.307 with unit=nats and divergence=js",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a list without an item of a known group, or without a target.",
                "notes": "Groups are features: an item of several groups counts in each by its share of the item's weights, which are equal without a column of weights. Items without a group are left out, though ranks stay, and n_unknown counts them. target=population: all items of features, each once; uniform: all groups alike; relevant: the relevant items of the query; given: the table targets. attention=log2: 1 / log2(rank + 1); trec: 1 / log2(max(rank, 2)), as in TREC 2022; rbp: p^(rank - 1). divergence=js: Jensen-Shannon, in nats; unit=bits divides it by ln 2; tv: total variation, which has no unit.",
                "source": "Sapiezynski et al.: Quantifying the impact of user attention on fair group representation in ranked lists, WWW 2019; Raj, Ekstrand, SIGIR 2022; TREC 2022 Fair Ranking",
            }
        )
    }}
{% endmacro %}

{# `divergence` of the shares of attention from the target shares, in units of `unit`. #}
{% macro awrf(divergence, unit=1) -%}
    {%- set fairness = "1 - " ~ rankhouse.ratio(divergence, unit) -%} {{ rankhouse.within_limits(fairness, 0, 1) }}
{%- endmacro %}

{% macro value_awrf() %}
    {%- set js = rankhouse.js_divergence("shown_share", "target_share") -%}
    {%- set tv = rankhouse.total_variation("shown_share", "target_share") -%}
    {{
        return(
            "case\nwhen divergence = 'tv' then "
            ~ rankhouse.awrf(tv)
            ~ "\nwhen unit = 'bits' then "
            ~ rankhouse.awrf(js, "ln(2)")
            ~ "\nelse "
            ~ rankhouse.awrf(js)
            ~ "\nend"
        )
    }}
{% endmacro %}
