{# Derived by tools/document.py from macros/measures/classification/; the order may be changed by hand. #}
{% macro classification_catalogue() %}
    {{
        return(
            [
                rankhouse.declare_classification_accuracy(),
                rankhouse.declare_classification_precision(),
                rankhouse.declare_classification_recall(),
                rankhouse.declare_classification_fpr(),
                rankhouse.declare_classification_specificity(),
                rankhouse.declare_classification_fnr(),
                rankhouse.declare_classification_npv(),
                rankhouse.declare_classification_fdr(),
                rankhouse.declare_classification_f1(),
                rankhouse.declare_classification_f_beta(),
                rankhouse.declare_classification_balanced_accuracy(),
                rankhouse.declare_classification_mcc(),
                rankhouse.declare_classification_roc_auc(),
                rankhouse.declare_classification_roc_auc_std_error(),
                rankhouse.declare_classification_pr_auc(),
                rankhouse.declare_classification_break_even(),
                rankhouse.declare_classification_best_f1(),
                rankhouse.declare_classification_best_f1_threshold(),
                rankhouse.declare_classification_ks(),
                rankhouse.declare_classification_log_loss(),
                rankhouse.declare_classification_brier(),
                rankhouse.declare_classification_ece(),
            ]
        )
    }}
{% endmacro %}
