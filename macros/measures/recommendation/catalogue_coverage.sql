{% macro declare_catalogue_coverage() %}
    {{
        return(
            {
                "name": "catalogue_coverage",
                "aliases": ["catalog_coverage", "coverage", "item_coverage"],
                "cutoff": "optional",
                "options": {},
                "inputs": [{"input": "items"}],
                "level": "run",
                "value": rankhouse.value_catalogue_coverage,
                "description": "Share of the catalogue that the first k items of all lists show at least once.",
                "formula": "distinct catalogue items in the first k of any list / items of the catalogue",
                "range": "0 to 1, higher: more of the catalogue is shown",
                "undefined": "NULL for an empty catalogue or without lists.",
                "notes": "Coverage of items, as in RePlay and RecBole; ItemCoverage of Elliot is their number. Items outside the catalogue do not count; n_unknown counts the places that they take. RecTools counts them in CatalogCoverage. recommenders uses the items of the training data as the catalogue.",
                "source": "Ge, Delgado-Battenfeld, Jannach: Beyond accuracy, RecSys 2010",
            }
        )
    }}
{% endmacro %}

{# `is_counted`: 1 for an item of the catalogue, over the items that were shown. #}
{% macro catalogue_coverage(is_counted, n_items) -%}
    {{ rankhouse.ratio("sum(" ~ is_counted ~ ")", n_items) }}
{%- endmacro %}

{% macro value_catalogue_coverage() %}
    {{ return(rankhouse.catalogue_coverage("is_counted", "max(n_items)")) }}
{% endmacro %}
