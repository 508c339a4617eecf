"""How far the lists of two systems agree, in exact fractions."""

from __future__ import annotations

import statistics

import agreements
from calls.rankings import LISTS, RUNS
from typical import Row, TypicalCall

QUERIES = {query: day for _, day, query in LISTS}
MEASURES = ["overlap@3", "kendall_tau"]


def _of_query(query: str) -> dict[str, float | None]:
    """Ties, as those of the last two scores, are broken by id."""
    scores = [
        {row["item_id"]: row["score"] for row in RUNS.dictionaries if (row["system"], row["query_id"]) == (own, query)}
        for own in ("dense", "bm25")
    ]
    return agreements.known(*scores, 3, ["overlap"]) | agreements.known(*scores, None, ["kendall_tau"])


def _by_query() -> dict[Row, Row]:
    return {
        (day, query, measure): (value,) for query, day in QUERIES.items() for measure, value in _of_query(query).items()
    }


def _means() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day in (1, 2):
        for measure in MEASURES:
            values = [value for (own, _, of), (value,) in _by_query().items() if (own, of) == (day, measure)]
            there = [value for value in values if value is not None]
            found[day, measure] = (statistics.fmean(there), len(there), len(values) - len(there))
    return found


CALLS = [
    TypicalCall(
        macro="agreement",
        tables={"run": RUNS},
        arguments={"measures": MEASURES, "by": ["day"]},
        keys="day measure",
        figures="value n_queries n_missing",
        truth=_means,
        command="agreement runs.csv -m overlap@3 -m kendall_tau --by day",
    ),
    TypicalCall(
        macro="query_agreement",
        tables={"run": RUNS},
        arguments={"measures": MEASURES, "by": ["day"]},
        keys="day query_id measure",
        figures="value",
        truth=_by_query,
        function="agreement",
        function_takes={"per_query": True},
        command="agreement runs.csv -m overlap@3 -m kendall_tau --by day --per-query",
    ),
]
