"""Changes by segment and confidence sequences on an engine, against exact arithmetic and every look from the start."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from comparison.test_confidence_sequence import known_sequence
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from reports.test_change_by_segment import known_change
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

COLUMNS = {"market": TEXT, "shop": BIGINT, "system": TEXT, "day": BIGINT, "country": TEXT, "age": BIGINT}
COLUMNS |= {"query_id": TEXT, "measure": TEXT, "metric": TEXT, "k": BIGINT, "value": DOUBLE}
BY = ["market", "shop"]
GROUPS = [("ü", 1), (None, 2)]
RISES = {"Z": 0.25, "a": 0.0, "ö": 0.02}
DAYS = (1, 2, 10)


def drawn(chosen: random.Random) -> Iterator[Row]:
    for group in GROUPS:
        for system, rise in RISES.items():
            for day in DAYS:
                for query in range(12):
                    country, age = chosen.choice(["de", "at'", None]), chosen.choice([1, None])
                    if country == "de" and (system, day) == ("a", 2):
                        # A segment of other days and systems.
                        continue
                    value = None if chosen.random() < 0.1 else chosen.random() + rise
                    times = 2 if chosen.random() < 0.05 else 1
                    for _ in range(times):
                        yield *group, system, day, country, age, f"q{day}.{query}", "m@5", "m", 5, value


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    rows = list(drawn(random.Random(11)))
    session.load("side_values", COLUMNS, rows)
    for system, baseline in sample.some([("system", "ö"), ("system", None), ("day", "2")]):
        side = list(COLUMNS).index(system)
        changes: dict[Row, Row] = {}
        for group in GROUPS:
            own = [(None, row[side], *row[4:6], row[-1]) for row in rows if row[:2] == group]
            changes |= {(*group, *key): figures for key, figures in known_change(own, baseline, 0).items()}
        sql = package.change_by_segment("side_values", ["country", "age"], system, baseline, BY)
        yield from compared("change_by_segment", changes, keyed(arranged(session.query(sql), 4), 6))
    for baseline, arguments in sample.some([("a", (0.95, 7, 2)), (None, (0.5, 1000, 20))]):
        known: dict[Row, Row] = {}
        for group in GROUPS:
            own = [(None, row[2], row[3], row[6], row[-1]) for row in rows if row[:2] == group]
            known |= {(*group, *key): figures for key, figures in known_sequence(own, 0, baseline, *arguments).items()}
        sql = package.confidence_sequence("side_values", "system", baseline, "day", BY, *arguments)
        yield from compared("confidence_sequence", known, keyed(arranged(session.query(sql), 3), 5))


def arranged(rows: list[Row], n_named: int) -> Iterator[tuple[Any, ...]]:
    """The user's columns and the two sides first; the measure has to be the only one."""
    for row in rows:
        assert tuple(row[n_named : n_named + 3]) == ("m@5", "m", 5)
        yield *row[:n_named], *row[n_named + 3 :]
