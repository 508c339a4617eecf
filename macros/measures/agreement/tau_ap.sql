{% macro declare_tau_ap() %}
    {{
        return(
            {
                "name": "tau_ap",
                "aliases": ["ap_correlation"],
                "cutoff": "optional",
                "options": {},
                "family": "orders",
                "needs": ["wrong_ways"],
                "value": rankhouse.value_tau_ap,
                "description": "AP correlation: Kendall's tau with more weight at the top, taking the baseline's order as the right one.",
                "formula": "2 * (mean over the items of the system's list, the first one apart, of the share of those above that the baseline has above too) - 1, over the items in both lists",
                "range": "{lowest} (reversed) to {highest} (the same order)",
                "lowest": -1,
                "highest": 1,
                "undefined": "NULL for fewer than two common items, and for a query that only one system has.",
                "notes": "Swapping the systems gives another number; tau_ap_b is the mean of both. Ranks decide, as in kendall_tau.",
                "source": "Yilmaz, Aslam, Robertson: A new rank correlation coefficient for information retrieval, SIGIR 2008",
            }
        )
    }}
{% endmacro %}

{% macro declare_tau_ap_b() %}
    {{
        return(
            {
                "name": "tau_ap_b",
                "aliases": [],
                "cutoff": "optional",
                "options": {},
                "family": "orders",
                "needs": ["wrong_ways"],
                "is_tied": true,
                "value": rankhouse.value_tau_ap_b,
                "description": "AP correlation in both directions, with ties: items with equal scores have no order.",
                "formula": "the mean of two values, one along each list: 2 * (mean over the items below the first score of the share of those above their score that the other list has above too) - 1",
                "range": "{lowest} (reversed) to {highest} (the same order and the same ties)",
                "lowest": -1,
                "highest": 1,
                "undefined": "NULL for fewer than two common items, if either list ties them all, and for a query that only one system has.",
                "notes": "Without ties it is the symmetric tau_ap.",
                "source": "Urbano, Marrero: The treatment of ties in AP correlation, ICTIR 2017",
            }
        )
    }}
{% endmacro %}

{# `share`: the sum over the items of the share of those above them that the baseline has below. #}
{% macro tau_ap(share, n_common) -%}
    {%- set n_below = "case when " ~ n_common ~ " > 1 then " ~ n_common ~ " - 1 end" -%}
    1 - {{ rankhouse.ratio("2 * " ~ share, n_below) }}
{%- endmacro %}

{#
`wrong`: along the one list, the sum of the shares of those above that are not above in the other; `right`: along the other
one, the sum of those that are. `n_below`, `other_below`: the items below the first score of each.
#}
{% macro tau_ap_b(wrong, n_below, right, other_below) -%}
    {{ rankhouse.ratio(right, other_below) }} - {{ rankhouse.ratio(wrong, n_below) }}
{%- endmacro %}

{% macro value_tau_ap() %} {{ return(rankhouse.tau_ap("wrong_way", "n_common")) }}{% endmacro %}

{% macro value_tau_ap_b() %}
    {{
        return(
            rankhouse.tau_ap_b("(half_wrong + wrong_way)", "n_below", "(right_way - wrong_other_way)", "other_below")
        )
    }}
{% endmacro %}
