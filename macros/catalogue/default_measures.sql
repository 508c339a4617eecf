{# What an evaluation is asked for that names no measures. #}
{% macro default_measures() %}
    {{ return(["ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10"]) }}
{% endmacro %}

{# What two lists are compared by. #}
{% macro default_agreement_measures() %}
    {{ return(["identical@10", "overlap@10", "rbo@100", "kendall_tau@100"]) }}
{% endmacro %}
