{% macro declare_ordered_pair_accuracy() %}
    {{
        return(
            {
                "name": "ordered_pair_accuracy",
                "aliases": ["opa"],
                "cutoff": "none",
                "options": {"weights": {"choices": ["queries", "pairs"]}},
                "needs": ["lower_above"],
                "worth": rankhouse.worth_grade,
                "rules": [rankhouse.own_no_closed_form()],
                "weight": rankhouse.weight_ordered_pair_accuracy,
                "value": rankhouse.value_ordered_pair_accuracy,
                "description": "Share of pairs of returned items with different grades whose higher-graded item stands above.",
                "formula": "1 - sum over the items of those of a lower grade above / pairs with different grades",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL if all items of the list have the same grade; 0 for a query missing from the run.",
                "notes": "roc_auc for several grades; with two grades and without ties both are the same. Only returned items take part: if a run leaves out relevant ones, look at recall too. Negative grades count as 0; TF-Ranking leaves such items out. weights=pairs weights the mean over queries by the number of pairs, as TF-Ranking does. TF-Ranking counts a pair with equal scores as wrong, as with ties=worst; with ties=best it is right.",
                "source": "TF-Ranking, OPAMetric",
            }
        )
    }}
{% endmacro %}

{# `wrong`: pairs with the lower grade above, `pairs`: all with different grades. NULL without one. #}
{% macro ordered_pair_accuracy(wrong, pairs) -%}
    {%- set wrong_pairs, all_pairs = rankhouse.double(rankhouse.argument(wrong)), rankhouse.double(
        rankhouse.argument(pairs)
    ) -%}
    {#- Gaps in the ranks that a run gives count as items of grade 0 above an item, and nowhere else. -#}
    (1 - {{ rankhouse.ratio("least(" ~ wrong_pairs ~ ", " ~ all_pairs ~ ")", all_pairs) }})
{%- endmacro %}

{% macro value_ordered_pair_accuracy(measure) %}
    {%- set value = rankhouse.ordered_pair_accuracy("sum(lower_above)", "sum(n_retrieved - no_lower)") -%}
    {{ return("(case when n_retrieved = 0 and n_relevant > 0 then 0 else " ~ value ~ " end)") }}
{% endmacro %}

{% macro weight_ordered_pair_accuracy(measure) %}
    {{ return({"pairs": rankhouse.double("coalesce(sum(n_retrieved - no_lower), 0)")}.get(measure.weights, "1")) }}
{% endmacro %}
