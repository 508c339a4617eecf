{% macro declare_identical() %}
    {{
        return(
            {
                "name": "identical",
                "aliases": ["unchanged"],
                "cutoff": "optional",
                "options": {},
                "family": "lists",
                "value": rankhouse.value_identical,
                "description": "Whether the first k items are the same in the same order; the mean is the share of unchanged queries.",
                "formula": "1 where both lists, cut at k, have the same item at every rank, else 0",
                "range": "{lowest} or {highest} of a query",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query that only one system has.",
                "notes": "Scores may differ: the order counts.",
                "source": "rankhouse",
            }
        )
    }}
{% endmacro %}

{# `n_in_place`: the items that have the same rank in both lists. #}
{% macro identical(n_in_place, longer) -%}
    {{ rankhouse.double("case when " ~ n_in_place ~ " = " ~ longer ~ " then 1 else 0 end") }}
{%- endmacro %}

{% macro value_identical() %} {{ return(rankhouse.identical("n_in_place", "longer")) }}{% endmacro %}
