{# Every measure of how much two lists agree: a new one is added to this list. #}
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

{% macro default_agreement_measures() %}
    {{ return(["identical@10", "overlap@10", "rbo@100", "kendall_tau@100"]) }}
{% endmacro %}
