"""Lists of systems as one, and the choice among variants, by the definitions."""

from __future__ import annotations

from calls.rankings import LISTS, RUNS
from choices import chosen
from fusions import fused
from typical import Given, Row, TypicalCall

DAY = {query: day for _, day, query in LISTS}
WEIGHTS = {"bm25": 0.5, "dense": 2}


def _fused() -> dict[Row, Row]:
    rows = [(row["system"], row["query_id"], row["item_id"], row["score"]) for row in RUNS.dictionaries]
    return {
        (DAY[query], query, item): (float(score), n_lists)
        for (query, item), (score, n_lists) in fused(rows, "mnz", norm="z", weights=WEIGHTS).items()
    }


MEASURES = {"ndcg@10": False, "coverage_error": True}
VARIANTS = Given(
    "variants",
    "day system query_id user_id measure value",
    [
        (1 + query % 2, system, f"q{query:02}", f"u{query // 3}", measure, (query * 13 + place * 5 + at) % 11 / 8)
        for place, system in enumerate(("w=0", "w=0.5", "w=1", "w=2"))
        for query in range(30)
        for at, measure in enumerate(MEASURES)
        # Without this one query counts for less.
        if (system, query) != ("w=1", 4)
    ],
)


def _chosen() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day in (1, 2):
        for measure, is_lower_better in MEASURES.items():
            rows = [row for row in VARIANTS.dictionaries if (row["day"], row["measure"]) == (day, measure)]
            values = [(row["system"], row["query_id"], row["value"]) for row in rows]
            clusters = {row["query_id"]: row["user_id"] for row in rows}
            found[day, measure] = chosen(values, 3, 1, clusters, is_lower_better).figures
    return found


CALLS = [
    TypicalCall(
        macro="fuse",
        tables={"run": RUNS},
        arguments={"method": "mnz", "norm": "z", "weights": WEIGHTS, "by": ["day"]},
        keys="day query_id item_id",
        figures="score n_lists",
        truth=_fused,
        command="fuse runs.csv --method mnz --norm z --weight bm25=0.5 --weight dense=2 --by day",
    ),
    TypicalCall(
        macro="best_of",
        tables={"query_metrics": VARIANTS},
        arguments={"folds": 3, "seed": 1, "by": ["day"], "cluster": "user_id"},
        keys="day measure",
        figures="system value_chosen value_held_out optimism ci_low ci_high share_of_folds n_systems n_queries",
        truth=_chosen,
    ),
]
