"""Exposure of items and of groups of items, in the lists of the rankings."""

from __future__ import annotations

import math
import statistics

import exposures
from calls.rankings import BOTH, GRADES, LISTS, RUNS
from typical import Given, Row, TypicalCall

GROUPS = Given(
    "groups",
    "item_id feature weight",
    [("a", "large", 1), ("b", "large", 1), ("b", "small", 3), ("c", "small", 2), ("d", "small", 1), ("e", "large", 1)],
)
ASKED = {query: {item: float(grade) for item, grade in grades.items()} for (_, query), grades in GRADES.items()}
METRICS = ("ee_l", "ee_d", "ee_r")


def rankings() -> dict[tuple[str, str], list[list[str]]]:
    """The lists of a system for a query, the highest id of a tie first."""
    rows = sorted(RUNS.dictionaries, key=lambda row: (row["score"], row["item_id"]), reverse=True)
    return {
        (system, query): [[row["item_id"] for row in rows if (row["system"], row["query_id"]) == (system, query)]]
        for system, _, query in LISTS
    }


def _exposure() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for system in ("bm25", "dense"):
        lists = [rankings().get((system, query), []) for query in ASKED]
        sums = [exposures.of_query(own, grades) for own, grades in zip(lists, ASKED.values(), strict=True)]
        for metric, values in zip(METRICS, zip(*sums, strict=True), strict=True):
            found[system, metric] = (statistics.mean(values), len(ASKED), lists.count([]))
    return found


def _exposure_of_groups() -> dict[Row, Row]:
    from ranking.test_group_exposure import twin

    # Without weights an item's features have equal shares in it.
    groups = {item: {name: 1.0 for one, name, _ in GROUPS.rows if one == item} for item, *_ in GROUPS.rows}
    found: dict[Row, Row] = {}
    for system in ("bm25", "dense"):
        for name, figures in twin(rankings(), ASKED, groups, system, {}).items():
            values = (
                float(figures[each]) for each in ("exposure", "target", "exposure_share", "target_share", "ratio")
            )
            found[system, name] = tuple(None if math.isnan(value) else value for value in values)
    return found


CALLS = [
    TypicalCall(
        macro="expected_exposure",
        tables=BOTH,
        arguments={"by": ["system"]},
        keys="system measure",
        figures="value n_queries n_missing",
        truth=_exposure,
    ),
    TypicalCall(
        macro="group_exposure",
        tables={**BOTH, "features": GROUPS},
        arguments={"by": ["system"]},
        keys="system feature",
        figures="exposure target exposure_share target_share ratio",
        truth=_exposure_of_groups,
    ),
]
