"""The reference fixtures as rows, and what an engine that computes them has to offer."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rankhouse._jinja import macros, shipped
from rankhouse._render import DIALECTS

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


@dataclass(frozen=True)
class Outcome:
    """Values compared on an engine; `wrong` describes those beyond the tolerance."""

    values: int
    largest_deviation: float
    wrong: list[str]

    def __add__(self, other: Outcome) -> Outcome:
        largest = max(self.largest_deviation, other.largest_deviation)
        return Outcome(self.values + other.values, largest, [*self.wrong, *other.wrong])


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


def reference_values(session: Session, dialect: str) -> Outcome:
    """Every expected value of the fixtures against what the engine computes, the comparison done by the engine too."""
    package = macros(*DIALECTS[dialect])
    rows = [
        row
        for policy in package.reference_policies()
        for row in session.query(
            package.reference_results("reference_run", "reference_judgments", "reference_expected", **policy)
        )
    ]
    deviations = [deviation(expected, computed) for *_, expected, computed, _ in rows]
    wrong = [
        f"{measure} of '{fixture}' (query {query}; {ties}, {queries}, {unjudged}): expected {expected}, got {computed}"
        for fixture, measure, ties, queries, unjudged, query, _, expected, computed, agrees in rows
        if int(agrees) != 1
    ]
    return Outcome(len(rows), max(deviations), wrong)


def deviation(expected: float | None, computed: float | None) -> float:
    """Absolute; infinite when one of the two is NULL or NaN and the other is not."""
    if expected is None or computed is None:
        return 0.0 if expected is computed else math.inf
    distance = abs(float(expected) - float(computed))
    return math.inf if math.isnan(distance) else distance
