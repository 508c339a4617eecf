"""What DuckDB takes to plan the query of each macro on relations, before it reads a row."""

from __future__ import annotations

import json
import multiprocessing
import resource
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import duckdb

from benchmarks.report import Section, reached
from benchmarks.ways import OLDEST, of_program
from rankhouse._rendering.jinja import macros

LIMIT = 0.3
"""Seconds of the processor that planning a query may take."""
STOPPED = 60
"""Seconds after which nobody waits for a plan any longer."""
SHOWN = 0.1
"""What takes longer is shown with --quick."""
ROWS = 3_000
REPETITIONS = 3
SIX = ["precision@10", "recall@10", "hit_rate@10", "average_precision@10", "reciprocal_rank@10", "ndcg@10"]


def some(values: int, salt: int) -> str:
    """A number from 0, by the row, the same on every version of DuckDB."""
    return f"((i * 7919 + {salt} * 104729) // 97 + i * i % 1009 * {salt}) % {values}"


PAIR = "i % 30 as query_id, i // 30 as item_id"
SYSTEM = f"'s' || {some(2, 1)} as system, '2026-01-0' || {some(3, 2) + ' + 1'} as day"
MEASURE = "'m' || i % 2 as measure, 'm' as metric, 10 as k"
BOX = f"i % 300 as image_id, i % 3 as class_id, {some(9, 3)} as x_min, {some(9, 4)} as y_min"
BOX += f", {some(9, 3)} + 5 as x_max, {some(9, 4)} + 5 as y_max"
PROBABILITIES = ("logging_probability", "target_probability", "baseline_probability")
REWARDS = ("reward", "predicted_reward", "target_predicted_reward", "baseline_predicted_reward")
TABLES = {
    "run": f"{PAIR}, {some(50, 5)} / 50.0 as score",
    "runs": f"i // 2 % 30 as query_id, i // 60 as item_id, 's' || i % 2 as system, {some(50, 6)} / 50.0 as score",
    "judgments": f"i % 30 as query_id, i // 30 * 3 as item_id, {some(2, 7)} as relevance",
    "items": "i as item_id, i % 90 + 1 as popularity",
    "candidates": "i % 30 as query_id, i // 30 * 2 as item_id",
    "ranks": f"{PAIR}, {SYSTEM}, {some(2, 8)} as is_retrieved, {some(4, 9)} + 1 as sampled_rank, 3 as n_negatives",
    "corrections": "'reciprocal_rank' as measure, 'none' as method, 9 as n_items, 3 as n_negatives,"
    " i % 4 + 1 as sampled_rank, 1 / (i % 4 + 1) as sampled_value, 0.125 as value",
    "interactions": "i % 30 + 9 as query_id, i // 30 as item_id",
    "features": f"i as item_id, {some(5, 10)} as feature, {some(3, 11)} + 1 as weight",
    "distances": f"i // 60 as item_id, i % 60 + 50 as other_item_id, {some(8, 12)} / 8.0 as distance",
    "targets": "i as feature, 0.2 as target_share",
    "predictions": f"i // 2 as row_id, 's' || i % 2 as system, {some(90, 13)} / 90.0 as score,"
    f" {some(2, 14)} as label, {some(2, 15)} as prediction, i // 2 % 5 / 2.0 as weight",
    "rated": f"{some(5, 16)} + 1 as rating, {some(5, 17)} + 1 as prediction",
    "ratings": f"i % 300 as user_id, i // 300 as item_id, {some(50, 18)} as rated_at, i // 3 as unit_id,"
    f" i % 3 as rater_id, {some(4, 19)} as rating",
    "split": f"i % 300 as user_id, i // 300 as item_id, ['train', 'test'][{some(2, 20)} + 1] as part, 'r' as reason",
    "query_metrics": f"i % 60 as query_id, 's' || i // 60 % 2 as system, 'm' || i // 120 % 2 as measure,"
    f" 'm' as metric, 10 as k, {some(50, 21)} / 50.0 as value, i // 240 as n_given,"
    " '2026-01-' || i // 240 + 10 as day",
    "compared": f"i % 750 as query_id, 's' || i // 750 % 2 as system, 'm' || i // 1500 as measure, 'm' as metric,"
    f" 10 as k, {some(50, 22)} / 50.0 as value, '2026-01-' || i % 9 + 10 as day",
    "metrics": f"date '2026-01-01' + i::integer as day, {MEASURE}, 's' as system, {some(9, 23)} as value_sum,"
    f" 9 as n_queries, {some(50, 24)} / 500.0 as std_error",
    "human": f"i % 30 as query_id, i // 30 as item_id, {some(4, 25)} as relevance, 'm' as measure,"
    f" {some(50, 26)} / 50.0 as value",
    "machine": f"i % 60 as query_id, i // 60 as item_id, {some(4, 27)} as relevance, 'm' as measure,"
    f" {some(50, 28)} / 50.0 as value",
    "valued_by_hand": f"i as query_id, 'm' as measure, {some(50, 29)} / 50.0 as value",
    "log": f"i // 10 as search_id, i // 10 % 30 as query_id, {some(40, 30)} as item_id, i % 10 + 1 as position,"
    f" {some(3, 31)} = 0 as clicked, ['a', 'b'][{some(2, 32)} + 1] as team, {some(9, 33)} + 1 as rank_a,"
    f" {some(9, 34)} + 1 as rank_b, i // 5 as slate_id, "
    + ", ".join(f"({some(19, 35 + n)} + 1) / 20.0 as {name}" for n, name in enumerate((*PROBABILITIES, *REWARDS))),
    "examination": "i + 1 as position, 1 / (1 + i) as examination",
    "experiments": f"'m' || i % 3 as measure, {some(9, 50)} / 8.0 - 0.5 as offline_difference,"
    f" {some(9, 51)} / 8.0 - 0.5 as online_difference",
    "comparisons": f"'m' || i % 3 as measure, {some(50, 52)} / 50.0 as p_value, {some(90, 53)} + 5 as queries_needed",
    "detections": f"{BOX}, {some(50, 54)} / 50.0 as score",
    "ground_truth": BOX,
}
SMALLER = {"items": 300, "features": 300, "targets": 5, "examination": 10, "judgments": 600, "human": 900}
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
            **{method: {"method": method} for method in ("cohen", "fleiss", "agreement")},
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
    "prediction_powered": ({"human": "valued_by_hand", "machine": "machine"}, {}),
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
    "moving_average": ({"metrics": "metrics"}, {}),
    "change_from_previous": ({"metrics": "metrics"}, {}),
    "auc_interval": (PREDICTIONS, {"by system": {"by": ["system"]}}),
    "compare_classifiers": (PREDICTIONS, {"mcnemar": {"test": "mcnemar"}}),
    "agreement": ({"run": "runs"}, {}),
    "query_agreement": ({"run": "runs"}, {}),
}


