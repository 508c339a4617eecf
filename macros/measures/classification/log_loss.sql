{% macro declare_classification_log_loss() %}
    {{
        return(
            {
                "name": "log_loss",
                "lower_is_better": true,
                "part": "rows",
                "cutoff": "none",
                "aliases": ["logloss", "cross_entropy"],
                "options": {},
                "sums": {"loss_sum": rankhouse.log_loss("label_value", "score")},
                "value": rankhouse.ratio("loss_sum", "n_rows"),
                "description": "Mean negative natural logarithm of the probability given to the true class, probabilities clipped to [2^-52, 1 - 2^-52].",
                "formula": "-1/n sum of (y ln p + (1 - y) ln(1 - p))",
                "range": "0 to 36.05",
                "undefined": "NULL without rows, or if a score lies outside 0 to 1.",
                "notes": "A probability of 0 for what happened costs 36.04, not infinity; scikit-learn clips in the same way.",
                "source": "Good: Rational decisions, Journal of the Royal Statistical Society B 1952",
            }
        )
    }}
{% endmacro %}

{# Of one row: `label` 0 or 1, `score` a probability, clipped to [2^-52, 1 - 2^-52]; NULL where one of them is. #}
{% macro log_loss(label, score) -%}
    {%- set label = rankhouse.argument(label) -%}
    {%- set score = rankhouse.argument(score) -%}
    {%- set smallest = rankhouse.double("2.220446049250313e-16") -%}
    {%- set chance = "case " ~ label ~ " when 1 then " ~ score ~ " when 0 then 1 - " ~ score ~ " end" -%}
    (
        case
            when {{ chance }} < {{ smallest }}
            then - ln({{ smallest }})
            when {{ chance }} > 1 - {{ smallest }}
            then - ln(1 - {{ smallest }})
            else - ln({{ chance }})
        end
    )
{%- endmacro %}
