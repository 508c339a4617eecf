"""Expected exposure, and that of groups of items, on an engine beside their definitions."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import exposures
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from ranking.test_exposure import METRICS, READERS
from ranking.test_group_exposure import twin
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

QUERIES = range(6)
RUN = {"system": TEXT, "query_id": BIGINT, "draw": BIGINT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": BIGINT, "item_id": TEXT, "relevance": DOUBLE}
GROUPS = {"a": {"x": 1.0}, "b": {"x": 1.0, "y": 3.0}, "c": {"y": 1.0}, "d": {"x": 2.0}, "y": {"y": 1.0}}
RATIOS = ["exposure", "target", "exposure_share", "target_share", "ratio", "std_error"]
NUMERIC = 1e-6
"""What a slope is off by that is worked out from a small step."""


def rankings() -> dict[tuple[str | None, int], list[list[str]]]:
    """Three rankings of each query by one system, two by another, which has no name and lacks a query."""
    some = random.Random(1)
    draws = {("shuffled", query): 3 for query in QUERIES} | {(None, query): 2 for query in QUERIES[1:]}
    return {key: [some.sample("abcdefgh", some.randint(1, 8)) for _ in range(n)] for key, n in draws.items()}


def grades() -> dict[int, dict[str, float]]:
    some = random.Random(2)
    return {query: {item: float(some.randint(0, 2)) for item in "abcdexy"} for query in QUERIES}


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    run: list[Row] = [
        (system, query, draw, item, -float(rank))
        for (system, query), lists in rankings().items()
        for draw, items in enumerate(lists)
        for rank, item in enumerate(items)
    ]
    session.load("sampled_rankings", RUN, run)
    judged = [(query, item, grade) for query, given in grades().items() for item, grade in given.items()]
    session.load("graded_items", JUDGMENTS, judged)
    for reader in sample.some(READERS):
        sql = package.expected_exposure("sampled_rankings", "graded_items", sample="draw", by=["system"], **reader)
        found = [(row[0], row[2], row[4], row[5], row[6]) for row in map(tuple, session.query(sql))]
        yield from compared(f"expected_exposure ({named(reader)})", expected(reader), keyed(found, 2))
    listed: list[Row] = [(item, name, worth) for item, worths in GROUPS.items() for name, worth in worths.items()]
    session.load("groups_of_items", {"item_id": TEXT, "feature": TEXT, "worth": DOUBLE}, listed)
    for reader in sample.some(READERS):
        sql = package.group_exposure(
            "sampled_rankings",
            "graded_items",
            "groups_of_items",
            sample="draw",
            by=["system"],
            **reader,
            columns={"weight": "worth"},
        )
        found = [tuple(row)[:8] for row in session.query(sql)]
        for one in compared(f"group_exposure ({named(reader)})", of_groups(reader), keyed(found, 2)):
            yield replace(one, tolerance=NUMERIC)


def named(reader: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in reader.items()) or "rbp"


def expected(reader: dict[str, Any]) -> dict[Any, Row]:
    """value, n_queries, n_missing of a system's measure."""
    asks = [query for query, items in grades().items() if max(items.values()) > 0]
    found: dict[Any, Row] = {}
    for system in ("shuffled", None):
        lists = [rankings().get((system, query), []) for query in asks]
        sums = [exposures.of_query(one, grades()[query], **reader) for one, query in zip(lists, asks, strict=True)]
        for metric, measured in zip(METRICS, zip(*sums, strict=True), strict=True):
            found[system, metric] = (statistics.mean(measured), len(asks), lists.count([]))
    return found


def of_groups(reader: dict[str, Any]) -> dict[Any, Row]:
    """The figures of a system's group."""
    found: dict[Any, Row] = {}
    for system in ("shuffled", None):
        for name, figures in twin(rankings(), grades(), GROUPS, system, reader).items():
            row = [float(figures[figure]) for figure in RATIOS]
            found[system, name] = tuple(None if math.isnan(figure) else figure for figure in row)
    return found
