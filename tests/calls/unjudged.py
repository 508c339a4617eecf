"""Unjudged items of the rankings: every labelling of them, and which to label next, by tests/helpers/holes.py."""

from __future__ import annotations

import statistics

from calls.exposures import ASKED, rankings
from calls.rankings import BOTH, GRADES, JUDGMENTS, RUNS
from helpers import holes
from typical import Row, TypicalCall

MEASURES = ["precision@3", "ndcg@2"]
DEPTH = 3


def _lists(query: str) -> dict[str, list[str]]:
    return {system: lists[0] for (system, own), lists in rankings().items() if own == query}


def _bounds() -> dict[Row, Row]:
    """The ends of a mean are the means of the ends. What either system shows may be relevant to both."""
    found: dict[Row, Row] = {}
    for system in ("bm25", "dense"):
        for day in (1, 2):
            for measure in MEASURES:
                ends = [
                    holes.bounds({"bm25": [], "dense": []} | _lists(query), GRADES[own, query], 3)[system, measure]
                    for own, query in GRADES
                    if own == day
                ]
                found[system, day, measure] = tuple(map(statistics.fmean, zip(*ends, strict=True)))
    return found


def _queue() -> dict[Row, Row]:
    from ranking.test_holes import judged_next

    return {
        (day, query, item): (width,)
        for day, query in GRADES
        for item, _, width in judged_next(_lists(query), ASKED[query], DEPTH, False)
    }


CALLS = [
    TypicalCall(
        macro="value_bounds",
        tables=BOTH,
        arguments={"measures": MEASURES, "top_grade": 3, "by": ["system", "day"], "judgments_by": ["day"]},
        keys="system day measure",
        figures="lowest highest",
        truth=_bounds,
    ),
    TypicalCall(
        macro="to_judge",
        tables={"runs": RUNS, "judgments": JUDGMENTS},
        arguments={"depth": DEPTH, "by": ["day"], "judgments_by": ["day"]},
        keys="day query_id item_id",
        figures="width",
        truth=_queue,
        command="to-judge runs.csv --judgments judgments.csv --depth 3 --by day",
    ),
]
