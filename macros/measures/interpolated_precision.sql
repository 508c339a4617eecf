{% macro declare_interpolated_precision() %}
    {{
        return(
            {
                "name": "interpolated_precision",
                "aliases": ["iprec", "iprec_at_recall"],
                "cutoff": "none",
                "options": {"recall": {"default": 0, "from": 0, "to": 1}},
                "needs": ["hit", "hits_upto"],
                "average_ties": false,
                "value": rankhouse.value_interpolated_precision,
                "description": "The highest precision at any rank whose recall reaches a level.",
                "formula": "max of precision@i over the hits with hits_i / R >= recall",
                "range": "0 to 1",
                "undefined": "NULL for a query without relevant items.",
                "notes": "The levels 0, 0.1, ..., 1 draw the 11-point curve; their mean is average_precision(interpolation=11-point). A level that is not reached has precision 0.",
                "source": "Manning, Raghavan, Schuetze: Introduction to Information Retrieval, 8.4",
            }
        )
    }}
{% endmacro %}

{# A recall of `hits / n_relevant` reaches a level despite rounding. NULL when n_relevant is 0. #}
{% macro interpolated_precision(hit, hits_upto, rank, n_relevant, recall=0) -%}
    {%- set reached = (
        rankhouse.argument(hits_upto)
        ~ " >= "
        ~ rankhouse.double(recall)
        ~ " * "
        ~ rankhouse.argument(n_relevant)
        ~ " - 1e-9"
    ) -%}
    (
        case
            when {{ rankhouse.argument(n_relevant) }} > 0
            then
                coalesce(
                    max(
                        case
                            when {{ rankhouse.argument(hit) }} > 0 and {{ reached }}
                            then {{ rankhouse.ratio(hits_upto, rank) }}
                        end
                    ),
                    0
                )
        end
    )
{%- endmacro %}

{% macro value_interpolated_precision(measure) %}
    {{ return(rankhouse.interpolated_precision("hit", "hits_upto", "item_rank", "n_relevant", measure.recall)) }}
{% endmacro %}
