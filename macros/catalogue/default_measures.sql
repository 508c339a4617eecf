{# The measures of an evaluation that names none. #}
{% macro default_measures() %}
    {{ return(["ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10"]) }}
{% endmacro %}

{# The measures by which two lists are compared. #}
{% macro default_agreement_measures() %}
    {{ return(["identical@10", "overlap@10", "rbo@100", "kendall_tau@100"]) }}
{% endmacro %}
