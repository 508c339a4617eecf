"""The reference fixtures as rows, and what an engine that computes them has to offer."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from rankhouse._rendering.shipped import shipped
from warehouses import sample
from warehouses.comparison import Comparison

TEXT, DOUBLE, BIGINT = "text", "double", "bigint"

RUN = {"fixture": TEXT, "query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"fixture": TEXT, "query_id": TEXT, "item_id": TEXT, "relevance": DOUBLE}
EXPECTED = {
    **dict.fromkeys(["fixture", "ties", "queries", "unjudged", "query_id", "measure"], TEXT),
    "value": DOUBLE,
    "tolerance": DOUBLE,
    "source": TEXT,
}

Row = tuple[Any, ...]


class Unavailable(Exception):  # noqa: N818  (it is a state of the machine, not of the program)
    """The engine cannot be had on this machine; the message says what to install."""


class Session(Protocol):
    """An open engine. Types are `text`, `double` or `bigint`; values are Python's, NULL is None."""

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None: ...

    def query(self, sql: str) -> list[Row]: ...


def seed(name: str, columns: Mapping[str, str]) -> list[Row]:
    """The rows of a reference table. An empty cell is NULL."""
    with (shipped("seeds") / f"rankhouse_reference_{name}.csv").open(encoding="utf-8", newline="") as file:
        return [
            tuple(
                None if row[column] == "" else float(row[column]) if kind == DOUBLE else row[column]
                for column, kind in columns.items()
            )
            for row in csv.DictReader(file)
        ]


def load(session: Session) -> None:
    for name, columns in {"run": RUN, "judgments": JUDGMENTS, "expected": EXPECTED}.items():
        session.load(f"reference_{name}", columns, seed(name, columns))


def reference_values(session: Session, dialect: str) -> list[Comparison]:
    """Every expected value of the fixtures with what the engine computes; the engine says too whether they agree."""
    load(session)
    package = macros(*DIALECTS[dialect])
    tables = ("reference_run", "reference_judgments", "reference_expected")
    policies = sample.some(package.reference_policies())
    return compared(row for policy in policies for row in session.query(package.reference_results(*tables, **policy)))


def compared(rows: Iterable[Row]) -> list[Comparison]:
    """The rows of the reference models, with the tolerances of the seed."""
    known = {row[:6]: row[7] for row in seed("expected", EXPECTED)}
    found = []
    for fixture, measure, ties, queries, unjudged, query, _, expected, computed, agrees in rows:
        tolerance = known.pop((fixture, ties, queries, unjudged, query, measure))
        case = f"query {query} of {fixture!r} ({ties}, {queries}, {unjudged})"
        one = Comparison(measure, case, expected, computed, tolerance)
        assert one.agrees == (int(agrees) == 1), f"{one}; agrees is {agrees}"
        found.append(one)
    assert not (known and sample.is_whole()), f"no policy has compared {list(known)[:5]}"
    return found
