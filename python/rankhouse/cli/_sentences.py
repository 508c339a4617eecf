"""What options and arguments of commands are, by their names or `function.name`: short sentences for the help.

Made by tools/document.py from tools/interface/arguments.yml.
"""

SENTENCES: dict[str, str] = {
    "run": (
        "Scored items, one row per query and item: query_id, item_id, score (higher is better; any number but NaN) "
        "and the columns named in by."
    ),
    "judgments": (
        "Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant) and the columns"
        " of by that they have."
    ),
    "evaluate.judgments": (
        "Judged items, one row per query and item: query_id, item_id, relevance (above 0 is relevant)."
    ),
    "compare.judgments": "Labels, as for evaluate; None for labelled runs and for values by query.",
    "report.judgments": "Labels, as for evaluate; None for labelled runs and for values by query.",
    "to_judge.judgments": "Judged items, one row per query and item: query_id, item_id and relevance.",
    "value_bounds.judgments": "Judged items, one row per query and item: query_id, item_id and relevance.",
    "sample_negatives.judgments": "Judged items, one row per query and item: query_id, item_id and relevance.",
    "correct_sampled.judgments": "Judged items, one row per query and item: query_id, item_id and relevance.",
    "expected_exposure.judgments": "Judged items, one row per query and item: query_id, item_id and relevance.",
    "group_exposure.judgments": "Judged items, one row per query and item: query_id, item_id and relevance.",
    "recommendation_metrics.judgments": (
        "Judged items, one row per user and item: query_id, item_id and relevance (above 0 is relevant)."
    ),
    "learning_curve.judgments": "Labels, as for evaluate.",
    "mean_over_curve.judgments": "Labels, as for evaluate.",
    "curve_crossings.judgments": "Labels, as for evaluate.",
    "explain.run": "Scored items, as for evaluate.",
    "explain_number.run": "Scored items, as for evaluate.",
    "tie_audit.run": "Scored items, as for evaluate.",
    "value_bounds.run": "Scored items, one row per query and item: query_id, item_id and score.",
    "click_estimates.run": "The new ranker's lists: query_id, item_id and score.",
    "correct_sampled.run": "Scores of the candidates: query_id, item_id, score.",
    "expected_exposure.run": "Rankings, one row per query and item, of each sample: query_id, item_id and score.",
    "group_exposure.run": "Rankings, one row per query and item, of each sample: query_id, item_id and score.",
    "recommendation_metrics.run": (
        "Recommended items, one row per user (query_id) and item: query_id, item_id, score (the higher, the earlier "
        "in the list) and the columns named in by."
    ),
    "agreement.run": (
        "Scored items of several systems: query_id, item_id, score (any number but NaN, the highest first; equal "
        "scores go by item id, descending), the column of the system and those named in by."
    ),
    "learning_curve.run": (
        "Scored items, as for evaluate, of all points of the curve together: what each system recommends to a user "
        "when it knows as many ratings as the column given says."
    ),
    "mean_over_curve.run": (
        "Scored items, as for evaluate, of all points of the curve together: what each system recommends to a user "
        "when it knows as many ratings as the column given says."
    ),
    "curve_crossings.run": (
        "Scored items, as for evaluate, of all points of the curve together: what each system recommends to a user "
        "when it knows as many ratings as the column given says."
    ),
    "agreement.runs": (
        'The systems: a dictionary {"old": run, "new": run}, a list of files (each named like its file), or one run '
        "with a column that tells them apart."
    ),
    "compare.runs": (
        'The systems: a dictionary {"bm25": run, "dense": run}, a list of files (each named like its file), or one '
        "run with a column that tells them apart."
    ),
    "report.runs": (
        'One system or several, as compare takes them: a dictionary {"bm25": run, "dense": run}, a list of files, one'
        " run with or without a column that tells systems apart, or a table of values by query."
    ),
    "runs": (
        'The systems: a dictionary {"old": run, "new": run}, a list of files, or one run with a column that tells '
        "them apart."
    ),
    "measures": "Measure strings, name[(option=value, ...)][@k], such as ndcg@10, ndcg(gain=linear)@10 or map.",
    "evaluate.measures": (
        "Measure strings such as ndcg@10, map, recall(denominator=min(k, relevant))@20: see measures()."
    ),
    "classifier_metrics.measures": (
        "At a threshold accuracy, precision, recall, fpr, specificity, fnr, npv, fdr, f1, f_beta(beta=2), "
        "balanced_accuracy, mcc; over all thresholds roc_auc, roc_auc_std_error, pr_auc, pr_auc(area=trapezoid), "
        "break_even, best_f1, best_f1_threshold, ks; of probabilities log_loss, brier, ece(bins=10)."
    ),
    "agreement.measures": (
        "identical@10 (are they the same, in the same order), overlap@10 (the share of items in common), rbo(p=0.9, "
        "ties=item)@100 (rank-biased overlap; with rbo_min and rbo_residual), and over the items that both lists have"
        " kendall_tau, kendall_tau_b, spearman, tau_ap and tau_ap_b."
    ),
    "value_bounds.measures": (
        "Measure strings of the measures that have bounds: precision, recall, average_precision, reciprocal_rank, "
        "dcg, ndcg, err, rbp and bpref."
    ),
    "click_estimates.measures": (
        "dcg, precision and reciprocal_rank, each with or without a cutoff, such as dcg@10; and "
        "average_relevance_position."
    ),
    "rating_metrics.measures": (
        "mae, mape (a share of the rating), mse, rmse (on the scale of the ratings), r2 (at most 1; 0 is no better "
        "than the mean rating), explained_variance (r2 that forgives a constant error)."
    ),
    "recommendation_metrics.measures": (
        "Measure strings such as catalogue_coverage@10, novelty@10, gini(among=shown) or "
        "intra_list_diversity(distance=table)@5."
    ),
    "explain.measures": "Measure strings that both conventions have.",
    "tie_audit.measures": (
        "Measure strings, as for evaluate; average_precision(denominator=hits) with a cutoff is refused."
    ),
    "compare.measures": "Measure strings in whose mean all queries count alike: not gmap or a weighted roc_auc.",
    "report.measures": "Measure strings in whose mean all queries count alike: not gmap or a weighted roc_auc.",
    "learning_curve.measures": (
        "Measure strings in whose mean all queries count alike: not gmap or a weighted roc_auc."
    ),
    "mean_over_curve.measures": (
        "Measure strings in whose mean all queries count alike: not gmap or a weighted roc_auc."
    ),
    "curve_crossings.measures": (
        "Measure strings in whose mean all queries count alike: not gmap or a weighted roc_auc."
    ),
    "check_metrics.measures": "The measures of the table that are looked at; all by default.",
    "sampled_corrections.measures": (
        "Measures of queries with one relevant item: roc_auc, average_precision, reciprocal_rank, ndcg, each with or "
        "without a cutoff, recall@k, hit_rate@k, precision@k."
    ),
    "correct_sampled.measures": (
        "Measures of queries with one relevant item: roc_auc, average_precision, reciprocal_rank, ndcg, each with or "
        "without a cutoff, recall@k, hit_rate@k, precision@k."
    ),
    "expected_sampled.measures": (
        "Measures of queries with one relevant item: roc_auc, average_precision, reciprocal_rank, ndcg, each with or "
        "without a cutoff, recall@k, hit_rate@k, precision@k."
    ),
    "explain_number.measure": (
        "A measure string: what the figure is said to be, with its options where they are known."
    ),
    "by": "Columns; each combination of their values, NULL included, is a group of its own.",
    "explain.by": (
        "Columns of the run, of the judgments, or of both; each combination of their values, NULL included, is "
        "evaluated by itself."
    ),
    "explain_number.by": (
        "Columns of the run, of the judgments, or of both; each combination of their values, NULL included, is "
        "evaluated by itself."
    ),
    "evaluate.by": (
        "Columns of the run, of the judgments, or of both; each combination of their values, NULL included, is "
        "evaluated by itself."
    ),
    "tie_audit.by": (
        "Columns of the run, of the judgments, or of both; each combination of their values, NULL included, is "
        "evaluated by itself."
    ),
    "expected_exposure.by": (
        "Columns of the run; each combination of their values, NULL included, is measured by itself."
    ),
    "group_exposure.by": "Columns of the run; each combination of their values, NULL included, is measured by itself.",
    "recommendation_metrics.by": (
        "Columns of the run; each combination of their values, NULL included, is measured by itself."
    ),
    "rating_metrics.by": "Columns; each combination of their values, NULL included, is measured by itself.",
    "rater_agreement.by": "Columns; each combination of their values, NULL included, is measured by itself.",
    "correct_sampled.by": (
        "Columns of the run; each combination of their values, NULL included, is measured by itself."
    ),
    "classifier_metrics.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "confusion.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "class_metrics.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "roc_curve.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "pr_curve.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "calibration.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "lift.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "binned_auc.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "auc_interval.by": "Columns; each combination of their values, NULL included, is evaluated by itself.",
    "confusion_matrix.by": (
        "Columns; each combination of their values, NULL included, has a matrix of its own, of the classes that occur"
        " in it as label or prediction."
    ),
    "detection_metrics.by": (
        "Columns of the detections, or of both tables; each combination of their values, NULL included, is evaluated "
        "by itself: a system against all of the ground truth, a part of the data (a column of both) against its own "
        "part."
    ),
    "agreement.by": "Further columns; systems are compared within each combination of their values, NULL included.",
    "confidence_sequence.by": (
        "Further columns; systems are compared within each combination of their values, NULL included."
    ),
    "curve_crossings.by": (
        "Further columns; systems are compared within each combination of their values, NULL included."
    ),
    "compare_classifiers.by": (
        "Further columns; systems are compared within each combination of their values, NULL included."
    ),
    "compare.by": "Further columns; systems are compared within each combination of their values, NULL included.",
    "change_by_segment.by": (
        "Further columns; sides are compared within each combination of their values, NULL included."
    ),
    "merge_ratings.by": "Columns; each combination of their values, NULL included, is merged by itself.",
    "grade_calibration.by": (
        "Columns of the machine's judgments, such as the model, the day, or how long the item is; each combination of"
        " their values, NULL included, is a group of its own."
    ),
    "grade_confusion.by": (
        "Columns of the machine's judgments, such as the model, the day, or how long the item is; each combination of"
        " their values, NULL included, is a group of its own."
    ),
    "prediction_powered.by": (
        "Columns of both tables; each combination of their values, NULL included, is estimated by itself."
    ),
    "value_bounds.by": "Columns of the run to group by, such as system.",
    "to_judge.by": "Columns; each combination of their values, NULL included, has a pool of its own.",
    "click_judgments.by": "Columns; each combination of their values, NULL included, is estimated by itself.",
    "position_bias.by": "Columns; each combination of their values, NULL included, is estimated by itself.",
    "off_policy.by": "Columns; each combination of their values, NULL included, is estimated by itself.",
    "compare_policies.by": "Columns; each combination of their values, NULL included, is estimated by itself.",
    "off_policy_weights.by": "Columns; each combination of their values, NULL included, is estimated by itself.",
    "click_estimates.by": (
        "Columns of the log; each combination of their values, NULL included, is estimated by itself."
    ),
    "off_policy_tuning.by": "Columns; each combination of their values, NULL included, has its own choice.",
    "learning_curve.by": "Columns; each combination of their values, NULL included, is a curve of its own.",
    "mean_over_curve.by": "Columns; each combination of their values, NULL included, is a curve of its own.",
    "mean_intervals.by": "Columns; each combination of their values, NULL included, is a group of its own.",
    "moving_average.by": "Columns; each combination of their values, NULL included, is a line over time.",
    "change_from_previous.by": "Columns; each combination of their values, NULL included, is a line over time.",
    "split_counts.by": "Columns that are counted separately, such as n_given of a learning curve.",
    "check_metrics.by": "Columns that tell the rows of a day apart; by default all columns that are not figures.",
    "report.by": "Columns of segments, in the run, the judgments or both, such as country.",
    "sample_negatives.by": (
        "uniform draws all items with equal chances, from about 2 n + 40 hashes for each query; only queries that get"
        " too few negatives from these look at the whole catalogue."
    ),
    "judgments_by": "Columns of the judgments to group by, properties of the query.",
    "value_bounds.judgments_by": "The columns of by that the judgments have too.",
    "to_judge.judgments_by": "The columns of by that the judgments have too.",
    "per_query": "True: one row per query instead of the mean over queries.",
    "convention": (
        "The name of a library whose defaults for options and policies apply, such as trec_eval or sklearn, so that "
        "ndcg@10 is the number it gives; or a dictionary of such settings."
    ),
    "evaluate.convention": (
        "The name of a library whose defaults for options and policies apply, such as trec_eval or sklearn, so that "
        "ndcg@10 is the number it gives; or a dictionary of such settings."
    ),
    "tie_audit.convention": "A convention; everything in it applies except its rule for ties.",
    "source": "The name of the convention to start from; None takes rankhouse's own rules.",
    "target": "The name of the convention to arrive at; None takes rankhouse's own rules.",
    "ties": (
        "The order of equal scores: item (by item id, descending; the default), average (the expectation over all "
        "their orders), best or worst."
    ),
    "explain.ties": "The order of equal scores in place of that of both conventions: item, average, best or worst.",
    "merge_ratings.ties": (
        "Which of several equally frequent ratings is the label of majority: the lowest, the highest or none (NULL)."
    ),
    "queries": (
        "Which queries count: judged (the default: those with a relevant item; one that is missing from the run "
        "scores 0), intersection (judged and in the run), run (in the run) or all (judged; those without a relevant "
        "item score 0)."
    ),
    "value_bounds.queries": (
        "Which queries count, by the judgments as they are: judged (the default: those with a relevant item), "
        "intersection (judged and in the run), run (in the run) or all."
    ),
    "unjudged": (
        "What becomes of items without a judgment: they are irrelevant (the default), or drop takes them out of the "
        "lists first."
    ),
    "pool": (
        "Whose judgments count: judged (the default: all relevant items, whether they were returned or not), or "
        "retrieved to look only at the judgments of returned items."
    ),
    "checked": (
        "False (the default) leaves out rows with a NULL id and rows with a NULL or NaN value, and stops with an "
        "error at duplicates."
    ),
    "relevant_from": "The lowest relevance that counts as relevant; None: any above 0.",
    "sample_negatives.relevant_from": "The lowest relevance that counts as relevant; None: any above 0.",
    "correct_sampled.relevant_from": "The lowest relevance that counts as relevant; None: any above 0.",
    "exclude": (
        "Pairs of query_id and item_id, such as what users had in training: they are taken out of the run before "
        "ranks are computed, and out of the judgments."
    ),
    "metric_settings.exclude": "Pairs that are taken out of the lists; all that matters is whether they are given.",
    "explain.exclude": "Pairs of query_id and item_id that are taken out of the run and the judgments first.",
    "explain_number.exclude": "Pairs of query_id and item_id that are taken out of the run and the judgments first.",
    "tie_audit.exclude": "Pairs of query_id and item_id that are taken out of the run and the judgments first.",
    "sample_negatives.exclude": (
        "Items that are not drawn for a query, such as those of the training data: query_id and item_id."
    ),
    "candidates": (
        "The only pairs of query_id and item_id to take part, in the run and in the judgments, such as sampled "
        "negatives or logged lists."
    ),
    "evaluate.candidates": (
        "The only pairs of query_id and item_id to take part, in the run and in the judgments, such as sampled "
        "negatives or logged lists."
    ),
    "metric_settings.candidates": "The only pairs to take part; all that matters is whether they are given.",
    "explain.candidates": "The only pairs of query_id and item_id to take part.",
    "explain_number.candidates": "The only pairs of query_id and item_id to take part.",
    "tie_audit.candidates": "The only pairs of query_id and item_id to take part.",
    "correct_sampled.candidates": (
        "The negatives of each query, drawn uniformly: query_id and item_id, as sample_negatives gives them."
    ),
    "intents": (
        "The column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, in a row "
        "each."
    ),
    "provenance": (
        "True adds last columns that say where a number comes from: evaluated_at (UTC), rankhouse_version and "
        "settings_id, the same for the same measure, options, convention and policies; metric_settings spells it out."
    ),
    "grouping_sets": 'Lists of grouping columns, such as [["system", "segment"], ["system"], []].',
    "min_queries": "The least number of queries in a mean; rows with fewer are left out.",
    "confidence_sequence.min_queries": (
        "The number of queries below which there is no interval, at least 2: it is exact only in the limit of many."
    ),
    "check": (
        "How far to look for duplicates: auto looks at all rows up to 2 million, and above that at a sample; full "
        "looks at all rows; none leaves only the checks of the query itself."
    ),
    "evaluate.check": (
        "auto looks for duplicate items within a query in all rows up to 2 million (run and judgments together), and "
        "above that in a sample of the queries with about 200,000 rows of each; full looks in all rows; none leaves "
        "only the checks of the query itself, which refuses duplicates and leaves out rows without an id or a number."
    ),
    "engine": (
        "None for DuckDB, or a SparkSession: run and judgments are then Spark DataFrames or table names, and the "
        "result is a Spark DataFrame, in no order."
    ),
    "con": (
        "The connection to work on and to find tables in; by default that of the given relation, or DuckDB's default "
        "one."
    ),
    "evaluate.con": (
        "The connection to work on and to find tables in; by default that of the given relation, or DuckDB's default "
        "one."
    ),
    "conventions.con": "The connection of the relation; DuckDB's default one if None.",
    "measures.con": "The connection of the relation; DuckDB's default one if None.",
    "date_spine.con": "The connection of the relation; DuckDB's default one if None.",
    "sampled_corrections.con": "The connection of the relation; DuckDB's default one if None.",
    "expected_sampled.con": "The connection of the relation; DuckDB's default one if None.",
    "metric_settings.con": "The connection of the relation; DuckDB's default one if None.",
    "check_metrics.con": "The connection that has the tables.",
    "register.con": "The connection.",
    "load.con": "The connection.",
    "evaluation": (
        "convention, ties, queries, unjudged, relevant_from, pool, exclude, candidates, columns, con and check, as in"
        " evaluate."
    ),
    "learning_curve.evaluation": (
        "convention, ties, queries, unjudged, relevant_from, pool, columns, con and check, as in evaluate."
    ),
    "mean_over_curve.evaluation": (
        "convention, ties, queries, unjudged, relevant_from, pool, columns, con and check, as in evaluate."
    ),
    "curve_crossings.evaluation": (
        "convention, ties, queries, unjudged, relevant_from, pool, columns, con and check, as in evaluate."
    ),
    "report.evaluation": (
        "convention, ties, queries, unjudged, relevant_from, pool, exclude, candidates, columns, con and check, as in"
        " evaluate."
    ),
    "columns": "Your names of the inputs' columns, by ours.",
    "metric_settings.columns": (
        'Your names of the inputs\' columns, by ours: {"query_id": "user_id"} for both, {"judgments.relevance": '
        '"grade"} for one.'
    ),
    "evaluate.columns": (
        'Your names of the inputs\' columns, by ours: {"query_id": "user_id"} for both, {"judgments.relevance": '
        '"grade"} for one.'
    ),
    "classifier_metrics.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "confusion.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "roc_curve.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "pr_curve.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "calibration.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "lift.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "binned_auc.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "auc_interval.columns": 'Your names of the columns, by ours: {"score": "p_click", "label": "clicked"}.',
    "confusion_matrix.columns": (
        'Your names of the columns, by ours: {"label": "species", "prediction": "species_hat"}.'
    ),
    "class_metrics.columns": 'Your names of the columns, by ours: {"label": "species", "prediction": "species_hat"}.',
    "agreement.columns": 'Your names of the columns, by ours: {"query_id": "topic"}.',
    "compare_classifiers.columns": 'Your names of the columns, by ours: {"row_id": "image", "score": "p_click"}.',
    "compare.columns": 'Your names of the columns, by ours: {"query_id": "user_id", "value": "score"}.',
    "mean_intervals.columns": (
        'Your names of the columns query_id, measure, metric, k and value, by ours: {"query_id": "user_id"}.'
    ),
    "confidence_sequence.columns": (
        'Your names of the columns query_id, measure, metric, k and value, by ours: {"query_id": "user_id"}.'
    ),
    "change_by_segment.columns": (
        'Your names of the columns measure, metric, k and value, by ours: {"value": "score"}.'
    ),
    "detection_metrics.columns": (
        'Your names of the columns, by ours, for both tables or for one: {"class_id": "label", "detections.score": '
        '"confidence"}.'
    ),
    "rater_agreement.columns": (
        'Your names of the columns unit_id, rater_id and rating, by ours: {"unit_id": "doc", "rating": "grade"}.'
    ),
    "merge_ratings.columns": (
        'Your names of the columns unit_id, rater_id and rating, by ours: {"unit_id": "doc", "rating": "grade"}.'
    ),
    "grade_calibration.columns": (
        'Your names of the columns query_id, item_id and relevance, by ours: {"item_id": "doc", "machine.relevance": '
        '"grade"}.'
    ),
    "grade_confusion.columns": (
        'Your names of the columns query_id, item_id and relevance, by ours: {"item_id": "doc", "machine.relevance": '
        '"grade"}.'
    ),
    "prediction_powered.columns": (
        'Your names of the columns query_id, measure and value, by ours: {"query_id": "user_id", "machine.value": '
        '"guess"}.'
    ),
    "value_bounds.columns": (
        'Your names of the columns query_id, item_id, score, relevance and rank, by ours: {"query_id": "topic", '
        '"judgments.item_id": "doc"}.'
    ),
    "to_judge.columns": (
        'Your names of the columns query_id, item_id, score, relevance and rank, by ours: {"query_id": "topic", '
        '"judgments.item_id": "doc"}.'
    ),
    "click_judgments.columns": 'Your names of the columns, by ours: {"item_id": "sku", "clicked": "is_click"}.',
    "position_bias.columns": 'Your names of the columns, by ours: {"item_id": "sku", "clicked": "is_click"}.',
    "click_estimates.columns": (
        "Your names of the columns search_id, query_id, item_id, position, clicked, score and examination, by ours, "
        'for all inputs or for one: {"search_id": "session", "run.item_id": "sku"}.'
    ),
    "off_policy.columns": (
        "Your names of the columns logging_probability, target_probability, reward, predicted_reward (of what was "
        "played), target_predicted_reward (the mean of what the policy would play), slate_id and position, by ours: "
        '{"reward": "clicked"}.'
    ),
    "off_policy_tuning.columns": (
        "Your names of the columns logging_probability, target_probability, reward, predicted_reward (of what was "
        "played), target_predicted_reward (the mean of what the policy would play), slate_id and position, by ours: "
        '{"reward": "clicked"}.'
    ),
    "compare_policies.columns": (
        "Your names of the columns logging_probability, target_probability, baseline_probability, reward, "
        "predicted_reward (of what was played), target_predicted_reward (the mean of what the policy would play), "
        'baseline_predicted_reward, slate_id and position, by ours: {"reward": "clicked"}.'
    ),
    "off_policy_weights.columns": (
        'Your names of the columns logging_probability and target_probability, by ours: {"logging_probability": '
        '"propensity"}.'
    ),
    "interleaving.columns": (
        "Your names of the columns search_id, item_id, position, clicked, team, rank_a and rank_b, by ours: "
        '{"search_id": "session", "team": "model"}.'
    ),
    "interleaving_searches.columns": (
        "Your names of the columns search_id, item_id, position, clicked, team, rank_a and rank_b, by ours: "
        '{"search_id": "session", "team": "model"}.'
    ),
    "interleaving_checks.columns": (
        'Your names of the columns search_id, item_id, position, clicked and team, by ours: {"search_id": "session", '
        '"team": "model"}.'
    ),
    "metric_trust.columns": (
        "Your names of the columns experiment, measure, offline_difference and online_difference, by ours: "
        '{"experiment": "test_id"}.'
    ),
    "discriminative_power.columns": (
        'Your names of the columns measure, p_value and queries_needed, by ours: {"p_value": "p_adjusted"}.'
    ),
    "learning_curve.columns": "Your names of the columns, by ours, such as ratings for n_given.",
    "mean_over_curve.columns": "Your names of the columns, by ours, such as ratings for n_given.",
    "curve_crossings.columns": "Your names of the columns, by ours, such as ratings for n_given.",
    "sample_negatives.columns": (
        'Your names of the columns, by ours, for all inputs or for one: {"query_id": "user_id", "items.item_id": '
        '"sku"}.'
    ),
    "correct_sampled.columns": "Your names of the inputs' columns, by ours, as in evaluate.",
    "split.columns": 'Your names of the columns, by ours: {"user_id": "visitor", "rated_at": "seen_at"}.',
    "split_counts.columns": 'Your names of the columns, by ours; {"part": "fold"} counts numbered folds.',
    "rating_metrics.columns": 'Your names of the columns, by ours: {"rating": "stars", "prediction": "stars_hat"}.',
    "expected_exposure.columns": (
        'Your names of the columns query_id, item_id, score and relevance (and feature), by ours; {"rank": '
        '"position"} takes a rank, 1 first, in place of the score.'
    ),
    "group_exposure.columns": (
        'Your names of the columns query_id, item_id, score and relevance (and feature), by ours; {"rank": '
        '"position"} takes a rank, 1 first, in place of the score.'
    ),
    "recommendation_metrics.columns": (
        'Your names of the inputs\' columns, by ours: {"query_id": "user_id"} for all, {"items.item_id": "sku"} for '
        "one."
    ),
    "moving_average.columns": (
        'Your names of the columns measure, metric, k, value_sum, n_queries and std_error, by ours: {"n_queries": "n"}.'
    ),
    "change_from_previous.columns": (
        'Your names of the columns measure, metric, k, value_sum, n_queries and std_error, by ours: {"n_queries": "n"}.'
    ),
    "wide.columns": "The column whose values become columns: measure or a grouping column.",
    "query_id": "The name of the query's column.",
    "item_id": "The name of the item's column.",
    "score": "The name of the score's column, or of the rank's.",
    "relevance": "The name of the relevance column.",
    "system": "The column that tells the systems apart.",
    "change_by_segment.system": "The column whose values are compared, such as system or day.",
    "compare.system": (
        "The column that tells the systems of one run, or of a table of values, apart; by default system, or the "
        "first one in by where there is no such column."
    ),
    "curve_crossings.system": (
        "The column that tells the systems apart; every pair of them is compared, over the users who have a value for"
        " both at a point."
    ),
    "baseline": "The system that all others are compared with.",
    "agreement.baseline": (
        "The system that all others are compared with; None: every pair once, the later one against the earlier."
    ),
    "compare.baseline": (
        "The system that all others are compared with; None: every pair once, the later one against the earlier."
    ),
    "report.baseline": (
        "The system that all others are compared with; None: every pair once, the later one against the earlier."
    ),
    "change_by_segment.baseline": (
        "The value of that column that all others are compared with, written as the engine turns it into text, such "
        "as '2026-01-01'."
    ),
    "recommendation_metrics.baseline": "The run of a simple recommender: query_id, item_id and score.",
    "systems": "The systems that are compared, in their order; if none are named, all, in the order of their names.",
    "test": (
        "The test of a difference, paired by query and two-sided: t (Student's), wilcoxon (signed ranks), sign, "
        "randomisation (Fisher's sign flips) or bootstrap."
    ),
    "compare_classifiers.test": (
        "delong, of the difference of two ROC AUCs by DeLong (1988), normal; or mcnemar, of right and wrong decisions"
        " at the threshold: wins are the rows that only system gets right, losses those that only baseline gets "
        "right, p_value is exactly binomial, or with weights normal, and the interval is that of Bonett and Price "
        "(2012)."
    ),
    "interleaving.test": "sign (wins against losses of searches or clusters, exactly binomial) or t.",
    "correction": (
        "How the p-values of all rows together become p_adjusted: holm, bonferroni, benjamini_hochberg or none."
    ),
    "interval": "The interval of the difference: t, percentile or bca.",
    "change_from_previous.interval": (
        "welch (Student's t distribution with the degrees of freedom of Welch and Satterthwaite) or normal (the "
        "normal distribution, which costs less and is too narrow for few queries)."
    ),
    "confidence": "The confidence level of the interval, above 0 and below 1: 0.95 for 95 %.",
    "compare.confidence": (
        "The confidence level of the interval, 0.95 for 95 %; a difference is significant where p_adjusted is below 1"
        " - confidence."
    ),
    "report.confidence": (
        "The confidence level of the interval, 0.95 for 95 %; a difference is significant where p_adjusted is below 1"
        " - confidence."
    ),
    "check_metrics.confidence": (
        "The confidence level of the interval, that of change_from_previous, or of compare by the t-test."
    ),
    "mean_intervals.confidence": "The share of such intervals that hold the mean, above 0 and below 1: 0.95 for 95 %.",
    "change_from_previous.confidence": (
        "The share of such intervals that hold the difference, above 0 and below 1: 0.95 for 95 %."
    ),
    "confidence_sequence.confidence": "How likely the interval is to hold at all looks together, above 0 and below 1.",
    "grade_calibration.confidence": "The confidence level of the intervals, above 0 and below 1.",
    "prediction_powered.confidence": "The confidence level of the interval, above 0 and below 1.",
    "position_bias.confidence": "The confidence level of the interval, above 0 and below 1.",
    "off_policy.confidence": "The confidence level of the interval, above 0 and below 1.",
    "compare_policies.confidence": "The confidence level of the interval, above 0 and below 1.",
    "off_policy_tuning.confidence": "The confidence level of the interval, above 0 and below 1.",
    "off_policy_weights.confidence": "The confidence level of the interval of the mean weight, above 0 and below 1.",
    "metric_trust.confidence": (
        "The confidence level of the intervals of agreement (Wilson's) and of the slope (Student's t), above 0 and "
        "below 1."
    ),
    "curve_crossings.confidence": (
        "The share of the samples' crossings between ci_low and ci_high, above 0 and below 1."
    ),
    "power": "The probability of detecting a difference as large as detectable_difference, above 0.5 and below 1.",
    "interleaving.power": "The probability, in searches_needed, of finding the preference, above 0.5 and below 1.",
    "repetitions": "Repetitions of randomisation and bootstrap, 1 to 10,000.",
    "mean_intervals.repetitions": "Repetitions of bootstrap and bca, 1 to 10,000.",
    "rater_agreement.repetitions": (
        "Repetitions of the bootstrap over units that the interval comes from, up to 10,000; 0 for no interval."
    ),
    "curve_crossings.repetitions": "Bootstrap samples of the users, 1 to 10,000.",
    "seed": "A whole number from 0 on; another one gives other repetitions.",
    "curve_crossings.seed": "A whole number from 0 on; another one gives other samples.",
    "sample_negatives.seed": "A whole number from 0 on; another one gives another sample.",
    "split.seed": (
        "A whole number from 0 on; another one gives another split, and the same one gives the same rows, on every "
        "engine and every day."
    ),
    "query_metrics": (
        "Values by query, one row per query, measure and system: what query_metrics gives with the column of the "
        "system in by."
    ),
    "mean_intervals.query_metrics": (
        "Values by query, one row per query and measure in each group: query_id, measure, metric, k, value and the "
        "columns named in by, as query_metrics or evaluate(..., per_query=True) gives them."
    ),
    "change_by_segment.query_metrics": (
        "Values by query, one row per query and measure in each group: measure, metric, k, value, the columns of the "
        "sides and of the segments, and those named in by, as query_metrics or evaluate(..., per_query=True) gives "
        "them."
    ),
    "confidence_sequence.query_metrics": (
        "Values by query, one row per query and measure in each group: query_id, measure, metric, k, value, the "
        "columns of the systems and of the looks, and those named in by, as query_metrics or evaluate(..., "
        "per_query=True) gives them."
    ),
    "learning_curve.query_metrics": (
        "Values by user, one row per user, measure and point in each group: query_id, measure, value, n_given and the"
        " columns named in by (for curve_crossings, system too), as query_metrics gives them where n_given is one of "
        "its grouping columns."
    ),
    "mean_over_curve.query_metrics": (
        "Values by user, one row per user, measure and point in each group: query_id, measure, value, n_given and the"
        " columns named in by (for curve_crossings, system too), as query_metrics gives them where n_given is one of "
        "its grouping columns."
    ),
    "curve_crossings.query_metrics": (
        "Values by user, one row per user, measure and point in each group: query_id, measure, value, n_given and the"
        " columns named in by (for curve_crossings, system too), as query_metrics gives them where n_given is one of "
        "its grouping columns."
    ),
    "mean_intervals.method": (
        "t (Student's t distribution; its ends stay in the range of the measure, which is read off the name), "
        "bootstrap (quantiles of the means of resampled queries), bca (the same, corrected for bias and skewness) or "
        "wilson (Wilson's score interval, of values that are 0 or 1, such as those of hit_rate; NULL where others "
        "occur)."
    ),
    "segments": "Columns such as country; each combination of their values, NULL included, is a segment.",
    "day": "The column of the days: dates, times or texts such as '2026-01-31'.",
    "confidence_sequence.day": "The column of the looks, such as a date or a number, which gives their order.",
    "check_metrics.day": "The column whose last value is compared with the one before.",
    "tightest_at": "The number of queries at which the interval is the tightest, chosen before the first look.",
    "metrics": (
        "A table of metrics by day, one row per group, day and measure: measure, metric, k, value_sum, n_queries (for"
        " change_from_previous, std_error too), the column of the days and those named in by, as metrics or "
        'evaluate(..., by=["system", "day"]) gives them.'
    ),
    "grain": "How long a period is: day, week (from Monday), month, quarter or year.",
    "date_spine.grain": "How long a period is: day, week (from Monday), month, quarter or year.",
    "check_metrics.grain": "day, week, month, quarter or year; metrics of one period are combined.",
    "periods": "How many periods an average covers, that of the row included.",
    "start_date": "A date, or a text such as '2026-01-31', in the first period.",
    "end_date": (
        "A date, or a text such as '2026-12-31', in the last period: not before start_date, and at most 100,000 days "
        "from it."
    ),
    "table": (
        "Metrics by day, or values by query, which are compared in pairs: a table name, path, DataFrame or relation."
    ),
    "check_metrics.margin": "A mean fell if it is worse by more than the margin.",
    "check_metrics.significant": "True: a mean fell only if the whole interval of the change says so, too.",
    "failures": "A schema in which dbt has stored the failing rows of its tests, store_failures: true.",
    "expected": 'Values that must be there on the last day, by column, such as {"system": ["bm25", "dense"]}.',
    "predictions": (
        "One row per prediction: score (any number but NaN, read as a 64-bit float) and label (0 or 1, or a boolean)."
    ),
    "confusion_matrix.predictions": (
        "One row per prediction: label, the actual class, and prediction, the predicted one, both of one type: texts,"
        " whole numbers or booleans."
    ),
    "class_metrics.predictions": (
        "One row per prediction: label, the actual class, and prediction, the predicted one, both of one type: texts,"
        " whole numbers or booleans."
    ),
    "compare_classifiers.predictions": (
        "One row per system and row of data: the column of the system, row_id (which names the row of data, the same "
        "in each system), score (any number but NaN) and label (0 or 1, or a boolean)."
    ),
    "rating_metrics.predictions": (
        "One row per rating: rating and prediction, both finite numbers on the same scale, and the columns named in by."
    ),
    "report.predictions": (
        "Predictions of a binary classifier, as classifier_metrics takes them; a column system tells classifiers apart."
    ),
    "thresholds": "A score at or above a threshold is predicted positive.",
    "threshold": "A score at or above it is predicted positive; for mcnemar.",
    "calibration.bins": "The number of bins between 0 and 1, at least 1.",
    "lift.bins": "The number of parts of equal size, at least 1.",
    "binned_auc.bins": "The number of bins of equal width from lowest to highest, at least 1.",
    "lowest": "Where the first bin starts; lower scores are in it.",
    "highest": "Where the last bin ends; higher scores are in it.",
    "points": "At most this many points per group, at least 5; None: every distinct score.",
    "pr_curve.points": "At most this many points per group, at least 5; None: every distinct score.",
    "undefined": (
        "What averages do with a class whose value is NULL: leave_out (it does not count) or zero (it counts as 0, as"
        " in scikit-learn by default)."
    ),
    "detections": (
        "One row per detected box: image_id, class_id, score (higher is more certain), the box, x_min, y_min, x_max "
        "and y_max, in any unit that both tables share, and the columns named in by."
    ),
    "ground_truth": (
        "One row per object: image_id, class_id and the box, x_min, y_min, x_max and y_max; where columns names them,"
        " iscrowd (1 or true for a box around many objects, on which detections are ignored) and area too."
    ),
    "ground_truth_by": "The columns of by that the ground truth has too; a group then meets its own part of it.",
    "iou_thresholds": "Numbers above 0 and up to 1, or ranges such as '0.5:0.95:0.05'.",
    "max_detections": "How many detections of an image and class count, those of the highest scores; None: all.",
    "interpolation": (
        "all (the area under the whole interpolated precision-recall curve, the default), 11-point or 101-point."
    ),
    "area_range": "all (the default), small (up to 32 x 32), medium (from there to 96 x 96) or large.",
    "per_class": "True: one row per class instead of the mean over classes.",
    "items": "The catalogue, one row per item: item_id.",
    "sample_negatives.items": (
        "The catalogue, one row per item: item_id, and popularity (such as its number of ratings) where it is drawn "
        "by that."
    ),
    "interactions": "What users did before, such as the training data, one row each time: query_id and item_id.",
    "features": (
        "What items are like, one row per item and feature that it has: item_id, feature; and the feature's weight "
        "where columns names a column weight, else 1."
    ),
    "group_exposure.features": "The groups of items, one row per item and group: item_id and feature.",
    "report.features": (
        "Groups of items, as group_exposure takes them: the exposure that each gets and deserves, and how close its "
        "attention is to its number of items (awrf), down to the cutoff of the first measure."
    ),
    "distances": "One row per pair of items, either way round: item_id, other_item_id and distance.",
    "targets": "The share that each group is to have, one row per group of items: feature and target_share.",
    "sample": (
        "A column of the run that tells several rankings of one query apart, as a stochastic system or several days "
        "give them."
    ),
    "attention": (
        "What a rank gets: rbp (p^(rank - 1)), cascade (which each relevant item before it lowers too, by "
        "satisfaction) or log2 (1 / log2(rank + 1))."
    ),
    "p": "The probability that a reader goes on to the next rank, above 0 and below 1.",
    "satisfaction": "For cascade, the probability that a relevant item is enough, from 0 to 1.",
    "expected_exposure.k": "Ranks below this one get nothing; None: all count.",
    "group_exposure.k": "Ranks below this one get nothing; None: all count.",
    "explain_number.k": "The cutoff, where the measure has none; without either the usual cutoffs are tried.",
    "explain_number.value": 'The figure with the digits that it has, such as 0.9307, "0.9300" or "93.1%".',
    "changes": (
        "How many settings at once may differ from those asked for, 0 to 9: options and policies with choices, and "
        "the cutoff (one more, one less, none)."
    ),
    "ratings": "One row per rating: unit_id (what is rated), rater_id and rating.",
    "merge_ratings.ratings": "One row per rating: unit_id, rater_id and rating.",
    "split.ratings": (
        "One row per rating: user_id, item_id and, for leave_last and time, rated_at (a date, a time or a number)."
    ),
    "report.ratings": "Ratings of several raters, as rater_agreement takes them: how far they agree.",
    "rater_agreement.method": (
        "krippendorff (alpha: any number of raters, holes allowed), cohen (kappa of two raters, NULL for more), "
        "fleiss (kappa of equally many ratings of each unit, NULL otherwise) or agreement (the share of pairs of "
        "ratings that are equal)."
    ),
    "level": (
        "For alpha, how far apart two ratings are: nominal (equal or not), ordinal (the ratings between them), "
        "interval (their difference) or ratio (their difference over their sum)."
    ),
    "rater_agreement.weights": (
        "For Cohen's kappa, linear or quadratic by the places of two ratings in the order of all; None: equal or not."
    ),
    "pairs": "True: one row per pair of raters, with rater_id and other_rater_id.",
    "merge_ratings.method": (
        "majority (the most frequent rating), mean, median, or dawid_skene: the most probable label when each rater "
        "has a confusion matrix of their own, which is estimated along with the labels (Dawid and Skene 1979)."
    ),
    "adjudicator": "A rater whose rating of a unit stands, whatever the others said.",
    "merge_ratings.steps": (
        "For dawid_skene, the steps of expectation and maximisation, 0 to 100; they begin with the shares of a unit's"
        " ratings."
    ),
    "human": "Judgments of people: query_id, item_id and relevance, a number.",
    "machine": "Judgments of a machine, of the same items and of others, with the columns named in by.",
    "prediction_powered.human": (
        "Values by query under human labels: query_id, measure, value and the columns named in by, as query_metrics "
        "or evaluate(..., per_query=True) gives them."
    ),
    "prediction_powered.machine": "The same under machine labels, of these queries and of all others.",
    "report.machine": (
        "Judgments of a machine, as grade_calibration takes them: what its grades are worth beside judgments, those "
        "of people."
    ),
    "per_grade": "True: one row per grade of the machine; False: one of all its grades.",
    "tuned": "True: weigh the machine so that the interval is shortest (PPI++); False: count it in full (PPI).",
    "top_grade": "The highest grade of the scale, above 0, whether it occurs or not.",
    "depth": "The pool is the first so many items of every system's list.",
    "limit": "The first so many items, of each group; None: all of them.",
    "order": "difference (the widest first) or depth (the highest rank first).",
    "click_judgments.log": (
        "One row per item shown: search_id, query_id, item_id, position (from 1) and clicked; or counts, one row per "
        "query, item and position (and day, or whatever else): query_id, item_id, position, impressions and clicks."
    ),
    "position_bias.log": (
        "One row per item shown: search_id, query_id, item_id, position (from 1) and clicked; or counts, one row per "
        "query, item and position (and day, or whatever else): query_id, item_id, position, impressions and clicks."
    ),
    "click_estimates.log": (
        "One row per item that a search showed: search_id, query_id, item_id, position and clicked (true or false, 1 "
        "or 0)."
    ),
    "off_policy.log": (
        "One row per action that was played: logging_probability (of the policy that played it), target_probability "
        "(of the policy in question) and reward; for dm, dr and others with a model of rewards also "
        "target_predicted_reward (the mean prediction of what the policy would play) and, except for dm, "
        "predicted_reward (the prediction of what was played)."
    ),
    "off_policy_tuning.log": (
        "One row per action that was played: logging_probability (of the policy that played it), target_probability "
        "(of the policy in question) and reward; for dm, dr and others with a model of rewards also "
        "target_predicted_reward (the mean prediction of what the policy would play) and, except for dm, "
        "predicted_reward (the prediction of what was played)."
    ),
    "compare_policies.log": (
        "The log, as for off_policy, with the other policy's baseline_probability and, where rewards are predicted, "
        "baseline_predicted_reward."
    ),
    "off_policy_weights.log": "One row per action that was played: logging_probability and target_probability.",
    "interleaving.log": (
        "One row per item that a search showed: search_id, item_id, position, clicked (true or false, 1 or 0) and "
        "team (whose item it is; NULL: of neither), or for the other methods rank_a and rank_b (the item's rank in "
        "either list, from 1; NULL: not there)."
    ),
    "interleaving_searches.log": (
        "One row per item that a search showed: search_id, item_id, position, clicked (true or false, 1 or 0) and "
        "team (whose item it is; NULL: of neither), or for the other methods rank_a and rank_b (the item's rank in "
        "either list, from 1; NULL: not there)."
    ),
    "interleaving_checks.log": (
        "One row per item that a search showed: search_id, item_id, position, team and clicked."
    ),
    "click_judgments.method": (
        "coec (clicks over the clicks that its positions have on average; 1 is an average item), ctr (clicks over "
        "impressions, wrong where higher positions are seen more often), pbm (the position-based model), or, by how "
        "far a search was examined, cascade (down to the first click), dcm and sdbn (down to the last one; sdbn times"
        " the share of clicks that were the last)."
    ),
    "position_bias.method": (
        "pbm (the position-based model), swaps (from items of a query that were seen at neighbouring positions; the "
        "ratios are chained) or random (shares of clicks, where positions were drawn at random)."
    ),
    "interleaving.method": (
        "How the lists were interleaved: team_draft (a click counts for the team of its item), balanced (clicks among"
        " the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts for "
        "both lists, by rank)."
    ),
    "interleaving_searches.method": (
        "How the lists were interleaved: team_draft (a click counts for the team of its item), balanced (clicks among"
        " the first k of each list, where k is the better rank of the lowest click) or optimised (a click counts for "
        "both lists, by rank)."
    ),
    "min_impressions": (
        "Items with fewer impressions have no row; what positions are worth is estimated from all items."
    ),
    "grades": (
        "A list of thresholds, such as [0.1, 0.3], or a whole number of quantiles; relevance is then a whole number, "
        "how many thresholds it reaches, or its quantile, from 0 on."
    ),
    "examination": (
        "The examination of each position, position and examination, as position_bias gives it, in place of what coec"
        " and pbm estimate."
    ),
    "click_estimates.examination": (
        "How often users look at each position: position and examination, as position_bias gives it."
    ),
    "prior": "Clicks, and impressions without a click, that every share begins with; PyClick has (1, 1).",
    "position_bias.prior": (
        "For pbm, clicks, and impressions without a click, that every share begins with; PyClick has (1, 1)."
    ),
    "sampled_corrections.prior": (
        "For cls and bv, how likely a relevant item is at each of the n_items ranks, on any scale; None: uniform."
    ),
    "correct_sampled.prior": (
        "For cls and bv, how likely a relevant item is at each of the n_items ranks, on any scale; None: uniform."
    ),
    "click_judgments.steps": "For pbm, the steps of expectation and maximisation, 1 to 200.",
    "position_bias.steps": "For pbm, the steps of expectation and maximisation, 1 to 200.",
    "fit_prior": "True, for ctr: the prior from how the items' shares differ, by their moments (Kleinman 1973).",
    "updates": (
        "For pbm, attraction and examination from the same old values, simultaneous, or examination from the new "
        "attraction, alternating."
    ),
    "unclicked": "Whether a search without a click was examined to its end, or is unexamined.",
    "counts": "Whether the log has impressions and clicks in place of searches.",
    "click_judgments.counts": "Whether the log has impressions and clicks in place of searches; None: by its columns.",
    "position_bias.counts": "Whether the log has impressions and clicks in place of searches; None: by its columns.",
    "first_position": "0 where positions start at 0.",
    "run_by": "The columns of by that the run has too, whose lists serve the searches of the same values.",
    "clip": "The largest weight, for ips, dr, sips, iips and rips.",
    "click_estimates.clip": "The largest weight of a click, 1 / examination.",
    "off_policy_tuning.clip": "Candidates for ips, dr, sips, iips and rips, each above 0.",
    "switch": "For switch_dr, the weight above which the model alone counts.",
    "off_policy_tuning.switch": "Candidates for switch_dr, each above 0.",
    "shrinkage": "For dros: weights w become shrinkage * w / (w^2 + shrinkage).",
    "off_policy_tuning.shrinkage": "Candidates for dros, each above 0.",
    "estimators": (
        "One or several of ips, snips, dm, dr, sndr, switch_dr, dros; of slates sips and snsips (probabilities of "
        "whole slates), iips and sniips (of an item at its position), or rips, snrips and cascade_dr (of the items "
        "from the first position down to this one)."
    ),
    "off_policy_tuning.estimators": (
        "One or several of ips, dr (clip), switch_dr (switch), dros (shrinkage); of slates sips, iips or rips (clip)."
    ),
    "cluster": (
        "A column, such as the user, whose searches may depend on each other; a search without a value is a cluster "
        "of its own."
    ),
    "team_a": "The name of the first system in the column team, in upper or lower case.",
    "team_b": "The name of the second system in the column team, in upper or lower case.",
    "credit": "For optimised, what a click is worth: reciprocal_rank (1 / rank) or rank (-rank).",
    "length": (
        "For optimised, how long both lists are; an item that is missing from a list is ranked one below its end."
    ),
    "experiments": (
        "One row per past experiment and measure: experiment, measure, offline_difference (of compare) and "
        "online_difference (the preference of interleaving, or the difference of an A/B test)."
    ),
    "error_ratio": "The error variance of online differences over that of offline ones; 1 is the orthogonal line.",
    "offline_error": (
        "A column of standard errors of the offline differences, given together with online_error; the ratio is then "
        "that of their mean squares."
    ),
    "online_error": "A column of standard errors of the online differences, given together with offline_error.",
    "comparisons": "What compare gives without a baseline, one row per pair: measure, p_value and queries_needed.",
    "alpha": "Two systems are different below this p-value.",
    "discriminative_power.share": "The share of the pairs, above 0 and up to 1, for which queries_needed is enough.",
    "split.method": "Which items of a user are tested.",
    "sampled_corrections.method": (
        "One or several of bv, which minimises bias and variance together; cls, which minimises bias among estimates "
        "that never rise with the rank; rank, the metric at the expected rank; none, the metric of the sample."
    ),
    "correct_sampled.method": (
        "One or several of bv, which minimises bias and variance together; cls, which minimises bias among estimates "
        "that never rise with the rank; rank, the metric at the expected rank; none, the metric of the sample."
    ),
    "n": "How many of each user's items random and leave_last test, at least 1; leave_last has 1.",
    "sample_negatives.n": "How many negatives a query gets, at least 1.",
    "share": (
        "The share of each user's items that random (0.2) and leave_last test, at least one and not all; for strong "
        "the share of the users that is held out (0.2)."
    ),
    "given": "How many items of a user are known in weak, strong and learning_curve, there at most.",
    "learning_curve.given": "The column with the number of given ratings.",
    "mean_over_curve.given": "The column with the number of given ratings.",
    "curve_crossings.given": "The column with the number of given ratings.",
    "cut": (
        "For time, when the test begins: a date, a time, a text such as '2026-01-31', or a number if times are numbers."
    ),
    "folds": "How many folds there are, 5 by default, at least 2.",
    "fold": "The fold that is tested, from 1 on.",
    "short": "Where users with too few items for both parts go: train or leave_out.",
    "new_users": "What becomes of test rows of users without a row in train or given: keep or leave_out.",
    "new_items": "What becomes of test rows of items without a row in train or given: keep or leave_out.",
    "split": "What split gave, with part, reason, user_id and item_id.",
    "n_items": "How many items a relevant item is ranked among, itself included, when nothing is sampled.",
    "n_negatives": "How many negatives were drawn, uniformly; or several such numbers.",
    "gamma": "For bv, above 0 and at most 1: how much variance counts against bias.",
    "replacement": "Whether an item could be drawn twice.",
    "expected_sampled.ranks": "Ranks from 1 to n_items, one for each relevant item.",
    "ranks": "What sampled_ranks gives.",
    "corrections": (
        "The table that rankhouse.sampled_corrections makes in Python, a seed or a model: measure, method, n_items, "
        "n_negatives, sampled_rank, sampled_value and value."
    ),
    "incomplete": (
        "What becomes of users without a value at some point of the curve: leave_out (the default), or keep, with the"
        " mean over the points that they have. n_incomplete counts them either way."
    ),
    "model": "The model.",
    "paired": (
        "False compares the means of a table of metrics, whatever queries they are over; the standard errors add in "
        "squares."
    ),
    "previous": "A column such as day, whose highest value is compared with the next lower one.",
    "relation": "Another table of the same kind that holds the baseline.",
    "training": "Training items, with the same two id columns.",
    "partitions": (
        "The name of the model that calls incremental_partitions, or package.model; None without a partition."
    ),
    "summaries": "Names and tables of metrics.",
    "latest": "A column of the table; only rows with its highest value are shown.",
    "publish.folder": (
        "Where the files go; it is made if it does not exist, and other files in it stay. dbt reads it from where it "
        "runs."
    ),
    "publish.name": "The name of the DuckDB file, without its suffix.",
    "publish.models": "Names of models.",
    "publish.source": "A DuckDB file, opened read-only, or an open connection, whose committed state is published.",
    "publish.tables": 'Names, with a schema if several have such a table: "marts.search_quality".',
    "freeze.name": "What the macro is called; not the name of a function of DuckDB or of this library.",
    "freeze.macro": 'One of the table macros, such as "metrics", "query_metrics" or "compare".',
    "freeze.arguments": 'The arguments of the table macro, names of columns included (query_id="user_id").',
    "register.schema": "A schema of the current database that stores the macros, made where it is missing.",
    "register.replace": (
        "Names of your own macros in the schema that those of this library may replace; without a schema, in the "
        "current one."
    ),
    "install.path": "The DuckDB file, new or existing.",
    "install.schema": (
        "The schema that stores them, made where it is missing; rankhouse gives the prefix of the catalogue."
    ),
    "install.replace": "Names of your own macros there that those of this library may replace.",
    "report.path": "The file.",
    "report.time": "A column of dates, times or numbers, such as day, for means over time.",
    "report.learning_curve": "What learning_curve returned.",
    "report.crossings": "What curve_crossings returned.",
    "report.interleaving": (
        "A log of team drafts, as interleaving takes it: which system users prefer, and whether the draft was fair."
    ),
    "report.off_policy": "A log of actions, as off_policy takes it: what the policy would have earned.",
    "report.nuggets": (
        "Judgments by intent or nugget, with the column that intents names: how many each system finds, and which "
        "ones it never does."
    ),
    "report.title": "The title of the page; None: the names of the systems.",
    "wide.result": 'What an evaluation returned, such as that of evaluate with by=["system"].',
    "wide.value": "The figure that is shown; n_queries or std_error are others.",
    "show_sql": "True: one row, the SQL that the call would run.",
}
