{% macro declare_kendall_tau() %}
    {{
        return(
            {
                "name": "kendall_tau",
                "aliases": ["tau"],
                "cutoff": "optional",
                "options": {},
                "family": "orders",
                "value": rankhouse.value_kendall_tau,
                "description": "Kendall's tau: how much more often two common items are in the same order than in the opposite one.",
                "formula": "(pairs in the same order - pairs in the other order) / pairs, over the items in both lists, each cut at k",
                "range": "{lowest} (reversed) to {highest} (the same order)",
                "lowest": -1,
                "highest": 1,
                "undefined": "NULL for fewer than two common items, and for a query that only one system has.",
                "notes": "Ranks decide: among items with equal scores, the one with the higher id comes first. kendall_tau_b leaves them tied, as kendalltau of scipy and kendall of pandas do.",
                "source": "Kendall: A new measure of rank correlation, Biometrika 1938",
            }
        )
    }}
{% endmacro %}

{% macro declare_kendall_tau_b() %}
    {{
        return(
            {
                "name": "kendall_tau_b",
                "aliases": ["tau_b"],
                "cutoff": "optional",
                "options": {},
                "family": "orders",
                "is_tied": true,
                "value": rankhouse.value_kendall_tau_b,
                "description": "Kendall's tau with ties: items with equal scores have no order.",
                "formula": "(pairs in the same order - pairs in the other order) / sqrt(pairs not tied in one list * pairs not tied in the other)",
                "range": "{lowest} (reversed) to {highest} (the same order and the same ties)",
                "lowest": -1,
                "highest": 1,
                "undefined": "NULL for fewer than two common items, if either list ties them all, and for a query that only one system has.",
                "notes": "The same as kendalltau of scipy.",
                "source": "Kendall: The treatment of ties in ranking problems, Biometrika 1945",
            }
        )
    }}
{% endmacro %}

{# `inversions`: pairs in the other order. #}
{% macro kendall_tau(inversions, n_common) -%}
    1 - {{ rankhouse.ratio("4 * " ~ inversions, n_common ~ " * (" ~ n_common ~ " - 1)") }}
{%- endmacro %}

{#
`n_ordered`, `other_ordered`: pairs that each list does not tie; `n_half_tied`: those of the first that the second ties.
#}
{% macro kendall_tau_b(inversions, n_ordered, other_ordered, n_half_tied) -%}
    {%- set product = rankhouse.double(n_ordered) ~ " * " ~ rankhouse.double(other_ordered) -%}
    {{ rankhouse.ratio(n_ordered ~ " - " ~ n_half_tied ~ " - 2 * " ~ inversions, "sqrt(" ~ product ~ ")") }}
{%- endmacro %}

{% macro value_kendall_tau() %} {{ return(rankhouse.kendall_tau("inversions", "n_common")) }}{% endmacro %}

{% macro value_kendall_tau_b() %}
    {{ return(rankhouse.kendall_tau_b("inversions", "n_ordered", "other_ordered", "n_half_tied")) }}
{% endmacro %}
