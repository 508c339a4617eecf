{# Derived by tools/document.py from macros/measures/ranking/; the order may be changed by hand. #}
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
                rankhouse.declare_context_precision(),
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
                rankhouse.declare_subtopic_recall(),
                rankhouse.declare_context_recall(),
                rankhouse.declare_nugget_recall(),
                rankhouse.declare_alpha_dcg(),
                rankhouse.declare_alpha_ndcg(),
                rankhouse.declare_err_ia(),
                rankhouse.declare_nerr_ia(),
                rankhouse.declare_precision_ia(),
                rankhouse.declare_map_ia(),
                rankhouse.declare_nrbp(),
                rankhouse.declare_nnrbp(),
                rankhouse.declare_d_sharp_ndcg(),
                rankhouse.declare_label_ranking_average_precision(),
                rankhouse.declare_label_ranking_loss(),
                rankhouse.declare_coverage_error(),
                rankhouse.declare_silence(),
                rankhouse.declare_answered(),
            ]
        )
    }}
{% endmacro %}

{# Their formulas, which declarations name as values. dbt learns from calls alone which macros a model depends on. #}
{% macro ranking_formulas() %}
    {%- if false -%}
        {{
            [
                rankhouse.value_precision(),
                rankhouse.weight_recall(),
                rankhouse.value_recall(),
                rankhouse.value_f1(),
                rankhouse.value_f_beta(),
                rankhouse.value_catalogue_accuracy(),
                rankhouse.value_hits(),
                rankhouse.value_hit_rate(),
                rankhouse.value_reciprocal_rank(),
                rankhouse.value_average_precision(),
                rankhouse.value_gmap(),
                rankhouse.value_interpolated_precision(),
                rankhouse.value_context_precision(),
                rankhouse.value_r_precision(),
                rankhouse.worth_gain(),
                rankhouse.value_cg(),
                rankhouse.value_dcg(),
                rankhouse.value_idcg(),
                rankhouse.own_ideal_of_idcg(),
                rankhouse.value_ndcg(),
                rankhouse.own_ideal_of_ndcg(),
                rankhouse.worth_share(),
                rankhouse.value_sdcg(),
                rankhouse.worth_err(),
                rankhouse.value_err(),
                rankhouse.worth_stop_share(),
                rankhouse.value_nerr8(),
                rankhouse.value_nerr9(),
                rankhouse.value_nerr10(),
                rankhouse.value_nerr11(),
                rankhouse.value_rbp(),
                rankhouse.value_insq(),
                rankhouse.worth_inst(),
                rankhouse.value_inst(),
                rankhouse.value_bpm(),
                rankhouse.value_q_measure(),
                rankhouse.value_bpref(),
                rankhouse.worth_pooled(),
                rankhouse.value_inferred_average_precision(),
                rankhouse.value_judged(),
                rankhouse.worth_grade(),
                rankhouse.weight_average_relevance_position(),
                rankhouse.value_average_relevance_position(),
                rankhouse.weight_roc_auc(),
                rankhouse.value_roc_auc(),
                rankhouse.value_partial_auc(),
                rankhouse.value_pap(),
                rankhouse.weight_ordered_pair_accuracy(),
                rankhouse.value_ordered_pair_accuracy(),
                rankhouse.value_pairwise_accuracy(),
                rankhouse.value_set_precision(),
                rankhouse.value_set_f(),
                rankhouse.value_set_average_precision(),
                rankhouse.worth_num_ret(),
                rankhouse.value_num_ret(),
                rankhouse.value_num_rel(),
                rankhouse.own_ideal_of_num_rel(),
                rankhouse.value_num_q(),
                rankhouse.value_subtopic_recall(),
                rankhouse.value_context_recall(),
                rankhouse.value_nugget_recall(),
                rankhouse.value_alpha_dcg(),
                rankhouse.worth_alpha_ideal(),
                rankhouse.value_alpha_ndcg(),
                rankhouse.value_err_ia(),
                rankhouse.worth_greedy(),
                rankhouse.value_nerr_ia(),
                rankhouse.value_precision_ia(),
                rankhouse.value_map_ia(),
                rankhouse.value_nrbp(),
                rankhouse.value_nnrbp(),
                rankhouse.value_d_sharp_ndcg(),
                rankhouse.value_label_ranking_average_precision(),
                rankhouse.value_label_ranking_loss(),
                rankhouse.value_coverage_error(),
                rankhouse.value_silence(),
                rankhouse.value_answered(),
            ]
        }}
    {%- endif -%}
{% endmacro %}

{# Their names by every spelling. #}
{% macro spellings() %}
    {{
        return(
            {
                "precision": "precision",
                "p": "precision",
                "recall": "recall",
                "r": "recall",
                "set_recall": "recall",
                "setr": "recall",
                "f1": "f1",
                "f": "f1",
                "f_beta": "f_beta",
                "fbeta": "f_beta",
                "catalogue_accuracy": "catalogue_accuracy",
                "catalog_accuracy": "catalogue_accuracy",
                "hits": "hits",
                "num_rel_ret": "hits",
                "numrelret": "hits",
                "hit_rate": "hit_rate",
                "success": "hit_rate",
                "hit": "hit_rate",
                "reciprocal_rank": "reciprocal_rank",
                "rr": "reciprocal_rank",
                "mrr": "reciprocal_rank",
                "recip_rank": "reciprocal_rank",
                "mean_reciprocal_rank": "reciprocal_rank",
                "average_precision": "average_precision",
                "ap": "average_precision",
                "map": "average_precision",
                "map_cut": "average_precision",
                "mean_average_precision": "average_precision",
                "gmap": "gmap",
                "gm_map": "gmap",
                "geometric_map": "gmap",
                "interpolated_precision": "interpolated_precision",
                "iprec": "interpolated_precision",
                "iprec_at_recall": "interpolated_precision",
                "context_precision": "context_precision",
                "contextual_precision": "context_precision",
                "r_precision": "r_precision",
                "rprec": "r_precision",
                "cg": "cg",
                "dcg": "dcg",
                "idcg": "idcg",
                "ideal_dcg": "idcg",
                "ndcg": "ndcg",
                "ndcg_cut": "ndcg",
                "sdcg": "sdcg",
                "scaled_dcg": "sdcg",
                "err": "err",
                "expected_reciprocal_rank": "err",
                "nerr8": "nerr8",
                "nerr9": "nerr9",
                "nerr10": "nerr10",
                "nerr11": "nerr11",
                "rbp": "rbp",
                "rank_biased_precision": "rbp",
                "insq": "insq",
                "inst": "inst",
                "bpm": "bpm",
                "bejeweled_player_model": "bpm",
                "q_measure": "q_measure",
                "q": "q_measure",
                "bpref": "bpref",
                "inferred_average_precision": "inferred_average_precision",
                "infap": "inferred_average_precision",
                "inf_ap": "inferred_average_precision",
                "judged": "judged",
                "average_relevance_position": "average_relevance_position",
                "roc_auc": "roc_auc",
                "auc": "roc_auc",
                "partial_auc": "partial_auc",
                "pauc": "partial_auc",
                "partialauc": "partial_auc",
                "pap": "pap",
                "partial_auc_precision": "pap",
                "ordered_pair_accuracy": "ordered_pair_accuracy",
                "opa": "ordered_pair_accuracy",
                "pairwise_accuracy": "pairwise_accuracy",
                "set_precision": "set_precision",
                "set_p": "set_precision",
                "setp": "set_precision",
                "set_f": "set_f",
                "setf": "set_f",
                "set_average_precision": "set_average_precision",
                "set_ap": "set_average_precision",
                "setap": "set_average_precision",
                "set_map": "set_average_precision",
                "num_ret": "num_ret",
                "numret": "num_ret",
                "num_rel": "num_rel",
                "numrel": "num_rel",
                "num_q": "num_q",
                "numq": "num_q",
                "subtopic_recall": "subtopic_recall",
                "strec": "subtopic_recall",
                "strecall": "subtopic_recall",
                "intent_recall": "subtopic_recall",
                "i_rec": "subtopic_recall",
                "context_recall": "context_recall",
                "contextual_recall": "context_recall",
                "nugget_recall": "nugget_recall",
                "nugget_score": "nugget_recall",
                "alpha_dcg": "alpha_dcg",
                "alpha_ndcg": "alpha_ndcg",
                "err_ia": "err_ia",
                "intent_aware_err": "err_ia",
                "nerr_ia": "nerr_ia",
                "precision_ia": "precision_ia",
                "p_ia": "precision_ia",
                "intent_aware_precision": "precision_ia",
                "map_ia": "map_ia",
                "intent_aware_map": "map_ia",
                "nrbp": "nrbp",
                "nnrbp": "nnrbp",
                "d_sharp_ndcg": "d_sharp_ndcg",
                "d#-ndcg": "d_sharp_ndcg",
                "d_sharp": "d_sharp_ndcg",
                "label_ranking_average_precision": "label_ranking_average_precision",
                "lrap": "label_ranking_average_precision",
                "label_ranking_loss": "label_ranking_loss",
                "ranking_loss": "label_ranking_loss",
                "coverage_error": "coverage_error",
                "silence": "silence",
                "answered": "answered",
            }
        )
    }}
{% endmacro %}

{# One of them by its name. #}
{% macro declaration(name) %}
    {%- if name == "precision" -%} {{ return(rankhouse.declare_precision()) }}
    {%- elif name == "recall" -%} {{ return(rankhouse.declare_recall()) }}
    {%- elif name == "f1" -%} {{ return(rankhouse.declare_f1()) }}
    {%- elif name == "f_beta" -%} {{ return(rankhouse.declare_f_beta()) }}
    {%- elif name == "catalogue_accuracy" -%} {{ return(rankhouse.declare_catalogue_accuracy()) }}
    {%- elif name == "hits" -%} {{ return(rankhouse.declare_hits()) }}
    {%- elif name == "hit_rate" -%} {{ return(rankhouse.declare_hit_rate()) }}
    {%- elif name == "reciprocal_rank" -%} {{ return(rankhouse.declare_reciprocal_rank()) }}
    {%- elif name == "average_precision" -%} {{ return(rankhouse.declare_average_precision()) }}
    {%- elif name == "gmap" -%} {{ return(rankhouse.declare_gmap()) }}
    {%- elif name == "interpolated_precision" -%} {{ return(rankhouse.declare_interpolated_precision()) }}
    {%- elif name == "context_precision" -%} {{ return(rankhouse.declare_context_precision()) }}
    {%- elif name == "r_precision" -%} {{ return(rankhouse.declare_r_precision()) }}
    {%- elif name == "cg" -%} {{ return(rankhouse.declare_cg()) }}
    {%- elif name == "dcg" -%} {{ return(rankhouse.declare_dcg()) }}
    {%- elif name == "idcg" -%} {{ return(rankhouse.declare_idcg()) }}
    {%- elif name == "ndcg" -%} {{ return(rankhouse.declare_ndcg()) }}
    {%- elif name == "sdcg" -%} {{ return(rankhouse.declare_sdcg()) }}
    {%- elif name == "err" -%} {{ return(rankhouse.declare_err()) }}
    {%- elif name == "nerr8" -%} {{ return(rankhouse.declare_nerr8()) }}
    {%- elif name == "nerr9" -%} {{ return(rankhouse.declare_nerr9()) }}
    {%- elif name == "nerr10" -%} {{ return(rankhouse.declare_nerr10()) }}
    {%- elif name == "nerr11" -%} {{ return(rankhouse.declare_nerr11()) }}
    {%- elif name == "rbp" -%} {{ return(rankhouse.declare_rbp()) }}
    {%- elif name == "insq" -%} {{ return(rankhouse.declare_insq()) }}
    {%- elif name == "inst" -%} {{ return(rankhouse.declare_inst()) }}
    {%- elif name == "bpm" -%} {{ return(rankhouse.declare_bpm()) }}
    {%- elif name == "q_measure" -%} {{ return(rankhouse.declare_q_measure()) }}
    {%- elif name == "bpref" -%} {{ return(rankhouse.declare_bpref()) }}
    {%- elif name == "inferred_average_precision" -%} {{ return(rankhouse.declare_inferred_average_precision()) }}
    {%- elif name == "judged" -%} {{ return(rankhouse.declare_judged()) }}
    {%- elif name == "average_relevance_position" -%} {{ return(rankhouse.declare_average_relevance_position()) }}
    {%- elif name == "roc_auc" -%} {{ return(rankhouse.declare_roc_auc()) }}
    {%- elif name == "partial_auc" -%} {{ return(rankhouse.declare_partial_auc()) }}
    {%- elif name == "pap" -%} {{ return(rankhouse.declare_pap()) }}
    {%- elif name == "ordered_pair_accuracy" -%} {{ return(rankhouse.declare_ordered_pair_accuracy()) }}
    {%- elif name == "pairwise_accuracy" -%} {{ return(rankhouse.declare_pairwise_accuracy()) }}
    {%- elif name == "set_precision" -%} {{ return(rankhouse.declare_set_precision()) }}
    {%- elif name == "set_f" -%} {{ return(rankhouse.declare_set_f()) }}
    {%- elif name == "set_average_precision" -%} {{ return(rankhouse.declare_set_average_precision()) }}
    {%- elif name == "num_ret" -%} {{ return(rankhouse.declare_num_ret()) }}
    {%- elif name == "num_rel" -%} {{ return(rankhouse.declare_num_rel()) }}
    {%- elif name == "num_q" -%} {{ return(rankhouse.declare_num_q()) }}
    {%- elif name == "subtopic_recall" -%} {{ return(rankhouse.declare_subtopic_recall()) }}
    {%- elif name == "context_recall" -%} {{ return(rankhouse.declare_context_recall()) }}
    {%- elif name == "nugget_recall" -%} {{ return(rankhouse.declare_nugget_recall()) }}
    {%- elif name == "alpha_dcg" -%} {{ return(rankhouse.declare_alpha_dcg()) }}
    {%- elif name == "alpha_ndcg" -%} {{ return(rankhouse.declare_alpha_ndcg()) }}
    {%- elif name == "err_ia" -%} {{ return(rankhouse.declare_err_ia()) }}
    {%- elif name == "nerr_ia" -%} {{ return(rankhouse.declare_nerr_ia()) }}
    {%- elif name == "precision_ia" -%} {{ return(rankhouse.declare_precision_ia()) }}
    {%- elif name == "map_ia" -%} {{ return(rankhouse.declare_map_ia()) }}
    {%- elif name == "nrbp" -%} {{ return(rankhouse.declare_nrbp()) }}
    {%- elif name == "nnrbp" -%} {{ return(rankhouse.declare_nnrbp()) }}
    {%- elif name == "d_sharp_ndcg" -%} {{ return(rankhouse.declare_d_sharp_ndcg()) }}
    {%- elif name == "label_ranking_average_precision" -%}
        {{ return(rankhouse.declare_label_ranking_average_precision()) }}
    {%- elif name == "label_ranking_loss" -%} {{ return(rankhouse.declare_label_ranking_loss()) }}
    {%- elif name == "coverage_error" -%} {{ return(rankhouse.declare_coverage_error()) }}
    {%- elif name == "silence" -%} {{ return(rankhouse.declare_silence()) }}
    {%- elif name == "answered" -%} {{ return(rankhouse.declare_answered()) }}
    {%- endif -%}
{% endmacro %}
