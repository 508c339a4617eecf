{% macro declare_gmap() %}
    {{
        return(
            {
                "name": "gmap",
                "aliases": ["gm_map", "geometric_map"],
                "cutoff": "optional",
                "options": {},
                "needs": ["hits_upto"],
                "mean": "geometric",
                "value": rankhouse.value_gmap,
                "description": "Average precision, not below 0.00001; its mean over queries is geometric, which rewards lifting the worst queries.",
                "formula": "max(average_precision, 0.00001); summary: exp(mean of ln)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "value_sum is the sum of the logarithms, which adds up over parts. The standard error and the interval are computed for the mean logarithm and converted.",
                "source": "Robertson: On GMAP, CIKM 2006; the floor is trec_eval's",
            }
        )
    }}
{% endmacro %}

{% macro gmap(average_precision) -%}
    (
        case
            when {{ rankhouse.argument(average_precision) }} is not null
            then greatest({{ rankhouse.argument(average_precision) }}, {{ rankhouse.double("0.00001") }})
        end
    )
{%- endmacro %}

{% macro value_gmap(measure) %}
    {{
        return(
            rankhouse.gmap(
                rankhouse.average_precision(
                    rankhouse.precision_sum("hit", "hits_upto", "item_rank", measure.k), "n_relevant", "n_relevant"
                )
            )
        )
    }}
{% endmacro %}
