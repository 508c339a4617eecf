{% macro declare_overlap() %}
    {{
        return(
            {
                "name": "overlap",
                "aliases": [],
                "cutoff": "optional",
                "options": {"denominator": {"choices": ["longer", "union"]}},
                "family": "lists",
                "value": rankhouse.value_overlap,
                "description": "The share of the first k items that both lists have, in any order.",
                "formula": "items in both / items of the longer list, both cut at k",
                "range": "{lowest} (nothing in common) to {highest} (the same items)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query that only one system has.",
                "notes": "If lists are shorter than k, the longer length divides, so a list agrees with itself at 1. denominator=union divides by the number of items in either list, which is Jaccard's index.",
                "source": "Jaccard: Distribution de la flore alpine, 1901",
            }
        )
    }}
{% endmacro %}

{# How many items two lists hold and have in common. #}
{% macro overlap(n_common, n_items, other_items, longer) -%}
    {{
        rankhouse.ratio(
            n_common,
            "case denominator when 'union' then "
            ~ n_items
            ~ " + "
            ~ other_items
            ~ " - "
            ~ n_common
            ~ " else "
            ~ longer
            ~ " end",
        )
    }}
{%- endmacro %}

{% macro value_overlap() %}
    {{ return(rankhouse.overlap("n_common", "n_items", "baseline_items", "longer")) }}
{% endmacro %}
