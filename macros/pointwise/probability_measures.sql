{#
Measures of scores that are probabilities. `sums` are added up over the rows, `value` is an expression over them, bin_gap
and n_rows; NULL when a score lies outside 0 to 1.
#}
{% macro probability_measures() %}
    {{
        return(
            [
                {
                    "name": "log_loss",
                    "aliases": ["logloss", "cross_entropy"],
                    "sums": {"loss_sum": rankhouse.log_loss("label_value", "score")},
                    "value": rankhouse.ratio("loss_sum", "n_rows"),
                    "description": "Mean negative natural logarithm of the probability given to the true class, probabilities clipped to [2^-52, 1 - 2^-52].",
                    "formula": "-1/n sum of (y ln p + (1 - y) ln(1 - p))",
                    "range": "0 to 36.05",
                    "undefined": "NULL without rows, or when a score lies outside 0 to 1.",
                    "notes": "A probability of 0 for what happened costs 36.04, not infinity; scikit-learn clips alike.",
                    "source": "Good: Rational decisions, Journal of the Royal Statistical Society B 1952",
                },
                {
                    "name": "brier",
                    "aliases": ["brier_score"],
                    "sums": {"square_sum": rankhouse.brier("label_value", "score")},
                    "value": rankhouse.ratio("square_sum", "n_rows"),
                    "description": "Mean squared difference of probability and label.",
                    "formula": "1/n sum of (p - y)^2",
                    "range": "0 to 1",
                    "undefined": "NULL without rows, or when a score lies outside 0 to 1.",
                    "notes": "",
                    "source": "Brier: Monthly Weather Review 1950",
                },
                {
                    "name": "ece",
                    "aliases": ["expected_calibration_error"],
                    "options": {"bins": {"default": 10, "from": 1, "to": 1000000}},
                    "sums": {},
                    "value": rankhouse.ratio("bin_gap", "n_rows"),
                    "description": "Expected calibration error: mean distance of score and share of positives over bins of equal width.",
                    "formula": "sum over the bins of n_b / n |mean score - share of positives|",
                    "range": "0 to 1",
                    "undefined": "NULL without rows, or when a score lies outside 0 to 1.",
                    "notes": "A bin holds its upper edge, the first one also 0. The bins are those of `calibration`.",
                    "source": "Naeini, Cooper, Hauskrecht: Obtaining well calibrated probabilities using Bayesian binning, AAAI 2015",
                },
            ]
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

{# Of one row: `label` 0 or 1, `score` a probability. #}
{% macro brier(label, score) -%}
    (
        ({{ rankhouse.argument(score) }} - {{ rankhouse.argument(label) }})
        * ({{ rankhouse.argument(score) }} - {{ rankhouse.argument(label) }})
    )
{%- endmacro %}

{# The bin of a score in 0 to 1, from 1: each holds its upper edge, the first one 0 too. #}
{% macro score_bin(score, bins) %}
    {{ return(rankhouse.bigint("greatest(ceil(" ~ score ~ " * " ~ bins ~ "), 1)")) }}
{% endmacro %}
