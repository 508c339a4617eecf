{% macro declare_inferred_average_precision() %}
    {{
        return(
            {
                "name": "inferred_average_precision",
                "aliases": ["infap", "inf_ap"],
                "cutoff": "none",
                "options": {},
                "needs": ["judged", "hits_upto", "pool_above"],
                "worth": rankhouse.worth_pooled,
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_inferred_average_precision,
                "description": "Average precision estimated from a judged sample of the pool: unjudged pooled items count as relevant as often as judged ones above them.",
                "formula": "sum over the hits of (1 + pool_i * (H_i - 1 + e) / (judged_i + 2e)) / i / R, e = 0.00001",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "A relevance below 0 means that the item was in the pool but not judged; an item without a row was not in the pool and counts as not relevant. Above a hit, pool_i counts the items of the pool, judged_i those with a judgment, and H_i - 1 the relevant ones. With ties=best and ties=worst it is the value of the order that is best or worst by relevance.",
                "source": "Yilmaz, Aslam: Estimating average precision with incomplete and imperfect judgments, CIKM 2006, as trec_eval's infAP",
            }
        )
    }}
{% endmacro %}

{#
`pool_above`: items of the pool above this one; `judged_above`: those of them with a judgment. NULL when n_relevant is 0.
#}
{% macro inferred_average_precision(hit, hits_upto, pool_above, judged_above, rank, n_relevant) -%}
    {{
        rankhouse.ratio(
            "coalesce(sum("
            ~ rankhouse.argument(hit)
            ~ " * (1 + "
            ~ rankhouse.argument(pool_above)
            ~ " * ("
            ~ rankhouse.argument(hits_upto)
            ~ " - 1 + 1e-5) / ("
            ~ rankhouse.argument(judged_above)
            ~ " + 2e-5)) / "
            ~ rankhouse.argument(rank)
            ~ "), 0)",
            n_relevant,
        )
    }}
{%- endmacro %}

{% macro value_inferred_average_precision(measure) %}
    {{
        return(
            rankhouse.inferred_average_precision(
                "hit", "hits_upto", "pool_above", "pool_above - unjudged_above", "item_rank", "n_relevant"
            )
        )
    }}
{% endmacro %}

{# The column that tells items of the pool that are not judged, and its value. #}
{% macro worth_pooled(measure, relevant_from=none) %}
    {{
        return(
            {
                "kind": "pooled",
                "column": "pooled",
                "value": "case when relevance < 0 then "
                ~ rankhouse.double(1)
                ~ " else "
                ~ rankhouse.double(0)
                ~ " end",
            }
        )
    }}
{% endmacro %}
