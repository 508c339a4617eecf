{% macro declare_average_precision() %}
    {%- set interpolated = ["max", "11-point", "step"] -%}
    {%- set whole_list = "interpolation uses the whole list and every relevant item, so it takes no cutoff and no denominator, got '{text}'" -%}
    {{
        return(
            {
                "name": "average_precision",
                "aliases": ["ap", "map", "map_cut", "mean_average_precision"],
                "cutoff": "optional",
                "options": {
                    "denominator": {"choices": ["relevant", "min(k, relevant)", "k", "hits"]},
                    "interpolation": {"choices": ["none", "max", "11-point", "step"]},
                    "rounding": {"default": 1, "above": 0, "to": 1},
                },
                "decided_by": ["interpolation", "denominator"],
                "needs": ["hits_upto"],
                "bounds": {"interpolation": ["none"]},
                "needs_with": {"interpolation": {"max": ["best_precision"], "step": ["mid_rank", "tie_size"]}},
                "rules": [
                    {
                        "with": {"denominator": ["k"], "cutoff": ["none"]},
                        "refused": "{metric}(denominator=k) needs a cutoff, such as {metric}(denominator=k)@10",
                    },
                    {"with": {"interpolation": interpolated, "cutoff": ["given"]}, "refused": whole_list},
                    {
                        "with": {
                            "interpolation": interpolated,
                            "denominator": ["min(k, relevant)", "k", "hits"],
                        },
                        "refused": whole_list,
                    },
                    {
                        "with": {"denominator": ["hits"], "cutoff": ["given"], "ties": ["average", "best", "worst"]},
                        "refused": "{measure} depends on ties in two ways: use ties=item, or another denominator",
                    },
                    rankhouse.own_no_closed_form({"interpolation": ["max", "11-point"]}),
                ],
                "value": rankhouse.value_average_precision,
                "aggregates": {"at_k": ["denominator"], "whole_list": ["interpolation"]},
                "description": "Mean of the precision at the rank of each relevant item; its mean over queries is MAP.",
                "formula": "sum of precision@i over the hits at ranks i <= k, / R",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "R counts every relevant judgment, returned or not. Other libraries divide by min(k, R), by k, or by the hits found: choose one with denominator. interpolation=max takes, at each hit, the highest precision at this or any later rank, as in object detection; 11-point is its mean at the recall levels 0, 0.1, ..., 1, which rounding says how to reach: see interpolated_precision. step is the area under the precision-recall curve in steps, with tied items entering together, as in scikit-learn. These options take the whole list and R.",
                "source": "Buckley, Voorhees: Retrieval evaluation with incomplete information, SIGIR 2004",
            }
        )
    }}
{% endmacro %}

{# Sum of precision@rank over the hits; `hits_upto`: number of hits down to and including this row's rank. #}
{% macro precision_sum(hit, hits_upto, rank, k=none) -%}
    coalesce(
        sum(
            case
                when {{ rankhouse.within(rank, k) }}
                then {{ rankhouse.argument(hit) }} * {{ rankhouse.ratio(hits_upto, rank) }}
            end
        ),
        0
    )
{%- endmacro %}

{# The place of the last item of the same score. #}
{% macro own_last_rank(mid_rank, tie_size) %}
    {{
        return(
            "("
            ~ rankhouse.argument(mid_rank)
            ~ " + ("
            ~ rankhouse.argument(tie_size)
            ~ " - 1) / "
            ~ rankhouse.double(2)
            ~ ")"
        )
    }}
{% endmacro %}

{# NULL when n_relevant is 0, 0 when there is nothing to divide by. #}
{% macro average_precision(precision_sum, denominator, n_relevant) -%}
    (
        case
            when {{ rankhouse.argument(n_relevant) }} > 0
            then coalesce({{ rankhouse.ratio(precision_sum, denominator) }}, 0)
        end
    )
{%- endmacro %}

{% macro value_average_precision(measure) %}
    {%- if measure.interpolation == "11-point" -%}
        {%- set levels = [] -%}
        {%- for tenth in range(11) -%}
            {%- do levels.append(
                rankhouse.interpolated_precision(
                    "hit", "hits_upto", "item_rank", "n_relevant", tenth / 10, measure.rounding
                )
            ) -%}
        {%- endfor -%}
        {{ return("((" ~ levels | join(" + ") ~ ") / 11)") }}
    {%- elif measure.interpolation == "max" -%}
        {{ return(rankhouse.average_precision("coalesce(sum(hit * best_precision), 0)", "n_relevant", "n_relevant")) }}
    {%- elif measure.interpolation == "step" -%}
        {%- set steps = rankhouse.precision_sum(
            "hit", "tie_hits_upto", rankhouse.own_last_rank("mid_rank", "tie_size")
        ) -%}
        {{ return(rankhouse.average_precision(steps, "n_relevant", "n_relevant")) }}
    {%- endif -%}
    {%- set k = measure.k -%}
    {%- set denominator = "n_relevant" -%}
    {%- if measure.denominator == "hits" -%} {%- set denominator = rankhouse.hits("hit", "item_rank", k) -%}
    {%- elif measure.denominator == "k" -%} {%- set denominator = "n_relevant" if k is none else k -%}
    {%- elif measure.denominator == "min(k, relevant)" and k is not none -%}
        {%- set denominator = "least(" ~ k ~ ", n_relevant)" -%}
    {%- endif -%}
    {{
        return(
            rankhouse.average_precision(
                rankhouse.precision_sum("hit", "hits_upto", "item_rank", k), denominator, "n_relevant"
            )
        )
    }}
{% endmacro %}
