"""Values that an engine computed beside those that are known from elsewhere."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass


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
    found: dict[str, float] = {}
    for one in compared:
        found[one.metric] = max(found.get(one.metric, 0.0), one.deviation)
    return found
