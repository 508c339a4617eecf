"""Intervals of means on an engine, against scipy and a twin that draws the same hashes in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from comparison.test_mean_intervals import known_interval
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

COLUMNS = {"market": TEXT, "shop": BIGINT, "query_id": TEXT, "measure": TEXT, "metric": TEXT, "k": BIGINT}
COLUMNS |= {"value": DOUBLE}
GROUPS = [("ü", 1), (None, 2)]
REPETITIONS, SEED, CONFIDENCE = 130, 5, 0.9


def drawn(chosen: random.Random) -> Iterator[Row]:
    for group in GROUPS:
        for query in range(23):
            yield *group, f"q{query}", "ndcg@10", "ndcg", 10, chosen.random() ** 3
            yield *group, f"q{query}", "hit_rate@5", "hit_rate", 5, float(query % 7 > 0)
            yield *group, f"q{query}", "misses", "misses", None, 0.0
            yield *group, f"q{query}", "holes", "holes", None, chosen.choice([None, 1.0, 0.25])
        yield *group, "alone", "cg@1", "cg", 1, 3.0
        # Three queries with a wide interval, which stops at 0.
        for query, value in enumerate((0.0, 0.0, 0.9)):
            yield *group, f"q{query}", "recall@5", "recall", 5, value


@cache
def known(method: str) -> dict[Row, Row]:
    """Computed once for all engines of a process."""
    rows = list(drawn(random.Random(3)))
    found: dict[Row, Row] = {}
    for market, shop, _, measure, _, k, _ in rows:
        if (market, shop, measure) in found:
            continue
        own = {row[2]: row[-1] for row in rows if row[:2] == (market, shop) and row[3] == measure}
        counted = {query: value for query, value in own.items() if value is not None}
        range_ = (None, None) if measure in ("cg@1", "misses", "holes") else (0, 1)
        found[market, shop, measure] = (k, *known_interval(counted, method, CONFIDENCE, REPETITIONS, SEED, *range_))
    return found


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    session.load("mean_values", COLUMNS, list(drawn(random.Random(3))))
    for method in sample.some(package.arguments()["mean_intervals.method"]["choices"]):
        sql = package.mean_intervals(
            "mean_values",
            by=["market", "shop"],
            method=method,
            confidence=CONFIDENCE,
            repetitions=REPETITIONS,
            seed=SEED,
        )
        found = [(*row[:3], row[4], *row[5:10]) for row in map(tuple, session.query(sql))]
        yield from compared(f"mean_intervals ({method})", known(method), keyed(found, 3))
