"""Values that an engine computed beside those that are known from elsewhere."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Key = tuple[Any, ...]
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Comparison:
    """One value of a measure; `case` says of what."""

    measure: str
    case: str
    expected: float | None
    computed: float | None
    tolerance: float

    @property
    def metric(self) -> str:
        return re.split(r"[(@]", self.measure)[0]

    @property
    def deviation(self) -> float:
        """Absolute; relative to values above 1. Infinite when one of the two is NULL or NaN and the other is not."""
        if self.expected is None or self.computed is None:
            return 0.0 if self.expected is self.computed else math.inf
        distance = abs(float(self.expected) - float(self.computed)) / max(1.0, abs(float(self.expected)))
        return math.inf if math.isnan(distance) else distance

    @property
    def agrees(self) -> bool:
        return self.deviation <= self.tolerance

    def __str__(self) -> str:
        return f"{self.measure} of {self.case}: expected {self.expected}, got {self.computed}"


def agreeing(compared: list[Comparison]) -> str:
    return f"{sum(one.agrees for one in compared)} of {len(compared)}"


def largest_deviations(compared: Iterable[Comparison]) -> dict[str, float]:
    """By metric, among the values that are known exactly: a published value of few digits is off by its rounding."""
    found: dict[str, float] = {}
    for one in compared:
        if one.tolerance > TOLERANCE:
            continue
        found[one.metric] = max(found.get(one.metric, 0.0), one.deviation)
    return found


def compared(
    macro: str,
    known: Mapping[Key, Iterable[Any]],
    found: Iterable[tuple[Key, Iterable[Any]]],
    measure: Callable[[Key], str] | None = None,
) -> Iterator[Comparison]:
    """Every figure of the rows that a macro gives. Raises AssertionError when rows are missing or too many."""
    rows = list(found)
    computed = dict(rows)
    assert len(computed) == len(rows), f"{macro} has rows twice"
    assert computed.keys() == known.keys(), (macro, sorted(map(repr, computed.keys() ^ known.keys()))[:10])
    for key, figures in known.items():
        name = macro if measure is None else f"{macro}: {measure(key)}"
        for place, (expected, got) in enumerate(zip(figures, computed[key], strict=True), 1):
            yield Comparison(name, f"{key}, figure {place}", expected, got, TOLERANCE)


def keyed(rows: Iterable[Sequence[Any]], n: int) -> Iterator[tuple[Key, Sequence[Any]]]:
    """The first n columns of each row, numbers as Python's, and the others."""
    for row in rows:
        yield tuple(one if one is None or isinstance(one, str) else float(one) for one in row[:n]), row[n:]
