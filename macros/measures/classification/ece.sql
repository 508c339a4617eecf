{% macro declare_classification_ece() %}
    {{
        return(
            {
                "name": "ece",
                "lower_is_better": true,
                "part": "rows",
                "cutoff": "none",
                "aliases": ["expected_calibration_error"],
                "options": {"bins": {"default": 10, "from": 1, "to": 1000000}},
                "sums": {},
                "value": rankhouse.ratio("bin_gap", "n_rows"),
                "description": "Expected calibration error: mean distance between score and share of positives over bins of equal width.",
                "formula": "sum over the bins of n_b / n |mean score - share of positives|",
                "range": "0 to 1",
                "undefined": "NULL without rows, or if a score lies outside 0 to 1.",
                "notes": "A bin includes its upper edge, and the first bin also 0. `calibration` has the same bins.",
                "source": "Naeini, Cooper, Hauskrecht: Obtaining well calibrated probabilities using Bayesian binning, AAAI 2015",
            }
        )
    }}
{% endmacro %}

{# The bin of a score in 0 to 1, from 1: each holds its upper edge, the first one 0 too. #}
{% macro score_bin(score, bins) %}
    {{ return(rankhouse.bigint("greatest(ceil(" ~ score ~ " * " ~ bins ~ "), 1)")) }}
{% endmacro %}
