{% macro declare_miscalibration() %}
    {{
        return(
            {
                "name": "miscalibration",
                "lower_is_better": true,
                "aliases": [],
                "cutoff": "optional",
                "options": {
                    "divergence": {"choices": ["kl", "js"]},
                    "attention": {"choices": ["uniform", "log2"]},
                    "alpha": {"default": 0.01, "above": 0, "below": 1},
                },
                "inputs": [{"input": "features"}, {"input": "interactions"}],
                "level": "groups",
                "value": rankhouse.value_miscalibration,
                "description": "Miscalibration: how far the features of a user's first k items are from the features of the user's history, in nats.",
                "formula": "sum over features of p ln(p / ((1 - alpha) q + alpha p)); p is the feature's share of the history, q that of the list; then the mean over lists",
                "range": "{lowest} (the same shares) to ln(1 / alpha), ln 2 with divergence=js; lower: closer to the history",
                "lowest": 0,
                "undefined": "NULL for a list without an item with known features, or a user without one in the history.",
                "notes": "Not the calibration error of probabilities, which is ece of classifier_metrics. An item of several features counts in each by its share of the item's weights, which are equal without a column of weights. An item counts in the history each time that the user had it. alpha keeps the value finite if the list lacks a feature of the history. divergence=js: Jensen-Shannon, without alpha. attention=log2 weights an item of the list by 1 / log2(rank + 1). n_unknown counts the list's items without features.",
                "source": "Steck: Calibrated recommendations, RecSys 2018",
            }
        )
    }}
{% endmacro %}

{# Never below 0 by rounding. #}
{% macro miscalibration(divergence) -%} case when {{ divergence }} < 0 then 0 else {{ divergence }} end {%- endmacro %}

{% macro value_miscalibration() %}
    {%- set kl = rankhouse.smoothed_kl_divergence("target_share", "shown_share", "alpha") -%}
    {%- set js = rankhouse.js_divergence("shown_share", "target_share") -%}
    {{
        return(
            "case divergence\nwhen 'js' then "
            ~ rankhouse.miscalibration(js)
            ~ "\nelse "
            ~ rankhouse.miscalibration(kl)
            ~ "\nend"
        )
    }}
{% endmacro %}
