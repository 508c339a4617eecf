{# Made by tools/document.py from tools/interface/results.yml. #}
{# The columns of a macro's result after those of by. No column of by may have one of these names. #}
{% macro result_columns(macro) %}
    {%- set results = {
        "query_metrics": "query_id measure metric k value",
        "metrics": "measure metric k value n_queries n_missing value_sum std_error ci_low ci_high",
        "tie_audit": "query_id measure metric k tied_share value lowest expected highest spread",
        "explain": "measure step switched before after value difference",
        "explain_number": "place value difference matches measure convention ties queries unjudged pool n_changes explanation",
        "recommendation_metrics": "measure metric k value n_queries n_unknown value_sum std_error ci_low ci_high",
        "expected_exposure": "measure metric k value n_queries n_missing value_sum std_error ci_low ci_high",
        "group_exposure": "feature exposure target exposure_share target_share ratio std_error ci_low ci_high n_queries n_missing n_items",
        "rating_metrics": "measure value n_ratings n_left_out value_sum",
        "classifier_metrics": "measure metric threshold value n_rows n_positives n_left_out",
        "confusion": "threshold tp fp fn tn n_rows n_positives n_left_out",
        "confusion_matrix": "label prediction n_rows n_left_out",
        "class_metrics": "label average precision recall f1 accuracy n_actual n_predicted tp fp fn tn n_rows n_left_out",
        "roc_curve": "threshold fpr tpr tp fp n_rows n_positives is_break_even area",
        "pr_curve": "threshold recall precision tp fp n_rows n_positives is_break_even area",
        "calibration": "bin bin_from bin_to n_rows n_positives mean_score positive_share",
        "lift": "bin depth threshold n_rows n_positives positive_share lift cumulative_positives gain cumulative_lift",
        "binned_auc": "roc_auc low high n_rows n_positives",
        "auc_interval": "measure value std_error ci_low ci_high interval n_positives n_negatives n_left_out",
        "compare_classifiers": "measure system baseline value baseline_value difference ci_low ci_high n_rows n_positives n_left_out wins losses test p_value p_adjusted",
        "detection_metrics": "measure iou_threshold value n_classes n_ground_truth n_detections n_true_positives n_left_out",
        "detection_class_metrics": "class_id measure iou_threshold value n_ground_truth n_detections n_true_positives",
        "sampled_ranks": "query_id item_id relevance is_retrieved sampled_rank n_negatives",
        "correct_sampled": "measure method n_items value sampled_value std_error n_instances n_missing n_left_out candidates",
        "split_counts": "part reason n_ratings n_users n_items",
        "learning_curve": "measure value n_queries std_error ci_low ci_high",
        "mean_over_curve": "measure value n_queries n_incomplete std_error ci_low ci_high",
        "curve_crossings": "measure system other_system crossing ci_low ci_high ahead_before ahead_after crossing_share n_queries",
        "compare": "measure metric k system baseline value baseline_value difference ci_low ci_high effect_size n_queries wins ties losses test p_value p_adjusted relative_difference std_dev interval n_left_out detectable_difference queries_needed",
        "mean_intervals": "measure metric k value n_queries std_dev ci_low ci_high method",
        "rater_agreement": "method value n_units n_raters n_left_out ci_low ci_high",
        "merge_ratings": "unit_id rating n_raters agreement",
        "grade_calibration": "machine_grade human_grade human_low human_high bias bias_low bias_high n_items n_queries n_machine",
        "grade_confusion": "human_grade machine_grade n_items human_share machine_share",
        "value_bounds": "measure metric k value lowest highest n_unjudged",
        "to_judge": "query_id item_id reason width",
        "prediction_powered": "measure value ci_low ci_high tuning n_human n_machine effective_labels",
        "click_judgments": "query_id item_id relevance impressions clicks expected_clicks std_error",
        "position_bias": "position examination impressions clicks ci_low ci_high",
        "interleaving": "wins_a wins_b ties preference ci_low ci_high p_value searches_needed",
        "interleaving_searches": "search_id clicks credit_a credit_b winner preference",
        "interleaving_checks": "n_searches n_without_clicks first_a first_b first_p_value more_a more_b more_p_value items_a items_b n_neither n_left_out n_repeated",
        "click_estimates": "measure naive ips snips std_error n_searches effective_size largest_share unseen_share n_left_out",
        "off_policy": "estimator value std_error ci_low ci_high n effective_size n_left_out",
        "compare_policies": "estimator value baseline_value difference std_error ci_low ci_high n effective_size baseline_effective_size n_left_out",
        "off_policy_tuning": "estimator parameter candidate value std_error ci_low ci_high bias rmse is_chosen n effective_size n_left_out",
        "off_policy_weights": "n mean_weight ci_low ci_high effective_size median p90 p99 highest largest_share zero_share n_left_out",
        "metric_trust": "measure n_experiments n_left_out n_agree n_disagree agreement ci_low ci_high p_value pearson kendall slope intercept slope_error slope_low slope_high",
        "discriminative_power": "measure n_pairs n_untested n_different discriminative_power queries_needed",
        "change_by_segment": "measure metric k baseline n_queries baseline_n_queries share baseline_share value baseline_value within_effect mix_effect contribution",
        "confidence_sequence": "measure metric k baseline n_queries value baseline_value difference std_dev ci_low ci_high is_different first_different n_left_out",
        "moving_average": "measure metric k value n_queries moving_average window_queries window_periods n_repeated",
        "change_from_previous": "measure metric k value n_queries previous_period previous_value previous_queries difference relative_difference ci_low ci_high interval n_repeated",
        "agreement": "system baseline measure metric k value n_queries n_missing value_sum std_error ci_low ci_high",
        "query_agreement": "system baseline query_id measure metric k value n_items baseline_items n_common",
    } -%}
    {{ return(results[macro].split()) }}
{% endmacro %}

{# The columns that a result has only with certain arguments. #}
{% macro further_result_columns(macro) %}
    {%- set results = {
        "query_metrics": "candidates",
        "metrics": "grouping_set candidates",
        "rating_metrics": "weight_sum",
        "confusion_matrix": "weight_sum",
        "value_bounds": "query_id",
    } -%}
    {{ return(results.get(macro, "").split()) }}
{% endmacro %}
