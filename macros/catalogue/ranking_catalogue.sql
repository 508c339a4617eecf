{# Every measure, as it declares itself in macros/measures/: a new measure is added to this list. #}
{% macro catalogue() %}
    {{
        return(
            [
                rankhouse.declare_precision(),
                rankhouse.declare_recall(),
                rankhouse.declare_f1(),
                rankhouse.declare_f_beta(),
                rankhouse.declare_catalogue_accuracy(),
                rankhouse.declare_hits(),
                rankhouse.declare_hit_rate(),
                rankhouse.declare_reciprocal_rank(),
                rankhouse.declare_average_precision(),
                rankhouse.declare_gmap(),
                rankhouse.declare_interpolated_precision(),
                rankhouse.declare_r_precision(),
                rankhouse.declare_cg(),
                rankhouse.declare_dcg(),
                rankhouse.declare_idcg(),
                rankhouse.declare_ndcg(),
                rankhouse.declare_sdcg(),
                rankhouse.declare_err(),
                rankhouse.declare_nerr8(),
                rankhouse.declare_nerr9(),
                rankhouse.declare_nerr10(),
                rankhouse.declare_nerr11(),
                rankhouse.declare_rbp(),
                rankhouse.declare_insq(),
                rankhouse.declare_inst(),
                rankhouse.declare_bpm(),
                rankhouse.declare_q_measure(),
                rankhouse.declare_bpref(),
                rankhouse.declare_inferred_average_precision(),
                rankhouse.declare_judged(),
                rankhouse.declare_average_relevance_position(),
                rankhouse.declare_roc_auc(),
                rankhouse.declare_partial_auc(),
                rankhouse.declare_pap(),
                rankhouse.declare_ordered_pair_accuracy(),
                rankhouse.declare_pairwise_accuracy(),
                rankhouse.declare_set_precision(),
                rankhouse.declare_set_f(),
                rankhouse.declare_set_average_precision(),
                rankhouse.declare_num_ret(),
                rankhouse.declare_num_rel(),
                rankhouse.declare_num_q(),
                rankhouse.declare_label_ranking_average_precision(),
                rankhouse.declare_label_ranking_loss(),
                rankhouse.declare_coverage_error(),
            ]
        )
    }}
{% endmacro %}

{# What an evaluation is asked for that names no measures. #}
{% macro default_measures() %}
    {{ return(["ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10"]) }}
{% endmacro %}

{# The measures of which the lowest value is the best. #}
{% macro lower_is_better() %}
    {{ return(rankhouse.catalogue() | selectattr("lower_is_better", "defined") | map(attribute="name") | list) }}
{% endmacro %}
