"""Quality gates and contracts on inputs as dbt tests: each passes on good tables and stores the faults of bad ones."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import duckdb
import pytest
import yaml
from scipy import stats

from dbt_projects import DATABASE, dbt, new_project, statuses

pytestmark = pytest.mark.thorough

Row = dict[str, Any]
# NDCG of four queries by system, day and segment: `dense` is better, but for new users on the second day.
VALUES = {
    ("bm25", 1, "known"): [0.50, 0.60, 0.40, 0.70],
    ("bm25", 1, "new"): [0.30, 0.20, 0.40, 0.30],
    ("bm25", 2, "known"): [0.50, 0.60, 0.40, 0.70],
    ("bm25", 2, "new"): [0.30, 0.20, 0.40, 0.30],
    ("dense", 1, "known"): [0.80, 0.70, 0.90, 0.80],
    ("dense", 1, "new"): [0.60, 0.50, 0.60, 0.70],
    ("dense", 2, "known"): [0.80, 0.70, 0.90, 0.85],
    ("dense", 2, "new"): [0.25, 0.12, 0.36, 0.27],
}
Z = statistics.NormalDist().inv_cdf(0.975)


def per_query() -> list[Row]:
    rows: list[Row] = [
        {"system": system, "day": day, "segment": segment, "query_id": f"{segment}{number}", "measure": measure}
        | {"value": value if measure == "ndcg@10" else 0.75}
        for (system, day, segment), values in VALUES.items()
        for number, value in enumerate(values)
        for measure in ("ndcg@10", "judged@10")
    ]
    # A query without a value on one side is no part of a comparison.
    unpaired = {"system": "dense", "day": 2, "segment": "new", "query_id": "new9", "measure": "ndcg@10"}
    return [*rows, unpaired | {"value": 0.0}, unpaired | {"system": "bm25", "value": None}]


def summary() -> list[Row]:
    return [
        {"system": system, "day": day, "segment": segment, "measure": measure, "n_queries": len(values)}
        | mean_of(values if measure == "ndcg@10" else [0.75] * len(values))
        | {"n_missing": 1 if (system, day) == ("dense", 2) else 0}
        for (system, day, segment), values in VALUES.items()
        for measure in ("ndcg@10", "judged@10")
    ]


def mean_of(values: list[float]) -> Row:
    mean, error = statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values))
    return {"value": mean, "std_error": error, "ci_low": mean - Z * error}


RUN: list[Row] = [
    {"system": system, "query_id": query, "item_id": item, "score": score}
    for system, query in itertools.product(["bm25", "dense"], ["q1", "q2"])
    for item, score in [("a", 2.0), ("b", 1.0)]
]
JUDGMENTS: list[Row] = [
    {"query_id": query, "item_id": "a", "relevance": grade} for query, grade in [("q1", 3.0), ("q2", 1.0)]
]
DAYS = {1: [0.9, 0.7, 0.8, 0.6], 2: [0.5, 0.4, 0.45], 3: [0.1]}
# The queries of the second day begin at q3, so that one is common with the first.
LATE = [
    ("a", day, place + start, value)
    for day, start in {1: 0, 2: 3, 3: 6}.items()
    for place, value in enumerate(DAYS[day])
]
TABLES: dict[str, list[Row]] = {
    "per_query": per_query(),
    "dense_day_1": [row for row in per_query() if row["system"] == "dense" and row["day"] == 1],
    "dense_day_2": [row for row in per_query() if row["system"] == "dense" and row["day"] == 2],
    "bm25_alone": [row for row in per_query() if row["system"] == "bm25"],
    "summary": summary(),
    "run": RUN,
    "judgments": JUDGMENTS,
    "flawed_run": [
        *RUN,
        {"system": "dense", "query_id": "q1", "item_id": "a", "score": 9.0},
        {"system": "dense", "query_id": "q3", "item_id": "c", "score": None},
        {"system": "dense", "query_id": "q3", "item_id": "d", "score": math.nan},
        {"system": "dense", "query_id": None, "item_id": "d", "score": 1.0},
    ],
    "weekly_run": [
        {"system": "dense", "week": week, "query_id": query} for week, query in [(1, "q1"), (1, "q2"), (2, "q1")]
    ],
    "weekly_judgments": [
        {"week": week, "segment": segment, "query_id": query}
        for week, segment, query in [(1, "new", "q1"), (1, "known", "q2"), (2, "new", "q2"), (9, "new", "q1")]
    ],
    "by_trec_eval": [
        {"measure": "ndcg@10", "n_queries": 3, "n_missing": 0} | mean_of([0.2, 0.4, 0.6]),
        {"measure": "ndcg(gain=exponential)@5", "n_queries": 3, "n_missing": 0} | mean_of([0.1, 0.1, 0.4]),
    ],
    # Day 1 has four labelled queries, day 2 three others, day 3 one, of which one system alone has rows.
    "late": [
        {"system": system, "day": day, "query_id": f"q{query}", "measure": "ndcg@10", "value": value}
        for system, day, query, value in LATE
    ],
    "late_means": [
        {"system": system, "day": day, "measure": "ndcg@10", "value": value, "n_queries": n, "n_missing": 0}
        for system, day, value, n in [("a", 1, 0.5, 40), ("b", 1, 0.6, 40), ("a", 2, 0.4, 30), ("a", 3, 0.1, 2)]
    ],
    "late_days": [{"day": day, "is_complete": day < 3} for day in (1, 2, 3)],
    "errors": [
        {"system": system, "query_id": f"q{query}", "measure": "coverage_error", "value": value}
        for system, values in {"old": [2.0, 3.0, 4.0], "new": [2.5, 4.0, 4.5]}.items()
        for query, value in enumerate(values)
    ],
    "decided": [
        {"day": day, "decision": decision, "system": "dense", "baseline": "bm25", "reason": "so it is"}
        for day, decision in [(1, "ship"), (2, "ship, but"), (3, "not decided"), (4, "do not ship"), (5, None)]
    ],
    "half_a_run": [row for row in RUN if row["system"] == "bm25" or row["query_id"] == "q1"],
    "numbered_judgments": [{"query_id": 1, "item_id": "a", "relevance": 5.0}],
    "training": [{"query_id": "q2", "item_id": "b"}, {"query_id": "q2", "item_id": "z"}],
    "disjoint_judgments": [{"query_id": "q7", "item_id": "a", "relevance": 1.0}],
}
TYPES = {
    "day": "integer",
    "week": "integer",
    "n_queries": "bigint",
    "score": "double",
    "relevance": "double",
    "value": "double",
} | {
    "std_error": "double",
    "ci_low": "double",
}


@dataclass
class Gate:
    """A test on a model, with what the stored rows must be: the named columns of each, in any order."""

    name: str
    model: str
    test: str
    arguments: Row
    rows: list[Row] = field(default_factory=list)
    where: str | None = None


def difference(candidate: list[float], baseline: list[float]) -> Row:
    pairs = [mine - theirs for mine, theirs in zip(candidate, baseline, strict=True)]
    mean, error = statistics.mean(pairs), statistics.stdev(pairs) / math.sqrt(len(pairs))
    high = float(stats.t.interval(0.95, len(pairs) - 1, mean, error)[1])
    return {"difference": mean, "std_error": error, "difference_ci_high": high, "n_queries": len(pairs)} | {
        "value": statistics.mean(candidate),
        "baseline_value": statistics.mean(baseline),
    }


def welch(candidate: list[float], baseline: list[float]) -> Row:
    """Two independent samples, as scipy has them."""
    test = stats.ttest_ind(candidate, baseline, equal_var=False)
    low, high = test.confidence_interval(0.95)
    return {"difference": statistics.mean(candidate) - statistics.mean(baseline)} | {
        "difference_ci_low": float(low),
        "difference_ci_high": float(high),
    }


def mean(system: str, day: int, segment: str) -> float:
    return statistics.mean(VALUES[system, day, segment])


WORSE = difference(VALUES["dense", 2, "new"], VALUES["bm25", 2, "new"])
DROPPED = difference(VALUES["dense", 2, "new"], VALUES["dense", 1, "new"])
NEW = {"system": "dense", "segment": "new"}
AGAINST_BM25: Row = {"measure": "ndcg@10", "baseline": {"system": "bm25"}, "by": ["day", "segment"]}
SINCE_DAY_1: Row = {"measure": "ndcg@10", "previous": "day", "by": ["system", "segment"]}
NOT_WORSE = "metric_not_worse_than"
DECIDED: Row = {"system": "dense", "baseline": "bm25", "reason": "so it is"}

GATES = [
    Gate("reached", "summary", "metric_at_least", {"measure": "nDCG@10", "at_least": 0.24}),
    Gate(
        "not_reached",
        "summary",
        "metric_at_least",
        {"measure": "ndcg@10", "at_least": 0.29},
        [NEW | {"day": 2, "value": mean("dense", 2, "new"), "shortfall": 0.29 - mean("dense", 2, "new")}],
    ),
    Gate("left_out", "summary", "metric_at_least", {"measure": "ndcg@10", "at_least": 0.29}, where="segment = 'known'"),
    Gate(
        "not_reached_for_sure",
        "summary",
        "metric_at_least",
        {"measure": "ndcg@10", "at_least": 0.75, "significant": True},
        [
            {"system": "dense", "segment": "known", "day": day}
            | {"shortfall": 0.75 - mean_of(VALUES["dense", day, "known"])["ci_low"]}
            for day in (1, 2)
        ],
        where="system = 'dense' and segment = 'known'",
    ),
    Gate(
        "no_such_measure",
        "summary",
        "metric_at_least",
        {"measure": "map", "at_least": 0.1},
        [{"gated_measure": "average_precision", "value": None, "system": None}],
    ),
    Gate("judged", "summary", "judged_share_at_least", {"at_least": 0.75, "k": 10}),
    Gate(
        "not_judged",
        "summary",
        "judged_share_at_least",
        {"at_least": 0.8, "k": 10},
        [
            {"system": system, "day": day, "segment": segment, "shortfall": pytest.approx(0.05)}
            for system, day, segment in VALUES
        ],
    ),
    Gate("supported", "summary", "enough_queries", {"at_least": 4}),
    Gate(
        "not_supported",
        "summary",
        "enough_queries",
        {"at_least": 6, "measure": "ndcg@10"},
        [{"system": "dense", "day": 2, "segment": "new", "n_queries": 4, "shortfall": 2}],
        where="system = 'dense' and day = 2 and segment = 'new'",
    ),
    Gate("found", "summary", "missing_share_at_most", {"at_most": 0.25}),
    Gate(
        "missing",
        "summary",
        "missing_share_at_most",
        {"at_most": 0.2},
        [
            {"system": "dense", "day": 2, "segment": name, "n_missing": 1, "missing_share": 0.25}
            for name in ("known", "new")
        ],
        where="measure = 'ndcg@10'",
    ),
    Gate("all_groups", "summary", "has_groups", {"by": "system", "values": ["bm25", "dense"]}),
    Gate("all_days", "summary", "has_groups", {"by": "day", "values": [1, 2]}),
    Gate(
        "vanished_groups",
        "summary",
        "has_groups",
        {"by": "system", "values": ["bm25", "live", "dense", "it's"]},
        [{"grouping_column": "system", "missing_group": name} for name in ("live", "it's")],
        where="day = 2",
    ),
    Gate("one_score", "run", "one_score_per_item", {"by": ["system"]}),
    Gate(
        "two_scores",
        "flawed_run",
        "one_score_per_item",
        {"by": ["system"]},
        [{"system": "dense", "query_id": "q1", "item_id": "a", "n_scores": 2, "lowest_score": 2.0}],
    ),
    Gate("support_of_nothing", "summary", "enough_queries", {"at_least": 1}, [{"shortfall": 1}], where="day = 3"),
    Gate("worse", "per_query", NOT_WORSE, AGAINST_BM25, [NEW | {"day": 2, "shortfall": -WORSE["difference"]} | WORSE]),
    Gate("worse_within_margin", "per_query", NOT_WORSE, AGAINST_BM25 | {"margin": 0.06}),
    Gate("worse_for_sure", "per_query", NOT_WORSE, AGAINST_BM25 | {"significant": True}, [NEW | {"day": 2} | WORSE]),
    # The interval of the difference ends above -0.04, its mean is below it.
    Gate("worse_by_chance", "per_query", NOT_WORSE, AGAINST_BM25 | {"significant": True, "margin": 0.04}),
    Gate("worse_on_the_whole", "per_query", NOT_WORSE, AGAINST_BM25 | {"margin": 0.04}, [NEW | {"day": 2} | WORSE]),
    Gate("worse_than_yesterday", "per_query", NOT_WORSE, SINCE_DAY_1, [NEW | {"day": 2} | DROPPED]),
    Gate("as_good_as_yesterday", "per_query", NOT_WORSE, SINCE_DAY_1, where="segment = 'known'"),
    Gate(
        "worse_than_a_table",
        "dense_day_2",
        NOT_WORSE,
        {"measure": "ndcg@10", "relation": "ref('dense_day_1')", "by": ["segment"]},
        [{"segment": "new"} | DROPPED],
    ),
    Gate(
        "better_than_a_table",
        "dense_day_1",
        NOT_WORSE,
        {"measure": "ndcg@10", "relation": "ref('dense_day_2')", "by": ["segment"], "margin": 0.02},
    ),
    Gate(
        "unpaired",
        "summary",
        NOT_WORSE,
        SINCE_DAY_1 | {"paired": False, "significant": True},
        [
            NEW
            | {"difference": DROPPED["difference"], "n_queries": 4}
            | {
                "std_error": math.hypot(
                    *(mean_of(VALUES["dense", day, "new"])["std_error"] for day in (1, 2)),
                )
            }
        ],
    ),
    Gate(
        "segment_gone",
        "per_query",
        NOT_WORSE,
        {"measure": "ndcg@10", "relation": "ref('per_query')", "by": ["system", "day", "segment"]},
        [{"system": "bm25", "day": day, "segment": "new", "n_queries": 0, "difference": None} for day in (1, 2)],
        where="system = 'dense' or segment = 'known'",
    ),
    Gate("no_candidate", "bm25_alone", NOT_WORSE, AGAINST_BM25, [{"difference": None, "n_queries": None}]),
    Gate(
        "no_baseline", "per_query", NOT_WORSE, AGAINST_BM25 | {"baseline": {"system": "gone"}}, [{"difference": None}]
    ),
    # Without the day in `by`, eight queries are there twice on each side, the one without a value once.
    Gate(
        "repeated",
        "per_query",
        NOT_WORSE,
        {"measure": "ndcg@10", "baseline": {"system": "bm25"}},
        [{"system": "dense", "n_repeated": 8 * 4 + 1 - 9}],
    ),
    Gate("shipped", "decided", "decision_is", {}, where="day = 1"),
    Gate("shipped_somehow", "decided", "decision_is", {"decisions": ["ship", "ship, but"]}, where="day < 3"),
    Gate("not_lost", "decided", "decision_is", {"decisions": ["Ship, but", "not decided", "ship"]}, where="day < 4"),
    Gate(
        "not_shipped",
        "decided",
        "decision_is",
        {},
        [
            DECIDED
            | {"day": day, "decision": decision}
            | {"failure": f"{decision or 'NULL'} is not among the decisions that pass: ship"}
            for day, decision in [(2, "ship, but"), (3, "not decided"), (4, "do not ship"), (5, None)]
        ],
    ),
    Gate(
        "lost",
        "decided",
        "decision_is",
        {"decisions": ["ship", "ship, but", "not decided"]},
        [
            DECIDED
            | {"day": 4, "decision": "do not ship"}
            | {"failure": "do not ship is not among the decisions that pass: ship; ship, but; not decided"}
        ],
        where="day < 5",
    ),
    Gate(
        "nobody_decided",
        "decided",
        "decision_is",
        {"decisions": ["ship", "ship, but", "do not ship", "not decided"]},
        [
            {"day": None, "decision": None, "system": None, "reason": None}
            | {"failure": "the table has no row: nothing is decided, which does not pass"}
        ],
        where="day = 6",
    ),
    Gate("groups_on_any_day", "late_means", "has_groups", {"by": "system", "values": ["a", "b"]}),
    Gate(
        "groups_gone",
        "late_means",
        "has_groups",
        {"by": "system", "values": ["a", "b"], "latest": "day"},
        [{"missing_group": "b", "reason": "system b has no row where day is 3, complete or not: the table has a"}],
    ),
    Gate(
        "low_on_the_newest_day",
        "late_means",
        "metric_at_least",
        {"measure": "ndcg@10", "at_least": 0.3, "latest": "day"},
        [{"day": 3, "reason": "ndcg@10 is 0.1, which is 0.2 below 0.3"}],
    ),
    Gate(
        "high_on_the_newest_complete_day",
        "late_means",
        "metric_at_least",
        {"measure": "ndcg@10", "at_least": 0.3, "latest": "day", "complete": "ref('late_days')"},
    ),
    Gate(
        "low_on_a_day_by_count",
        "late_means",
        "metric_at_least",
        {"measure": "ndcg@10", "at_least": 0.45, "latest": "day", "complete": {"min_queries": 30}},
        [{"day": 2, "reason": "ndcg@10 is 0.4, which is 0.05 below 0.45"}],
    ),
    Gate(
        "no_day_is_complete",
        "late_means",
        "missing_share_at_most",
        {"latest": "day", "complete": {"min_queries": 41}},
        [{"reason": "the table has no row, as no value of day is complete"}],
    ),
    Gate(
        "few_queries",
        "late_means",
        "enough_queries",
        {"at_least": 3, "latest": "day"},
        [{"day": 3, "reason": "ndcg@10 is a mean over 2 queries, fewer than 3"}],
    ),
    Gate(
        "one_common_query",
        "late",
        NOT_WORSE,
        {"measure": "ndcg@10", "previous": "day", "complete": {"min_queries": 2}, "by": ["system"]},
        [
            {"n_queries": 1, "comparison": "paired", "difference": 0.5 - 0.6}
            | {
                "reason": "ndcg@10 is 0.5 here and 0.6 in day 1 over 1 common queries: worse by 0.1,"
                " and the margin is 0"
            }
        ],
    ),
    Gate(
        "other_queries",
        "late",
        NOT_WORSE,
        {"measure": "ndcg@10", "previous": "day", "complete": {"min_queries": 2}, "by": ["system"], "min_queries": 3}
        | {"significant": True},
        [{"n_queries": 3, "comparison": "unpaired"} | welch(DAYS[2], DAYS[1])],
    ),
    Gate(
        "too_few_of_others",
        "late",
        NOT_WORSE,
        {"measure": "ndcg@10", "previous": "day", "by": ["system"], "min_queries": 2},
        [
            {"n_queries": 1, "comparison": "unpaired"}
            | {"reason": "ndcg@10 has 1 queries here and 3 in day 2, 0 of them in common: min_queries asks for 2"}
        ],
    ),
    Gate(
        "newest_day_of_a_system",
        "per_query",
        NOT_WORSE,
        {"measure": "ndcg@10", "baseline": {"system": "bm25"}, "by": ["segment"], "latest": "day"},
        [NEW | WORSE],
    ),
    # A rise of a measure of which less is better.
    Gate(
        "more_errors",
        "errors",
        NOT_WORSE,
        {"measure": "coverage_error", "baseline": {"system": "old"}, "margin": 0.5},
        [{"system": "new", "difference": 2 / 3, "shortfall": 2 / 3 - 0.5}],
    ),
    Gate("fewer_errors", "errors", NOT_WORSE, {"measure": "coverage_error", "baseline": {"system": "new"}}),
    Gate(
        "other_measures",
        "summary",
        "metric_at_least",
        {"measure": "recall@5", "at_least": 0.1},
        [{"measure": None, "reason": "recall@5 has no row: the table has judged@10, ndcg@10"}],
    ),
    Gate(
        "unknown_baseline",
        "per_query",
        NOT_WORSE,
        AGAINST_BM25 | {"baseline": {"system": "bm26"}},
        [{"reason": "the baseline, system bm26, has no row of ndcg@10: its column system has bm25, dense"}],
    ),
    Gate(
        "baseline_alone",
        "bm25_alone",
        NOT_WORSE,
        AGAINST_BM25,
        [{"reason": "every row of ndcg@10 belongs to the baseline, system bm25: there is nothing to compare with it"}],
    ),
    Gate("unique", "run", "unique_items", {"by": ["system"]}),
    Gate("unique_where", "flawed_run", "unique_items", {"by": ["system"]}, where="system = 'bm25'"),
    Gate(
        "not_unique",
        "flawed_run",
        "unique_items",
        {"by": ["system"]},
        [{"system": "dense", "query_id": "q1", "item_id": "a", "n_copies": 2}],
    ),
    Gate("complete", "run", "complete_items", {"value": "score"}),
    Gate(
        "not_complete",
        "flawed_run",
        "complete_items",
        {"value": "score"},
        [{"query_id": "q3", "item_id": "c"}, {"query_id": "q3", "item_id": "d"}, {"query_id": None, "item_id": "d"}],
    ),
    Gate("matching", "run", "ids_match", {"judgments": "ref('judgments')"}),
    Gate("not_matching", "run", "ids_match", {"judgments": "ref('numbered_judgments')"}, [{"id": "query_id"}]),
    Gate("overlapping", "half_a_run", "queries_overlap", {"judgments": "ref('judgments')", "at_least": 1.0}),
    Gate(
        "not_overlapping_everywhere",
        "half_a_run",
        "queries_overlap",
        {"judgments": "ref('judgments')", "at_least": 0.75, "by": ["system"]},
        [{"system": "dense", "n_judged": 2, "n_answered": 1, "share": 0.5, "at_least": 0.75}],
    ),
    Gate(
        "not_overlapping",
        "run",
        "queries_overlap",
        {"judgments": "ref('disjoint_judgments')"},
        [{"n_judged": 1, "n_answered": 0, "share": 0.0}],
    ),
    # A week's queries are looked for in that week, and a week without a run is none of the gate's.
    Gate(
        "overlapping_in_any_week",
        "weekly_run",
        "queries_overlap",
        {"judgments": "ref('weekly_judgments')", "at_least": 1},
    ),
    Gate(
        "not_overlapping_in_a_week",
        "weekly_run",
        "queries_overlap",
        {"judgments": "ref('weekly_judgments')", "at_least": 1, "by": ["system", "week"], "judgments_by": ["week"]},
        [{"system": "dense", "week": 2, "n_judged": 1, "n_answered": 0, "share": 0.0}],
    ),
    Gate(
        "not_overlapping_in_a_segment",
        "weekly_run",
        "queries_overlap",
        {"judgments": "ref('weekly_judgments')", "by": ["week"], "judgments_by": ["week", "segment"]},
        [{"week": 2, "segment": "new", "n_judged": 1, "n_answered": 0}],
    ),
    Gate(
        "nothing_judged_of_a_week",
        "weekly_judgments",
        "queries_overlap",
        {"judgments": "ref('weekly_run')", "by": ["week"], "judgments_by": ["week"], "at_least": 0.1},
        [
            {"week": 2, "n_judged": 1, "n_answered": 0, "share": 0.0},
            {"week": 9, "n_judged": 0, "n_answered": 0, "share": None},
        ],
    ),
    Gate(
        "nothing_returned",
        "weekly_run",
        "queries_overlap",
        {"judgments": "ref('weekly_judgments')", "by": ["system"]},
        [{"system": None, "n_judged": 2, "n_answered": 0, "share": 0.0}],
        where="week = 0",
    ),
    # By trec_eval, whose gain is linear, ndcg is spelled in full where it is another one.
    Gate(
        "by_convention",
        "by_trec_eval",
        "metric_at_least",
        {"measure": "ndcg(gain=linear)@10", "at_least": 0.3, "convention": "trec_eval"},
    ),
    Gate(
        "not_by_convention",
        "by_trec_eval",
        "metric_at_least",
        {"measure": "ndcg(gain=linear)@10", "at_least": 0.5, "convention": "trec_eval"},
        [{"measure": "ndcg@10", "shortfall": 0.5 - 0.4}],
    ),
    Gate(
        "too_few_by_convention",
        "by_trec_eval",
        "enough_queries",
        {"measure": "ndcg(gain=linear)@10", "at_least": 4, "convention": "trec_eval"},
        [{"measure": "ndcg@10", "shortfall": 1}],
    ),
    Gate(
        "no_worse_by_convention",
        "by_trec_eval",
        NOT_WORSE,
        {"measure": "ndcg(gain=linear)@10", "relation": "ref('by_trec_eval')", "paired": False}
        | {"convention": "trec_eval"},
    ),
    Gate("on_the_scale", "judgments", "relevance_between", {"lowest": 0, "highest": 3}),
    Gate(
        "off_the_scale",
        "numbered_judgments",
        "relevance_between",
        {"lowest": 0, "highest": 3},
        [{"relevance": 5.0}],
    ),
    Gate("has_columns", "summary", "has_columns", {"columns": [{"measure": "text"}, {"n_queries": "number"}]}),
    Gate("has_named_columns", "summary", "has_columns", {"columns": {"measure": "text", "n_queries": "number"}}),
    Gate(
        "has_columns_in_another_order",
        "summary",
        "has_columns",
        {"columns": [{"n_queries": "number"}, {"measure": "text"}]},
        [{"wanted_column": "measure", "wanted_kind": "text", "found_column": "value", "found_type": "DOUBLE"}],
    ),
    Gate(
        "has_other_columns",
        "summary",
        "has_columns",
        {
            "columns": {
                "measure": "number",
                "n_queries": "number",
                "val": "number",
                "std_error": "number",
                "x": "text",
            }
        },
        [
            {"wanted_column": "measure", "wanted_kind": "number", "found_column": "measure", "found_type": "VARCHAR"},
            {"wanted_column": "val", "wanted_kind": "number", "found_column": "value", "found_type": "DOUBLE"},
            {"wanted_column": "x", "wanted_kind": "text", "found_column": "ci_low", "found_type": "DOUBLE"},
        ],
    ),
    Gate("unseen", "run", "no_training_items", {"training": "ref('training')"}, where="query_id = 'q1'"),
    Gate(
        "seen",
        "run",
        "no_training_items",
        {"training": "ref('training')"},
        [{"system": system, "query_id": "q2", "item_id": "b"} for system in ("bm25", "dense")],
    ),
]


def sql_of(rows: list[Row]) -> str:
    columns = ", ".join(f"cast({name} as {TYPES.get(name, typed(rows, name))}) as {name}" for name in rows[0])
    values = ", ".join("(" + ", ".join(map(literal, row.values())) + ")" for row in rows)
    return f"select {columns} from (values {values}) as listed({', '.join(rows[0])})"


def typed(rows: list[Row], column: str) -> str:
    if isinstance(rows[0][column], bool):
        return "boolean"
    return "integer" if isinstance(rows[0][column], int) else "varchar"


def literal(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"'{value}'"
    return "cast('nan' as double)" if math.isnan(value) else repr(value)


def declared() -> str:
    tests: dict[str, list[Row]] = {}
    for gate in GATES:
        settings: Row = {"store_failures": True} | ({"where": gate.where} if gate.where else {})
        entry = {"name": gate.name, "arguments": gate.arguments, "config": settings}
        tests.setdefault(gate.model, []).append({f"rankhouse.{gate.test}": entry})
    models = [{"name": name, "data_tests": listed} for name, listed in tests.items()]
    return yaml.safe_dump({"version": 2, "models": models}, sort_keys=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, str], duckdb.DuckDBPyConnection]]:
    models = {f"models/{name}.sql": sql_of(rows) for name, rows in TABLES.items()}
    project = new_project(
        tmp_path_factory.mktemp("gates"),
        {**models, "models/models.yml": declared()},
        {"models": {"+materialized": "table"}, "flags": {"require_generic_test_arguments_property": True}},
    )
    done = dbt(project, "build")
    assert done.returncode == 1, done.stdout + done.stderr
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        yield statuses(project), con


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.name)
def test_gate(gate: Gate, results: tuple[dict[str, str], duckdb.DuckDBPyConnection]) -> None:
    status, con = results
    assert status[gate.name] == ("fail" if gate.rows else "pass")
    if not gate.rows:
        return
    columns = ", ".join(f'"{name}"' for name in gate.rows[0])
    stored = con.execute(f"select {columns} from main_dbt_test__audit.{gate.name} order by all").fetchall()
    expected = sorted((tuple(row.values()) for row in gate.rows), key=str)
    assert sorted(stored, key=str) == [
        tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row)
        for row in expected
    ]


@pytest.mark.parametrize("given", [{}, {"baseline": {"system": "a"}, "previous": "day"}])
def test_a_comparison_needs_one_baseline(given: Row) -> None:
    from rankhouse import InputError
    from rankhouse._rendering.jinja import macros

    with pytest.raises(InputError, match="takes one of baseline, such as"):
        macros("duckdb").test_metric_not_worse_than("main.per_query", "ndcg@10", **given)


@pytest.mark.parametrize(
    ("test", "given", "message"),
    [
        (
            "metric_at_least",
            {"at_least": 30},
            "is at most 1.0, so the gate would never pass with at_least 30",
        ),
        (
            "metric_at_least",
            {"at_least": -1},
            "is at least 0.0, so the gate would always pass with at_least -1",
        ),
        ("metric_at_least", {"at_least": 0.3, "complete": {"age": 3}}, "name the column, such as the day, with latest"),
        ("metric_at_least", {"at_least": 0.3, "latest": "day", "complete": {"share_judged": 0.5}}, "label_maturity"),
        ("metric_at_least", {"at_least": 0.3, "latest": "day", "complete": {"agge": 3}}, "did you mean 'age'"),
        ("metric_at_least", {"at_least": 0.3, "latest": "day", "complete": {"age": -3}}, "complete: age is a whole"),
        (NOT_WORSE, {"previous": "day", "margin": 1}, "so the gate would always pass with a margin of 1"),
        (NOT_WORSE, {"previous": "day", "latest": "day"}, "latest: previous, by and baseline"),
        (NOT_WORSE, {"previous": "day", "min_queries": 0}, "min_queries is a whole number of at least 1"),
    ],
)
def test_what_can_never_fail_or_pass_is_refused(test: str, given: Row, message: str) -> None:
    from rankhouse import InputError
    from rankhouse._rendering.jinja import macros

    with pytest.raises(InputError, match=message):
        getattr(macros("duckdb"), f"test_{test}")("main.t", "ndcg@10", **given)


def test_a_difference_is_what_compare_says_of_it(con: duckdb.DuckDBPyConnection) -> None:
    from rankhouse._rendering.jinja import macros

    package = macros("duckdb")
    con.execute("create table per_query (system varchar, day int, segment varchar, query_id varchar, value double)")
    con.executemany(
        "insert into per_query values (?, ?, ?, ?, ?)",
        [(*key, f"q{place}", value) for key, values in VALUES.items() for place, value in enumerate(values)],
    )
    con.execute("create view main.measured as select *, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k from per_query")
    by = ["day", "segment"]
    gate = package.test_metric_not_worse_than("main.measured", "ndcg@10", baseline={"system": "bm25"}, by=by, margin=0)
    ((*segment, difference, high),) = con.execute(
        f"select day, segment, difference, difference_ci_high from ({gate})"
    ).fetchall()
    comparison = package.compare("main.measured", baseline="bm25", by=by)
    compared = con.execute(f"select day, segment, difference, ci_high from ({comparison})").fetchall()
    assert [row for row in compared if row[2] < 0] == [(*segment, pytest.approx(difference), pytest.approx(high))]
