{% macro declare_average_relevance_position() %}
    {{
        return(
            {
                "name": "average_relevance_position",
                "aliases": [],
                "cutoff": "none",
                "options": {"weights": {"choices": ["queries", "relevance"]}},
                "needs": [],
                "worth": rankhouse.worth_grade,
                "weight": rankhouse.weight_average_relevance_position,
                "value": rankhouse.value_average_relevance_position,
                "lower_is_better": true,
                "description": "Mean rank of the list's relevant items, each weighted by its grade.",
                "formula": "sum of relevance * rank / sum of relevance over the list",
                "lowest": 1,
                "undefined": "NULL for a list without relevant items.",
                "notes": "Lower is better. The name arp is refused, because of recommendations it means their average popularity. Only returned items take part: if a run leaves out relevant ones, look at recall too. Negative grades count as 0. weights=relevance weights the mean over queries by the sum of the list's grades, as TF-Ranking does.",
                "source": "Wang, Li, Golbandi, Bendersky, Najork: The LambdaLoss framework for ranking metric optimization, CIKM 2018; TF-Ranking, ARPMetric",
            }
        )
    }}
{% endmacro %}

{# `relevance`: that of the row's item, 0 for one that is not relevant. NULL without a relevant item in the list. #}
{% macro average_relevance_position(relevance, rank) -%}
    {{
        rankhouse.ratio(
            "sum(" ~ rankhouse.argument(relevance) ~ " * " ~ rankhouse.argument(rank) ~ ")",
            rankhouse.cg(relevance, rank),
        )
    }}
{%- endmacro %}

{% macro value_average_relevance_position(measure) %}
    {{ return(rankhouse.average_relevance_position(measure.gain_column, "item_rank")) }}
{% endmacro %}

{% macro weight_average_relevance_position(measure) %}
    {{ return({"relevance": rankhouse.cg("gain_linear", "item_rank")}.get(measure.weights, "1")) }}
{% endmacro %}
