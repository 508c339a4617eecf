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
