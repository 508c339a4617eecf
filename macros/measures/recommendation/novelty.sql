{% macro declare_novelty() %}
    {{
        return(
            {
                "name": "novelty",
                "aliases": ["mean_self_information", "self_information", "miuf"],
                "cutoff": "optional",
                "options": {"probability": {"choices": ["users", "interactions"]}},
                "inputs": [{"input": "interactions"}],
                "level": "list",
                "value": rankhouse.value_novelty,
                "unknown": "n_interactions is null",
                "description": "Mean self-information of the first k items: how little known they are, in bits.",
                "formula": "mean over the list's first k items of -log2 p(item); p is the share of the users who have interacted with it; then the mean over lists",
                "range": "{lowest} to log2 of the number of users, higher: less known items",
                "lowest": 0,
                "undefined": "NULL for empty interactions or without lists.",
                "notes": "An item without interactions counts as having one, the most that the data can tell; n_unknown counts such items. probability=interactions: p is the item's share of all interactions. The default is RecTools' MeanInvUserFreq. RePlay's Surprisal is the default divided by log2 of the number of users. RePlay's Novelty is another measure: the share of a user's items that are not in the user's training data. The novelty of recommenders is probability=interactions, averaged over all places at once: the same if all lists have one length and known items.",
                "source": "Zhou et al.: Solving the apparent diversity-accuracy dilemma, PNAS 2010",
            }
        )
    }}
{% endmacro %}

{# Mean over a list's items of -log2 of the share `part / whole`. #}
{% macro novelty(part, whole) -%}
    avg(ln({{ rankhouse.ratio(whole, part) }}) / ln({{ rankhouse.double(2) }}))
{%- endmacro %}

{% macro value_novelty() %}
    {%- set part = "case probability\nwhen 'users' then coalesce(n_users, 1)\nelse coalesce(n_interactions, 1)\nend" -%}
    {%- set whole = "case probability\nwhen 'users' then total_users\nelse total_interactions\nend" -%}
    {{ return(rankhouse.novelty(part, "nullif(" ~ whole ~ ", 0)")) }}
{% endmacro %}
