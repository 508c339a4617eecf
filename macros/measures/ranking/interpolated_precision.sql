{% macro declare_interpolated_precision() %}
    {{
        return(
            {
                "name": "interpolated_precision",
                "aliases": ["iprec", "iprec_at_recall"],
                "cutoff": "none",
                "options": {
                    "recall": {"default": 0, "from": 0, "to": 1},
                    "rounding": {"default": 1, "above": 0, "to": 1},
                },
                "needs": ["hits_upto"],
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_interpolated_precision,
                "aggregates": {"whole_list": ["recall"]},
                "description": "The highest precision at any rank whose recall reaches a given level.",
                "formula": "max of precision@i over the hits with hits_i / R >= recall",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The levels 0, 0.1, ..., 1 draw the 11-point curve; their mean is average_precision(interpolation=11-point). A level that is not reached has precision 0. A level is reached at recall * R hits, rounded up; rounding=0.9 or 0.5 adds that number and rounds down instead, as trec_eval does before and since version 10.",
                "source": "Manning, Raghavan, Schuetze: Introduction to Information Retrieval, 8.4",
            }
        )
    }}
{% endmacro %}

{# At floor(recall * R + rounding) hits a level is reached; 1 rounds up, despite errors in the last digits. NULL when n_relevant is 0. #}
{% macro interpolated_precision(hit, hits_upto, rank, n_relevant, recall=0, rounding=1) -%}
    {%- set level = rankhouse.double(recall) ~ " * " ~ rankhouse.argument(n_relevant) -%}
    {%- set slack = "case when " ~ rounding ~ " = 1 then 1e-9 else 0 end" -%}
    {%- set needed = "floor(" ~ level ~ " + " ~ rankhouse.double(rounding) ~ " - " ~ slack ~ ")" -%}
    {%- set reached = rankhouse.argument(hits_upto) ~ " >= " ~ needed -%}
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
    {{
        return(
            rankhouse.interpolated_precision(
                "hit", "hits_upto", "item_rank", "n_relevant", measure.recall, measure.rounding
            )
        )
    }}
{% endmacro %}
