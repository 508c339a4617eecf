"""Expected exposure on an engine, beside its definition."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from typing import Any

import exposures
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from test_exposure import METRICS, READERS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

QUERIES = range(6)
RUN = {"system": TEXT, "query_id": BIGINT, "draw": BIGINT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": BIGINT, "item_id": TEXT, "relevance": DOUBLE}


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
