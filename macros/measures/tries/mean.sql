{% macro declare_mean() %}
    {{
        return(
            {
                "name": "mean",
                "aliases": ["pass_rate"],
                "cutoff": "none",
                "options": {},
                "value": rankhouse.value_mean,
                "description": "The share of tries that passed.",
                "formula": "c / n, of n tries of which c passed",
                "range": "{lowest} (none passed) to {highest} (all passed)",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: a query has tries.",
                "notes": "The same as pass@1, for any number of tries.",
                "source": "",
            }
        )
    }}
{% endmacro %}

{# c / n, of n tries of which c passed. #}
{% macro mean_of_tries(n_tries, n_passed) -%} {{ rankhouse.ratio(n_passed, n_tries) }} {%- endmacro %}

{% macro value_mean(k) %} {{ return(rankhouse.mean_of_tries("n_tries", "n_passed")) }}{% endmacro %}
