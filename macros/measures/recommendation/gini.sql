{% macro declare_gini() %}
    {{
        return(
            {
                "name": "gini",
                "aliases": ["gini_index"],
                "cutoff": "optional",
                "options": {"among": {"choices": ["catalogue", "shown"]}},
                "inputs": [{"input": "items", "option": "among", "choice": "catalogue"}],
                "level": "run",
                "value": rankhouse.value_gini,
                "description": "Gini index of exposure: how unequally often items are shown in the first k.",
                "formula": "sum over the n items, least shown first, of (2 j - n - 1) x_j / (n * sum of x); x_j is the number of lists whose first k hold the item",
                "range": "0 (all items are shown equally often) to 1 - 1/n (one item has all places), higher: less equal",
                "undefined": "NULL if no item counts.",
                "notes": "Items of the catalogue that no list shows count with 0. among=shown: only items that are shown count. Elliot reports 1 - gini * n / (n - 1), where higher is more equal.",
                "source": "Fleder, Hosanagar: Blockbuster culture's next rise or fall, Management Science 2009",
            }
        )
    }}
{% endmacro %}

{#
Over the items that are shown, `place` being 1 for the least shown; `n_unshown` more items count 0. NULL without
exposure.
#}
{% macro gini(exposure, place, n_unshown) -%}
    {%- set shown = "count(" ~ exposure ~ ")" -%}
    {%- set n_unshown = rankhouse.argument(n_unshown) -%}
    {%- set n = "(" ~ shown ~ " + " ~ n_unshown ~ ")" -%}
    {%- set weighted = "2 * sum(" ~ rankhouse.double(place) ~ " * " ~ rankhouse.argument(exposure) ~ ")" -%}
    {%- set total = "sum(" ~ rankhouse.double(exposure) ~ ")" -%}
    {{ rankhouse.ratio(weighted ~ " + (" ~ n_unshown ~ " - " ~ shown ~ " - 1) * " ~ total, n ~ " * " ~ total) }}
{%- endmacro %}

{% macro value_gini() %}
    {{
        return(
            rankhouse.gini(
                "counted_exposure",
                "exposure_place",
                "case among when 'catalogue' then max(n_items) - count(counted_exposure) else 0 end",
            )
        )
    }}
{% endmacro %}
