{% macro declare_pass() %}
    {{
        return(
            {
                "name": "pass",
                "aliases": [],
                "cutoff": "required",
                "options": {},
                "value": rankhouse.value_pass,
                "description": "The probability that at least one of k tries passes.",
                "formula": "1 - C(n - c, k) / C(n, k), of n tries of which c passed",
                "range": "{lowest} (none passed) to {highest} (fewer than k failed)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query with fewer than k tries.",
                "notes": "The mean over all choices of k of the n tries, not 1 - (1 - c/n)^k, which is too low.",
                "source": "Chen et al.: Evaluating large language models trained on code, 2021",
            }
        )
    }}
{% endmacro %}

{# 1 - C(n - c, k) / C(n, k): of n tries, c of which passed, how often k have one that passed. #}
{% macro a_try_passes(n_tries, n_passed, k) -%}
    1 - {{ rankhouse.all_drawn_from("(" ~ n_tries ~ " - " ~ n_passed ~ ")", n_tries, k) }}
{%- endmacro %}

{% macro value_pass(k) %} {{ return(rankhouse.a_try_passes("n_tries", "n_passed", k)) }}{% endmacro %}
