{% macro declare_personalisation() %}
    {{
        return(
            {
                "name": "personalisation",
                "aliases": ["personalization", "inter_list_diversity"],
                "cutoff": "optional",
                "options": {},
                "inputs": [],
                "level": "run",
                "value": rankhouse.value_personalisation,
                "description": "How different the lists of two users are: 1 - the mean share of items that two lists have in common.",
                "formula": "1 - mean over all pairs of lists of the number of common items in their first k / sqrt(length * other length); for lists of k items that is 1 - overlap / k",
                "range": "0 (all lists hold the same items) to 1 (no item is in two lists), higher: more personal",
                "undefined": "NULL with fewer than two lists.",
                "notes": "The order within the first k does not matter. Exact over all pairs, computed as a sum over items without forming pairs. The same as personalization of recmetrics.",
                "source": "Zhou et al.: Solving the apparent diversity-accuracy dilemma, PNAS 2010",
            }
        )
    }}
{% endmacro %}

{#
Over the items that are shown: `weight` is the sum over the item's lists of 1 / sqrt(list length). Its squares add up to
the similarities of all ordered pairs, and of each list with itself.
#}
{% macro personalisation(weight, n_lists) -%}
    {%- set n_lists = rankhouse.argument(n_lists) -%}
    {%- set pairs = rankhouse.double(n_lists) ~ " * (" ~ n_lists ~ " - 1)" -%}
    {%- set similarity = "sum(power(" ~ rankhouse.double(weight) ~ ", 2)) - " ~ n_lists -%}
    {{ rankhouse.within_limits("1 - " ~ rankhouse.ratio(similarity, pairs), 0, 1) }}
{%- endmacro %}

{% macro value_personalisation() %}
    {{ return(rankhouse.personalisation("list_weight", "max(n_lists)")) }}
{% endmacro %}
