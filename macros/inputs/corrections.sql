{#
Checks of the corrections of sampled metrics, which correct_sampled refuses in its steps: by these numbers a correction is found,
and NaN equals itself on many engines.
#}
{% macro correction_checks(plan) %}
    {%- set checks = [] -%}
    {%- for name in ["n_items", "n_negatives", "sampled_rank"] -%}
        {%- set number = rankhouse.double(rankhouse.own_column("corrections", name)) -%}
        {%- do checks.append(
            rankhouse.check(
                "corrections",
                name,
                name ~ " is not finite",
                "no finite " ~ name ~ " (NaN or infinite in column '" ~ name ~ "')",
                "leave these rows out",
                when="not (" ~ rankhouse.is_finite_double(number) ~ ")",
                example=rankhouse.example_of(plan, "corrections", ["measure", "method"]),
            )
        ) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}
