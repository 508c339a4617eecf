"""Date spines, moving averages and changes on an engine, against the calendar, exact fractions and scipy."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterable, Iterator
from typing import Any

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from reports.test_periods import Samples, known_averages, known_changes, known_spine, rows_of
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

COLUMNS = {"market": TEXT, "shop": BIGINT, "day": TEXT, "measure": TEXT, "metric": TEXT, "k": BIGINT}
COLUMNS |= {"value_sum": DOUBLE, "n_queries": BIGINT, "std_error": DOUBLE}
BY = ["market", "shop"]
GROUPS = [("ü", 1), (None, 2)]
FIRST = datetime.date(1969, 12, 24)


def drawn(chosen: random.Random) -> Samples:
    """Some days have no row, and some no queries."""
    kept = (FIRST + datetime.timedelta(days=n) for n in range(40) if chosen.random() < 0.6)
    return {day: [chosen.randrange(65) / 64 for _ in range(chosen.choice([0, 1, 7, 12]))] for day in kept}


def texts(rows: Iterable[Iterable[Any]]) -> Iterator[Row]:
    """Dates as text, as some engines have them as a type of their own."""
    for row in rows:
        yield tuple(str(one)[:10] if isinstance(one, datetime.date) else one for one in row)


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    chosen = random.Random(8)
    samples = {(*group, measure): drawn(chosen) for group in GROUPS for measure in ("ndcg@10", "mrr@10")}
    rows = [(*line[:2], *row[1:]) for line, own in samples.items() for row in texts(rows_of(None, line[2], own))]
    session.load("period_values", COLUMNS, rows)
    spines = [("day", "1970-03-02"), ("week", "1970-03-02"), ("quarter", "1972-03-01")]
    for grain, last in sample.some(spines):
        spine = known_spine(FIRST, datetime.date.fromisoformat(last), grain)
        found = texts(session.query(package.date_spine(FIRST, last, grain)))
        yield from compared("date_spine", {(str(one),): () for one in spine}, keyed(found, 1))
    for grain, interval in sample.some([("day", "welch"), ("week", "normal")]):
        averages: dict[Row, Row] = {}
        changes: dict[Row, Row] = {}
        for line, own in samples.items():
            known = known_averages(own, 3, grain).items()
            averages |= {(*line[:2], str(day), line[2]): (*figures, 0) for day, figures in known}
            others = known_changes(own, grain, interval, 0.9).items()
            # The previous period is a key too: figures are numbers.
            changes |= {
                (*line[:2], str(day), line[2], figures[2] and str(figures[2])): (*figures[:2], *figures[3:], 0)
                for day, figures in others
            }
        sql = package.moving_average("period_values", 3, BY, grain=grain)
        found = [(*row[:4], *row[6:]) for row in texts(session.query(sql))]
        yield from compared("moving_average", averages, keyed(found, 4))
        sql = package.change_from_previous("period_values", BY, grain=grain, interval=interval, confidence=0.9)
        found = [(*row[:4], row[8], *row[6:8], *row[9:15], row[16]) for row in texts(session.query(sql))]
        yield from compared("change_from_previous", changes, keyed(found, 5))
