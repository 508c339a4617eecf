{% macro declare_spearman() %}
    {{
        return(
            {
                "name": "spearman",
                "aliases": ["spearman_rho"],
                "cutoff": "optional",
                "options": {},
                "family": "orders",
                "is_tied": true,
                "value": rankhouse.value_spearman,
                "description": "Spearman's rank correlation of the items that both lists have.",
                "formula": "the correlation of their ranks among each other, tied ones at their mean rank",
                "range": "{lowest} (reversed) to {highest} (the same order)",
                "lowest": -1,
                "highest": 1,
                "undefined": "NULL for fewer than two common items, if either list ties them all, and for a query that only one system has.",
                "notes": "An item counts by the square of how far it moves. The same as spearmanr of scipy.",
                "source": "Spearman: The proof and measurement of association between two things, 1904",
            }
        )
    }}
{% endmacro %}

{# Sums over the items of the product of their distances from the middle, and of the squares. #}
{% macro spearman(product, square, other_square) -%}
    {{ rankhouse.ratio(product, "sqrt(" ~ square ~ " * " ~ other_square ~ ")") }}
{%- endmacro %}

{% macro value_spearman() %} {{ return(rankhouse.spearman("product", "square", "other_square")) }}{% endmacro %}
