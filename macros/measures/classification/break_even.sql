{% macro declare_classification_break_even() %}
    {{
        return(
            {
                "name": "break_even",
                "part": "points",
                "cutoff": "none",
                "unweighted": true,
                "aliases": ["break_even_point"],
                "options": {},
                "sums": {"break_even_positives": rankhouse.positives_down_to("n_positives")},
                "value": rankhouse.ratio("break_even_positives", "n_positives"),
                "description": "Precision where it equals recall: the precision of the n highest scores, n being the number of positives; the expectation over orders of ties.",
                "formula": "positives among the P highest scores / P",
                "range": "0 to 1",
                "undefined": "NULL without positives.",
                "notes": "",
                "source": "Joachims: Text categorization with support vector machines, ECML 1998",
            }
        )
    }}
{% endmacro %}
