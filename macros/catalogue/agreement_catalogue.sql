{# Derived by tools/document.py from macros/measures/agreement/; the order may be changed by hand. #}
{% macro agreement_catalogue() %}
    {{
        return(
            [
                rankhouse.declare_identical(),
                rankhouse.declare_overlap(),
                rankhouse.declare_rbo(),
                rankhouse.declare_rbo_min(),
                rankhouse.declare_rbo_residual(),
                rankhouse.declare_kendall_tau(),
                rankhouse.declare_kendall_tau_b(),
                rankhouse.declare_spearman(),
                rankhouse.declare_tau_ap(),
                rankhouse.declare_tau_ap_b(),
            ]
        )
    }}
{% endmacro %}

{# Their formulas, which declarations name as values. dbt learns from calls alone which macros a model depends on. #}
{% macro agreement_formulas() %}
    {%- if false -%}
        {{
            [
                rankhouse.value_identical(),
                rankhouse.value_overlap(),
                rankhouse.value_rbo(),
                rankhouse.value_rbo_min(),
                rankhouse.value_rbo_residual(),
                rankhouse.value_kendall_tau(),
                rankhouse.value_kendall_tau_b(),
                rankhouse.value_spearman(),
                rankhouse.value_tau_ap(),
                rankhouse.value_tau_ap_b(),
            ]
        }}
    {%- endif -%}
{% endmacro %}