def asked() -> Iterator[tuple[str, str, str]]:
    """Each call: macro, what is asked of it, SQL."""
    yield "", "`select 1`", "select 1"
    for macro, (given, others) in CALLS.items():
        for name, arguments in {"defaults": {}, **others}.items():
            yield macro, name, str(getattr(macros("duckdb"), macro)(**given | arguments))


def planned() -> list[float | None]:
    """CPU seconds of each call; none for a plan that takes longer than anyone waits."""
    return [in_a_fork(sql) for _, _, sql in asked()]


def in_a_fork(sql: str) -> float | None:
    """In a process of its own, which the kernel can stop: DuckDB does not look for interrupts while it plans."""
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=plan, args=(sql, there))
    process.start()
    there.close()
    try:
        seconds: float = here.recv()
    except EOFError:
        process.join()
        if process.exitcode != -signal.SIGXCPU:
            raise RuntimeError(f"no plan of {sql[:500]}") from None
        return None
    process.join()
    return seconds


def plan(sql: str, answer: Connection) -> None:
    """The least of some times, sent to the process that asks.

    `prepare` plans as `explain` does, and does not draw the plan, which takes 2.0 longer than planning.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (STOPPED, most))
    with duckdb.connect(config={"threads": 1}) as con:
        for table, columns in TABLES.items():
            rows = SMALLER.get(table, ROWS)
            con.execute(f"create table {table} as select {columns} from range({rows}) as numbers(i)")
        taken: list[float] = []
        while len(taken) < REPETITIONS and sum(taken) < 1:
            start = time.process_time()
            con.execute(f"prepare planned as {sql}")
            taken.append(time.process_time() - start)
    answer.send(min(taken))


def measure(quick: bool) -> Section:
    section = Section(
        "Planning",
        "What DuckDB takes to plan the query of each macro on relations before it reads a row: `prepare` of the SQL"
        f" that dbt compiles, CPU seconds, one thread, tables of {ROWS:,} rows, the least of {REPETITIONS}. kB: of the"
        f" SQL. A plan that takes more than {STOPPED} s is stopped.",
        ["macro", "call", "kB", f"DuckDB {OLDEST}, s", f"DuckDB {duckdb.__version__}, s", "at most, s", "reached"],
    )
    program = "import json\nfrom benchmarks import plans\nprint(json.dumps(plans.planned()))"
    by_version = [json.loads(of_program(program, version)) for version in (OLDEST, "")]
    for (macro, call, sql), *taken in zip(asked(), *by_version, strict=True):
        slowest = max(STOPPED if each is None else each for each in taken)
        if quick and macro and slowest <= SHOWN:
            continue
        shown = [f"more than {STOPPED}" if each is None else f"{each:.3f}" for each in taken]
        name, verdict = f"`{macro}`" if macro else "", reached(slowest <= LIMIT)
        section.rows.append([name, call, f"{len(sql) / 1000:.1f}", *shown, str(LIMIT), verdict])
    return section
