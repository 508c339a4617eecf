"""The measures beyond accuracy of the dbt project in integration_tests/, on an engine."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from pathlib import Path

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses.comparison import TOLERANCE, Comparison
from warehouses.reference import DOUBLE, TEXT, Row, Session

SEEDS = Path(__file__).parents[2] / "integration_tests" / "seeds"
NUMBERS = {"score", "relevance", "strength", "distance"}
INPUTS = {
    "items": "catalogue_items",
    "interactions": "past_interactions",
    "judgments": "relevance_judgments",
    "features": "item_features",
    "distances": "item_distances",
    "baseline": "baseline_items",
}


def seed(name: str) -> tuple[list[str], list[Row]]:
    with (SEEDS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        columns, *rows = csv.reader(file)
    return columns, [tuple(cell or None for cell in row) for row in rows]


def load(session: Session) -> None:
    for name in {"scored_items", *INPUTS.values()}:
        columns, rows = seed(name)
        types = {column: DOUBLE if column in NUMBERS else TEXT for column in columns}
        numbers = [column in NUMBERS for column in columns]
        cells = [tuple(float(c) if n and c else c for c, n in zip(row, numbers, strict=True)) for row in rows]
        session.load(name, types, cells)


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    """Every expected value beside what the engine computes; rows that nobody asked for are compared with nothing."""
    load(session)
    _, expected = seed("expected_recommendation_metrics")
    sql = macros(*DIALECTS[dialect]).recommendation_metrics(
        "scored_items",
        sorted({str(measure) for _, _, measure, *_ in expected}),
        **INPUTS,
        by=["system", "day"],
        columns={"weight": "strength"},
    )
    found = {tuple(row[:3]): (row[5], row[6], row[7]) for row in session.query(sql)}
    for system, day, measure, *figures in expected:
        got = found.pop((system, day, measure), (math.nan,) * 3)
        for figure, computed in zip(figures, got, strict=True):
            wanted = None if figure is None else float(figure)
            yield Comparison(str(measure), f"{system} on {day}", wanted, computed, TOLERANCE)
    for system, day, measure in found:
        yield Comparison(str(measure), f"{system} on {day}", None, math.nan, TOLERANCE)
