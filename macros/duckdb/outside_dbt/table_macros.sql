{#
DuckDB's table macros: every macro on relations, by its name, in the order of the page of them. Each is one line of SQL,
which asks text_of_call for the text to run; tools/library.py writes it.

    needs      arguments without a default
    takes      other arguments, whose defaults are those of the macro; * stands for the names of columns, which are last
               without it
    columns    columns of the inputs, whose names are arguments too; such a name is the default
    optional   columns that may be missing; null says that they are
    own        those of the columns that are arguments of the package's macro, too, by themselves
    beside     relations that are one beside another relation, and alone your name of a column
    grouped    the table that `by` names columns of, where it is not the first
    usual      the macro whose inputs a usual call has, where it takes those of any
    ordered    false: the rows come in the macro's own order, or in none, because they are as many as the queries
#}
{% macro table_macros() %}
    {%- set preferences, grades = rankhouse.reads_preferences(), rankhouse.reads_grades() -%}
    {%- set classes = rankhouse.reads_classes() -%}
    {{
        return(
            {
                "metrics": {
                    "needs": "run",
                    "takes": "judgments measures by judgments_by * ties queries unjudged pool checked relevant_from convention exclude candidates intents provenance grouping_sets min_queries cluster",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank intent_weight importance weight",
                },
                "query_metrics": {
                    "needs": "run",
                    "takes": "judgments measures by judgments_by * ties queries unjudged pool checked relevant_from convention exclude candidates intents provenance",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank intent_weight importance weight",
                    "ordered": false,
                },
                "metric_settings": {
                    "takes": "measures ties queries unjudged pool relevant_from convention exclude candidates intents *",
                    "optional": "intent_weight",
                    "ordered": false,
                },
                "tie_audit": {
                    "needs": "run",
                    "takes": "judgments measures by judgments_by * queries unjudged pool checked relevant_from convention exclude candidates",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                    "ordered": false,
                },
                "explain": {
                    "needs": "run",
                    "takes": "judgments measures source target by judgments_by * ties per_query checked exclude candidates",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                },
                "explain_number": {
                    "needs": "value run",
                    "grouped": "run",
                    "takes": "judgments measure k changes by judgments_by * checked exclude candidates",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                    "ordered": false,
                },
                "convention_problems": {
                    "needs": "run",
                    "takes": "judgments convention ties queries measures by judgments_by intents",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                },
                "input_problems": {
                    "takes": "run judgments by judgments_by macro options log examination run_by ratings human machine predictions experiments comparisons detections ground_truth tries preferences searches clicks *",
                    "columns": "query_id item_id score relevance search_id position clicked impressions team rank_a rank_b logging_probability target_probability baseline_probability reward predicted_reward target_predicted_reward baseline_predicted_reward slate_id unit_id rater_id rating label row_id experiment measure offline_difference online_difference p_value queries_needed image_id class_id x_min y_min x_max y_max try_id passed system_a system_b winner n_results",
                    "optional": "rank prediction weight iscrowd area judge_id",
                    "beside": {"clicks": "searches"},
                    "grouped": "run",
                    "usual": "metrics",
                },
                "recommendation_metrics": {
                    "needs": "run",
                    "takes": "measures items interactions judgments features distances baseline targets by * exclude",
                    "columns": "query_id item_id score relevance feature other_item_id distance target_share",
                    "optional": "rank weight",
                },
                "expected_exposure": {
                    "needs": "run judgments",
                    "takes": "by sample attention p satisfaction k",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                },
                "group_exposure": {
                    "needs": "run judgments features",
                    "takes": "by sample attention p satisfaction k",
                    "columns": "query_id item_id score relevance feature",
                    "optional": "rank weight",
                },
                "rating_metrics": rankhouse.table_macro_declared(
                    "rating_metrics", rankhouse.reads_predicted_ratings()
                ),
                "classifier_metrics": {
                    "needs": "predictions",
                    "takes": "measures by thresholds",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "confusion": {
                    "needs": "predictions",
                    "takes": "by thresholds",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "confusion_matrix": rankhouse.table_macro_declared("confusion_matrix", classes),
                "class_metrics": rankhouse.table_macro_declared("class_metrics", classes),
                "roc_curve": {
                    "needs": "predictions",
                    "takes": "by points",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "pr_curve": {
                    "needs": "predictions",
                    "takes": "by points",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "calibration": {
                    "needs": "predictions",
                    "takes": "by bins",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "lift": {
                    "needs": "predictions",
                    "takes": "by bins",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "binned_auc": {
                    "needs": "predictions",
                    "takes": "by bins lowest highest",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "prediction_problems": {
                    "needs": "predictions",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "detection_metrics": {
                    "needs": "detections ground_truth",
                    "takes": "iou_thresholds interpolation by ground_truth_by area_range max_detections",
                    "columns": "image_id class_id score x_min y_min x_max y_max",
                    "optional": "iscrowd area",
                },
                "detection_class_metrics": {
                    "needs": "detections ground_truth",
                    "takes": "iou_thresholds interpolation by ground_truth_by area_range max_detections",
                    "columns": "image_id class_id score x_min y_min x_max y_max",
                    "optional": "iscrowd area",
                },
                "sample_negatives": {
                    "needs": "items judgments",
                    "takes": "n by exclude seed relevant_from",
                    "columns": "query_id item_id relevance popularity",
                    "ordered": false,
                },
                "sampled_ranks": {
                    "needs": "run judgments candidates",
                    "takes": "by relevant_from",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                    "ordered": false,
                },
                "correct_sampled": {
                    "needs": "ranks corrections",
                    "takes": "by",
                    "columns": "query_id",
                },
                "split": {
                    "needs": "ratings",
                    "takes": "method n share given cut folds fold seed short new_users new_items",
                    "columns": "user_id item_id rated_at",
                    "ordered": false,
                },
                "split_counts": {
                    "needs": "split",
                    "takes": "by",
                    "columns": "user_id item_id part reason",
                },
                "learning_curve": {
                    "needs": "query_metrics",
                    "takes": "by",
                    "columns": "query_id measure value n_given",
                },
                "mean_over_curve": {
                    "needs": "query_metrics",
                    "takes": "by incomplete",
                    "columns": "query_id measure value n_given",
                },
                "curve_crossings": {
                    "needs": "query_metrics",
                    "takes": "by repetitions seed confidence",
                    "columns": "query_id measure value n_given system",
                },
                "compare": {
                    "needs": "query_metrics",
                    "takes": "baseline by test correction interval confidence power repetitions seed cluster",
                    "columns": "system query_id measure metric k value",
                    "optional": "weight",
                    "own": "system",
                },
                "decision": {
                    "needs": "query_metrics",
                    "takes": "baseline measure guardrails margins segments by cluster test confidence power",
                    "columns": "system query_id metric k value",
                    "optional": "weight",
                    "own": "system",
                },
                "system_ranks": {
                    "needs": "query_metrics",
                    "takes": "measures by cluster test correction confidence",
                    "columns": "system query_id measure metric k value",
                    "optional": "weight",
                    "own": "system",
                },
                "mean_intervals": rankhouse.table_macro_declared(
                    "mean_intervals", rankhouse.reads_values_of_queries()
                ),
                "rater_agreement": {
                    "needs": "ratings",
                    "takes": "by method level weights pairs confidence repetitions seed scale",
                    "columns": "unit_id rater_id rating",
                },
                "merge_ratings": {
                    "needs": "ratings",
                    "takes": "by method ties adjudicator steps scale",
                    "columns": "unit_id rater_id rating",
                    "ordered": false,
                },
                "grade_calibration": rankhouse.table_macro_declared(
                    "grade_calibration", grades, {"grouped": "machine"}
                ),
                "grade_confusion": rankhouse.table_macro_declared("grade_confusion", grades, {"grouped": "machine"}),
                "click_judgments": {
                    "needs": "log",
                    "takes": "by method min_impressions grades examination prior fit_prior steps updates unclicked counts first_position",
                    "columns": "search_id query_id item_id position clicked impressions clicks",
                    "ordered": false,
                },
                "position_bias": {
                    "needs": "log",
                    "takes": "by method prior steps updates confidence counts first_position",
                    "columns": "search_id query_id item_id position clicked impressions clicks",
                },
                "prediction_powered": rankhouse.table_macro_declared(
                    "prediction_powered", rankhouse.reads_few_labels()
                ),
                "interleaving": {
                    "needs": "log",
                    "takes": "method cluster by test confidence power team_a team_b credit length",
                    "columns": "search_id item_id position clicked team rank_a rank_b",
                },
                "interleaving_decision": {
                    "needs": "log",
                    "takes": "baseline method segments by cluster test confidence power team_a team_b credit length",
                    "columns": "search_id item_id position clicked team rank_a rank_b",
                },
                "policy_decision": {
                    "needs": "log",
                    "takes": "estimators clip switch shrinkage segments by cluster test confidence power",
                    "columns": "logging_probability target_probability baseline_probability reward predicted_reward target_predicted_reward baseline_predicted_reward slate_id position",
                },
                "interleaving_searches": {
                    "needs": "log",
                    "takes": "method by team_a team_b credit length",
                    "columns": "search_id item_id position clicked team rank_a rank_b",
                    "ordered": false,
                },
                "click_estimates": {
                    "needs": "log run examination measures",
                    "takes": "clip by run_by",
                    "columns": "search_id query_id item_id position clicked score",
                },
                "off_policy": {
                    "needs": "log",
                    "takes": "estimators clip switch shrinkage by confidence",
                    "columns": "logging_probability target_probability reward predicted_reward target_predicted_reward slate_id position",
                },
                "compare_policies": {
                    "needs": "log",
                    "takes": "estimators clip switch shrinkage by confidence",
                    "columns": "logging_probability target_probability baseline_probability reward predicted_reward target_predicted_reward baseline_predicted_reward slate_id position",
                },
                "off_policy_tuning": {
                    "needs": "log",
                    "takes": "estimators clip switch shrinkage by confidence",
                    "columns": "logging_probability target_probability reward predicted_reward target_predicted_reward slate_id position",
                },
                "off_policy_weights": {
                    "needs": "log",
                    "takes": "by confidence",
                    "columns": "logging_probability target_probability",
                },
                "interleaving_checks": {
                    "needs": "log",
                    "takes": "by team_a team_b",
                    "columns": "search_id item_id position clicked team",
                },
                "search_health": rankhouse.table_macro_declared("search_health", rankhouse.reads_searches()),
                "metric_trust": rankhouse.table_macro_declared("metric_trust", rankhouse.reads_experiments()),
                "discriminative_power": rankhouse.table_macro_declared(
                    "discriminative_power", rankhouse.reads_comparisons()
                ),
                "no_answer_curve": {
                    "needs": "run judgments",
                    "takes": "k by judgments_by * checked",
                    "columns": "query_id item_id score relevance",
                },
                "value_bounds": {
                    "needs": "run judgments",
                    "takes": "measures top_grade per_query by judgments_by queries checked",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank",
                },
                "to_judge": {
                    "needs": "runs judgments",
                    "takes": "depth limit order system judge by judgments_by",
                    "columns": "query_id item_id score relevance",
                    "optional": "rank text_hash judged_by",
                    "ordered": false,
                },
                "change_by_segment": {
                    "needs": "query_metrics",
                    "takes": "segments baseline by",
                    "columns": "system measure metric k value",
                    "own": "system",
                },
                "confidence_sequence": {
                    "needs": "query_metrics",
                    "takes": "baseline by confidence tightest_at min_queries",
                    "columns": "system day query_id measure metric k value",
                    "own": "system day",
                },
                "moving_average": {
                    "needs": "metrics",
                    "takes": "periods by grain",
                    "columns": "day measure metric k value_sum n_queries",
                    "own": "day",
                },
                "change_from_previous": {
                    "needs": "metrics",
                    "takes": "interval confidence by grain",
                    "columns": "day measure metric k value_sum n_queries std_error",
                    "own": "day",
                },
                "auc_interval": {
                    "needs": "predictions",
                    "takes": "by confidence",
                    "columns": "score label",
                    "optional": "prediction weight",
                },
                "classifier_decision": {
                    "needs": "predictions",
                    "takes": "baseline measure threshold segments by cluster test confidence power",
                    "columns": "system row_id score label",
                    "optional": "prediction weight",
                    "own": "system",
                },
                "compare_classifiers": {
                    "needs": "predictions",
                    "takes": "baseline test threshold by correction confidence cluster",
                    "columns": "system row_id score label",
                    "optional": "prediction weight",
                    "own": "system",
                },
                "preference_ratings": rankhouse.table_macro_declared("preference_ratings", preferences),
                "preference_decision": rankhouse.table_macro_declared("preference_decision", preferences),
                "preference_pairs": rankhouse.table_macro_declared("preference_pairs", preferences),
                "preferences_of": {
                    "needs": "query_metrics",
                    "takes": "by",
                    "columns": "system query_id measure metric k value",
                    "own": "system",
                },
                "pairs_to_judge": rankhouse.table_macro_declared("pairs_to_judge", preferences, {"ordered": false}),
                "preference_checks": rankhouse.table_macro_declared("preference_checks", preferences),
                "try_metrics": rankhouse.table_macro_declared("try_metrics", rankhouse.reads_tries()),
                "try_decision": {
                    "needs": "tries",
                    "takes": "baseline measures measure guardrails margins segments by cluster test confidence power",
                    "columns": "system query_id try_id passed",
                    "own": "system",
                },
                "fuse": {
                    "needs": "run",
                    "takes": "method k norm weights by",
                    "columns": "system query_id item_id score",
                    "optional": "rank",
                    "own": "system",
                    "ordered": false,
                },
                "best_of": {
                    "needs": "query_metrics",
                    "takes": "measure folds seed by cluster",
                    "columns": "system query_id value",
                    "own": "system",
                },
                "agreement": {
                    "needs": "run",
                    "takes": "measures baseline by",
                    "columns": "system query_id item_id score",
                    "optional": "rank",
                    "own": "system",
                },
                "query_agreement": {
                    "needs": "run",
                    "takes": "measures baseline by",
                    "columns": "system query_id item_id score",
                    "optional": "rank",
                    "own": "system",
                    "ordered": false,
                },
            }
        )
    }}
{% endmacro %}
