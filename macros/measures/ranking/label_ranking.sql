{# Multi-label classification: the query is a sample, its items are the labels. Tied labels count at their last place. #}
{% macro declare_label_ranking_average_precision() %}
    {{
        return(
            {
                "name": "label_ranking_average_precision",
                "aliases": ["lrap"],
                "cutoff": "none",
                "options": {},
                "needs": ["mid_rank", "tie_size"],
                "value": rankhouse.value_label_ranking_average_precision,
                "aggregates": {"whole_list": []},
                "description": "For each relevant label of a sample, the share of relevant ones among the labels scored at least as high; then the mean.",
                "formula": "mean over the relevant labels of (relevant labels with at least its score / labels with at least its score)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a sample without relevant labels; scikit-learn gives 1.",
                "notes": "The query is a sample and its items are labels, so the mean over queries is the mean over samples. The same number as average_precision(interpolation=step), whatever the rule for ties: tied labels count at their last place. A relevant label without a score adds 0.",
                "source": "Tsoumakas, Katakis, Vlahavas: Mining multi-label data, 2010; scikit-learn, label_ranking_average_precision_score",
            }
        )
    }}
{% endmacro %}

{% macro value_label_ranking_average_precision(measure) %}
    {{ return(rankhouse.value_average_precision({"interpolation": "step"})) }}
{% endmacro %}

{% macro declare_label_ranking_loss() %}
    {{
        return(
            {
                "name": "label_ranking_loss",
                "aliases": ["ranking_loss"],
                "cutoff": "none",
                "options": {},
                "needs": ["mid_rank", "tie_size"],
                "value": rankhouse.value_label_ranking_loss,
                "lower_is_better": true,
                "aggregates": {"whole_list": []},
                "description": "Share of pairs of a relevant and another label whose other label is scored at least as high; 0 is best.",
                "formula": "pairs with score of the other >= score of the relevant label / (P * N)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL if a sample has no relevant label or no other label; scikit-learn gives 0.",
                "notes": "Lower is better. A tie counts as a full error; without ties it is 1 - roc_auc. Only scored labels take part; a sample missing from the run has 1.",
                "source": "Tsoumakas, Katakis, Vlahavas: Mining multi-label data, 2010; scikit-learn, label_ranking_loss",
            }
        )
    }}
{% endmacro %}

{# `others_through`: other items that score at least as high as the row's. NULL unless both kinds occur. #}
{% macro label_ranking_loss(hit, others_through, n_positive, n_negative) -%}
    {{
        rankhouse.ratio(
            "sum(" ~ rankhouse.argument(hit) ~ " * " ~ rankhouse.argument(others_through) ~ ")",
            rankhouse.argument(n_positive) ~ " * " ~ rankhouse.argument(n_negative),
        )
    }}
{%- endmacro %}

{% macro value_label_ranking_loss(measure) %}
    {%- set n_positive = rankhouse.hits("hit", "item_rank") -%}
    {%- set loss = rankhouse.label_ranking_loss(
        "hit",
        rankhouse.own_last_rank("mid_rank", "tie_size") ~ " - tie_hits_upto",
        n_positive,
        "n_retrieved - " ~ n_positive,
    ) -%}
    {{ return("(case when n_retrieved = 0 and n_relevant > 0 then 1 else " ~ loss ~ " end)") }}
{% endmacro %}

{% macro declare_coverage_error() %}
    {{
        return(
            {
                "name": "coverage_error",
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "needs": ["mid_rank", "tie_size"],
                "value": rankhouse.value_coverage_error,
                "lower_is_better": true,
                "aggregates": {"whole_list": []},
                "description": "How far down a sample's labels you must go to see all relevant ones; at best, their number.",
                "formula": "labels that score at least as high as the lowest relevant label",
                "lowest": 0,
                "undefined": "NULL for a sample without scored relevant labels; scikit-learn gives 0.",
                "notes": "Lower is better; the best value is the mean number of relevant labels. Tied labels count at their last place. Only scored labels take part: if a run leaves out relevant ones, look at recall too.",
                "source": "Tsoumakas, Katakis, Vlahavas: Mining multi-label data, 2010; scikit-learn, coverage_error",
            }
        )
    }}
{% endmacro %}

{# `last_rank`: the place of the last item of the row's score. NULL without a hit. #}
{% macro coverage_error(hit, last_rank) -%}
    {{
        rankhouse.double(
            "max(case when " ~ rankhouse.argument(hit) ~ " > 0 then " ~ rankhouse.argument(last_rank) ~ " end)"
        )
    }}
{%- endmacro %}

{% macro value_coverage_error(measure) %}
    {{ return(rankhouse.coverage_error("hit", rankhouse.own_last_rank("mid_rank", "tie_size"))) }}
{% endmacro %}
