"""A call of each macro on relations, and relations for it, of any size."""

from __future__ import annotations

from typing import Any

ROWS = 3_000
SIX = ["precision@10", "recall@10", "hit_rate@10", "average_precision@10", "reciprocal_rank@10", "ndcg@10"]


def some(values: int, salt: int) -> str:
    """A number from 0, by the row, the same on every version of DuckDB."""
    return f"((i * 7919 + {salt} * 104729) // 97 + i * i % 1009 * {salt}) % {values}"


PROBABILITIES = ("logging_probability", "target_probability", "baseline_probability")
REWARDS = ("reward", "predicted_reward", "target_predicted_reward", "baseline_predicted_reward")


def tables(groups: int = 1, values: int = 1) -> dict[str, str]:
    """The columns of each relation, over a row's number `i`.

    groups: times as many queries, users, images and segments; values: times as many distinct scores and ratings.
    """
    lists, users, some_values = 30 * groups, 300 * groups, 50 * values
    in_list = f"i % {lists} as query_id, i // {lists} as item_id"
    system = f"'s' || {some(2, 1)} as system, '2026-01-0' || {some(3, 2)} + 1 as day"
    box = f"i % {users} as image_id, i % 3 as class_id, {some(9, 3)} as x_min, {some(9, 4)} as y_min"
    box += f", {some(9, 3)} + 5 as x_max, {some(9, 4)} + 5 as y_max"
    of_log = [*PROBABILITIES, *REWARDS]
    shares = [f"({some(19 * values, 35 + n)} + 1) / {19 * values + 1}.0 as {name}" for n, name in enumerate(of_log)]
    return {
        "run": f"{in_list}, {some(some_values, 5)} / 50.0 as score, i % {lists} // 3 as segment",
        "runs": f"i // 2 % {lists} as query_id, i // {2 * lists} as item_id, 's' || i % 2 as system,"
        f" {some(some_values, 6)} / 50.0 as score, i // 2 % {lists} // 3 as segment",
        "judgments": f"i % {lists} as query_id, i // {lists} * 3 as item_id, {some(2, 7)} as relevance,"
        f" i % {lists} // 3 as segment",
        "items": f"i as item_id, i % {90 * values} + 1 as popularity",
        "candidates": f"i % {lists} as query_id, i // {lists} * 2 as item_id",
        "ranks": f"{in_list}, {system}, {some(2, 8)} as is_retrieved, {some(4 * values, 9)} + 1 as sampled_rank,"
        " 3 as n_negatives",
        "corrections": "'reciprocal_rank' as measure, 'none' as method, 9 as n_items, 3 as n_negatives,"
        " i + 1 as sampled_rank, 1 / (i + 1) as sampled_value, 0.125 as value",
        "interactions": f"i % {lists} + 9 as query_id, i // {lists} as item_id",
        "features": f"i as item_id, {some(5 * values, 10)} as feature, {some(3, 11)} + 1 as weight",
        "distances": f"i // 60 as item_id, i % 60 + 50 as other_item_id, {some(8 * values, 12)} / 8.0 as distance",
        "targets": "i as feature, 0.2 as target_share",
        "predictions": f"i // 2 as row_id, 's' || i % 2 as system, {some(90 * values, 13)} / {90 * values}.0 as score,"
        f" {some(2, 14)} as label, {some(2, 15)} as prediction, i // 2 % 5 / 2.0 as weight,"
        f" i // 2 % {10 * groups} as segment",
        "rated": f"{some(5 * values, 16)} + 1 as rating, {some(5 * values, 17)} + 1 as prediction,"
        f" i % {10 * groups} as segment",
        "ratings": f"i % {users} as user_id, i // {users} as item_id, {some(some_values, 18)} as rated_at,"
        f" i // 3 as unit_id, i % 3 as rater_id, {some(4 * values, 19)} as rating, i // 3 % {10 * groups} as segment",
        "split": f"i % {users} as user_id, i // {users} as item_id, ['train', 'test'][{some(2, 20)} + 1] as part,"
        " 'r' as reason",
        "query_metrics": f"i % {2 * lists} as query_id, 's' || i // {2 * lists} % 2 as system,"
        f" 'm' || i // {4 * lists} % 2 as measure, 'm' as metric, 10 as k, {some(some_values, 21)} / 50.0 as value,"
        f" i // {8 * lists} as n_given, '2026-01-' || i // {8 * lists} + 10 as day",
        "compared": f"i % {25 * lists} as query_id, 's' || i // {25 * lists} % 2 as system,"
        f" 'm' || i // {50 * lists} as measure, 'm' as metric, 10 as k, {some(some_values, 22)} / 50.0 as value,"
        f" '2026-01-' || i % 9 + 10 as day, i % {25 * lists} % {10 * groups} as segment",
        "metrics": "date '2026-01-01' + i::integer as day, 'm' || i % 2 as measure, 'm' as metric, 10 as k,"
        f" 's' as system, {some(9, 23)} as value_sum, 9 as n_queries, {some(50, 24)} / 500.0 as std_error",
        "human": f"i % {lists} as query_id, i // {lists} as item_id, {some(4 * values, 25)} as relevance",
        "machine": f"i % {2 * lists} as query_id, i // {2 * lists} as item_id, {some(4 * values, 27)} as relevance",
        "valued_by_hand": f"i as query_id, 'm' as measure, {some(some_values, 29)} / 50.0 as value",
        "valued_by_machine": f"i as query_id, 'm' as measure, {some(some_values, 28)} / 50.0 as value",
        "log": f"i // 10 as search_id, i // 10 % {lists} as query_id, {some(40 * values, 30)} as item_id,"
        f" i % 10 + 1 as position, {some(3, 31)} = 0 as clicked, ['a', 'b'][{some(2, 32)} + 1] as team,"
        f" {some(9, 33)} + 1 as rank_a, {some(9, 34)} + 1 as rank_b, i // 5 as slate_id,"
        f" i // 10 % {10 * groups} as segment, " + ", ".join(shares),
        "preferences": f"i as query_id, 's' || i % 4 as system_a, 's' || (i + 1 + {some(3, 55)}) % 4 as system_b,"
        f" ['a', 'b', 'tie'][{some(3, 56)} + 1] as winner, i // 4 % {10 * groups} as segment",
        "tries": f"i // 8 as query_id, 's' || i // 4 % 2 as system, i % 4 as try_id, {some(2, 57)} as passed,"
        f" i // 8 % {10 * groups} as segment",
        "examination": "i + 1 as position, 1 / (1 + i) as examination",
        "experiments": f"'m' || i % {3 * groups} as measure, {some(9 * values, 50)} / 8.0 - 0.5 as offline_difference,"
        f" {some(9 * values, 51)} / 8.0 - 0.5 as online_difference",
        "comparisons": f"'m' || i % {3 * groups} as measure, {some(some_values, 52)} / 50.0 as p_value,"
        f" {some(90 * values, 53)} + 5 as queries_needed",
        "detections": f"{box}, {some(some_values, 54)} / 50.0 as score",
        "ground_truth": box,
    }


