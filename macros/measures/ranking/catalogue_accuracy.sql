{% macro declare_catalogue_accuracy() %}
    {{
        return(
            {
                "name": "catalogue_accuracy",
                "aliases": ["catalog_accuracy"],
                "cutoff": "required",
                "options": {"n_items": {"default": 0, "from": 1, "required": true}},
                "needs": [],
                "rules": [
                    rankhouse.own_takes_cutoff("catalogue_accuracy", "(n_items=5000)"),
                    {
                        "with": {"n_items": ["0"]},
                        "refused": "catalogue_accuracy needs the number of items in the catalogue, such as catalogue_accuracy(n_items=5000)@10",
                    },
                ],
                "value": rankhouse.value_catalogue_accuracy,
                "description": "Share of a catalogue's items that are rightly inside, or rightly outside, the first k.",
                "formula": "(TP + TN) / n_items = 1 - (k + R - 2 * hits in the first k) / n_items",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL if the first k and the other relevant items outnumber the catalogue.",
                "notes": "n_items, the number of items that could be shown, must be given. Nearly all items of a large catalogue are neither shown nor relevant, so every system is close to 1: look at precision and recall. Places below the end of the list count as wrong, as in precision. The name accuracy alone is refused: sentence-transformers means hit_rate, ir_measures pairwise_accuracy.",
                "source": "RecTools, as Accuracy",
            }
        )
    }}
{% endmacro %}

{# `k`: the cutoff. NULL where as many places and relevant items as there are do not fit into n_items. #}
{% macro catalogue_accuracy(hits, n_relevant, k, n_items) -%}
    {%- set right, relevant = rankhouse.argument(hits), rankhouse.argument(n_relevant) -%}
    {%- set all_items, shown = rankhouse.double(n_items), rankhouse.double(k) -%}
    (
        case
            when {{ shown }} + {{ relevant }} - {{ right }} <= {{ all_items }}
            then 1 - {{ rankhouse.ratio(shown ~ " + " ~ relevant ~ " - 2 * " ~ right, all_items) }}
        end
    )
{%- endmacro %}

{% macro value_catalogue_accuracy(measure) %}
    {%- set k = measure.k -%}
    {{
        return(
            rankhouse.catalogue_accuracy(
                rankhouse.hits("hit", "item_rank", measure.k), "n_relevant", k, measure.n_items
            )
        )
    }}
{% endmacro %}
