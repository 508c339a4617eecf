{% macro declare_pass_all() %}
    {{
        return(
            {
                "name": "pass_all",
                "aliases": ["pass_hat"],
                "cutoff": "required",
                "options": {},
                "value": rankhouse.value_pass_all,
                "description": "The probability that all of k tries pass.",
                "formula": "C(c, k) / C(n, k), of n tries of which c passed",
                "range": "{lowest} (fewer than k passed) to {highest} (all passed)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query with fewer than k tries.",
                "notes": "Also written pass^k: what users see of an agent if they ask it k times.",
                "source": "Yao, Shinn, Razavi, Narasimhan: tau-bench, 2024",
            }
        )
    }}
{% endmacro %}

{# C(c, k) / C(n, k): of n tries, c of which passed, how often k have passed all. #}
{% macro all_tries_pass(n_tries, n_passed, k) -%} {{ rankhouse.all_drawn_from(n_passed, n_tries, k) }} {%- endmacro %}

{#
C(some, k) / C(all, k): the probability that k of them, drawn without replacement, are all among some. A product of k
quotients, which neither overflows nor cancels; by thirties, because engines limit how deep an expression is.
#}
{% macro all_drawn_from(some, all, k) -%}
    {%- set factors, products = [], [] -%}
    {%- for i in range(k) -%}
        {%- do factors.append(rankhouse.double(some ~ " - " ~ i) ~ " / (" ~ all ~ " - " ~ i ~ ")") -%}
    {%- endfor -%}
    {%- for start in range(0, k, 30) -%}
        {%- do products.append("(" ~ factors[start : start + 30] | join("\n* ") ~ ")") -%}
    {%- endfor -%}
    case when {{ some }} < {{ k }} then 0 else {{ products | join("\n* ") }} end
{%- endmacro %}

{% macro value_pass_all(k) %} {{ return(rankhouse.all_tries_pass("n_tries", "n_passed", k)) }}{% endmacro %}