SMALLER = {
    "items": 300,
    "features": 300,
    "targets": 5,
    "examination": 10,
    "judgments": 600,
    "human": 900,
    "valued_by_hand": 900,
    "corrections": 4,
}
SMALLER |= {"query_metrics": 2_400, "metrics": 30}

RUN = {"run": "run", "judgments": "judgments"}
PREDICTIONS = {"predictions": "predictions"}
OF_LISTS = ["catalogue_coverage@10", "novelty@10", "serendipity(expected=baseline)@10", "personalisation@10"]
OF_LISTS += ["intra_list_diversity@10", "intra_list_diversity(distance=table)@10"]
BESIDE = {"items": "items", "interactions": "interactions", "features": "features", "distances": "distances"}
BESIDE |= {"baseline": "run"}
# The relations of each macro, with what it has no default for; then what it is called with instead of its defaults.
Arguments = dict[str, Any]
CALLS: dict[str, tuple[Arguments, dict[str, Arguments]]] = {
    "metrics": (RUN, {"six measures": {"measures": SIX}}),
    "query_metrics": (RUN, {"six measures": {"measures": SIX}}),
    "metric_settings": ({}, {"six measures": {"measures": SIX}}),
    "tie_audit": (RUN, {"six measures": {"measures": SIX}}),
    "explain": (
        RUN | {"target": "trec_eval"},
        {"six measures": {"measures": [*SIX[:2], "success@10", "average_precision@10", "mrr", "ndcg@10"]}},
    ),
    "convention_problems": (RUN | {"convention": "trec_eval"}, {}),
    "input_problems": (RUN, {}),
    "recommendation_metrics": (
        {"run": "run", "measures": OF_LISTS[:1], "items": "items"},
        {"six measures": BESIDE | {"judgments": "judgments", "measures": OF_LISTS}},
    ),
    "expected_exposure": (RUN, {}),
    "group_exposure": (RUN | {"features": "features"}, {}),
    "rating_metrics": (
        {"predictions": "rated"},
        {"six measures": {"measures": ["mae", "mse", "rmse", "r2", "mape", "explained_variance"]}},
    ),
    "classifier_metrics": (
        PREDICTIONS,
        {"six measures": {"measures": ["roc_auc", "pr_auc", "f1", "precision", "recall", "brier"]}},
    ),
    "confusion": (PREDICTIONS, {}),
    "confusion_matrix": (PREDICTIONS, {}),
    "class_metrics": (PREDICTIONS, {}),
    "roc_curve": (PREDICTIONS, {}),
    "pr_curve": (PREDICTIONS, {}),
    "calibration": (PREDICTIONS, {}),
    "lift": (PREDICTIONS, {}),
    "binned_auc": (PREDICTIONS, {}),
    "prediction_problems": (PREDICTIONS, {}),
    "detection_metrics": ({"detections": "detections", "ground_truth": "ground_truth"}, {}),
    "detection_class_metrics": ({"detections": "detections", "ground_truth": "ground_truth"}, {}),
    "sample_negatives": ({"items": "items", "judgments": "judgments"}, {"by popularity": {"by": "popularity"}}),
    "sampled_ranks": (RUN | {"candidates": "candidates"}, {}),
    "correct_sampled": ({"ranks": "ranks", "corrections": "corrections"}, {}),
    "split": (
        {"ratings": "ratings"},
        {
            "random": {"method": "random"},
            "time": {"method": "time", "cut": 25},
            "weak": {"method": "weak", "given": 3},
            "strong": {"method": "strong", "given": 3},
            "folds": {"method": "folds"},
            "learning_curve": {"method": "learning_curve", "given": 3},
        },
    ),
    "split_counts": ({"split": "split"}, {}),
    "learning_curve": ({"query_metrics": "query_metrics"}, {}),
    "mean_over_curve": ({"query_metrics": "query_metrics"}, {}),
    "curve_crossings": ({"query_metrics": "query_metrics"}, {}),
    "compare": (
        {"query_metrics": "compared"},
        {test: {"test": test} for test in ("wilcoxon", "sign", "randomisation", "bootstrap")},
    ),
    "mean_intervals": (
        {"query_metrics": "compared"},
        {method: {"method": method} for method in ("bootstrap", "bca", "wilson")},
    ),
    "rater_agreement": (
        {"ratings": "ratings"},
        {
            "ordinal": {"level": "ordinal"},
            **{method: {"method": method} for method in ("cohen", "fleiss", "gwet", "agreement")},
            "pairs": {"pairs": True},
        },
    ),
    "merge_ratings": (
        {"ratings": "ratings"},
        {method: {"method": method} for method in ("mean", "median", "dawid_skene")},
    ),
    "grade_calibration": ({"human": "human", "machine": "machine"}, {}),
    "grade_confusion": ({"human": "human", "machine": "machine"}, {}),
    "click_judgments": (
        {"log": "log"},
        {method: {"method": method} for method in ("ctr", "pbm", "cascade", "dcm", "sdbn")},
    ),
    "position_bias": ({"log": "log"}, {method: {"method": method} for method in ("swaps", "random")}),
    "prediction_powered": ({"human": "valued_by_hand", "machine": "valued_by_machine"}, {}),
    "preference_checks": ({"preferences": "preferences"}, {"by segment": {"by": ["segment"]}}),
    "preference_pairs": ({"preferences": "preferences"}, {"by segment": {"by": ["segment"]}}),
    "preference_ratings": ({"preferences": "preferences"}, {"by segment": {"by": ["segment"]}}),
    "interleaving": (
        {"log": "log"},
        {method: {"method": method} for method in ("balanced", "optimised")},
    ),
    "interleaving_searches": (
        {"log": "log"},
        {method: {"method": method} for method in ("balanced", "optimised")},
    ),
    "click_estimates": (
        {"log": "log", "run": "run", "examination": "examination", "measures": ["dcg@10"]},
        {
            "six measures": {
                "measures": ["dcg@5", "dcg@10", "precision@5", "precision@10", "dcg", "average_relevance_position"]
            }
        },
    ),
    "off_policy": (
        {"log": "log"},
        {
            "all estimators": {
                "estimators": ["ips", "snips", "dm", "dr", "sndr", "switch_dr", "dros"],
                "switch": 2,
                "shrinkage": 5,
            }
        },
    ),
    "compare_policies": ({"log": "log"}, {}),
    "off_policy_tuning": ({"log": "log"}, {"three estimators": {"estimators": ["ips", "switch_dr", "dros"]}}),
    "off_policy_weights": ({"log": "log"}, {}),
    "interleaving_checks": ({"log": "log"}, {}),
    "metric_trust": ({"experiments": "experiments"}, {}),
    "discriminative_power": ({"comparisons": "comparisons"}, {}),
    "value_bounds": (
        RUN,
        {
            "ndcg@10": {"measures": ["ndcg@10"]},
            "six measures": {"measures": [*SIX[:2], *SIX[3:], "bpref"]},
            "per query": {"per_query": True},
        },
    ),
    "to_judge": ({"runs": "runs", "judgments": "judgments"}, {}),
    "change_by_segment": ({"query_metrics": "compared", "segments": ["day"]}, {}),
    "confidence_sequence": ({"query_metrics": "compared"}, {}),
    "decision": ({"query_metrics": "compared", "measure": "m0"}, {"segments": {"segments": ["day"]}}),
    "interleaving_decision": ({"log": "log"}, {"clusters": {"cluster": "query_id"}, "by segment": {"by": ["segment"]}}),
    "policy_decision": ({"log": "log"}, {"segments": {"segments": ["segment"]}}),
    "try_decision": ({"tries": "tries"}, {"segments": {"segments": ["segment"]}}),
    "preference_decision": ({"preferences": "preferences"}, {"by segment": {"by": ["segment"]}}),
    "classifier_decision": (PREDICTIONS, {"segments": {"segments": ["segment"]}}),
    "moving_average": ({"metrics": "metrics"}, {}),
    "change_from_previous": ({"metrics": "metrics"}, {}),
    "auc_interval": (PREDICTIONS, {"by system": {"by": ["system"]}}),
    "compare_classifiers": (PREDICTIONS, {"mcnemar": {"test": "mcnemar"}}),
    "agreement": ({"run": "runs"}, {}),
    "query_agreement": ({"run": "runs"}, {}),
}
