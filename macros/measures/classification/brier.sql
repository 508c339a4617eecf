{% macro declare_classification_brier() %}
    {{
        return(
            {
                "name": "brier",
                "lower_is_better": true,
                "part": "rows",
                "cutoff": "none",
                "aliases": ["brier_score"],
                "options": {},
                "sums": {"square_sum": rankhouse.brier("label_value", "score")},
                "value": rankhouse.ratio("square_sum", "n_rows"),
                "description": "Mean squared difference between probability and label.",
                "formula": "1/n sum of (p - y)^2",
                "range": "0 to 1",
                "undefined": "NULL without rows, or if a score lies outside 0 to 1.",
                "notes": "",
                "source": "Brier: Monthly Weather Review 1950",
            }
        )
    }}
{% endmacro %}

{# Of one row: `label` 0 or 1, `score` a probability. #}
{% macro brier(label, score) -%}
    (
        ({{ rankhouse.argument(score) }} - {{ rankhouse.argument(label) }})
        * ({{ rankhouse.argument(score) }} - {{ rankhouse.argument(label) }})
    )
{%- endmacro %}
