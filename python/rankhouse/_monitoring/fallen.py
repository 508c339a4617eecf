"""The means of a day against those of the day before: which of them fell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rankhouse._comparing.pairs import is_lower_better
from rankhouse._rendering.jinja import macros

TIE = 1e-12


@dataclass(frozen=True)
class Bound:
    """From when on a measure has fallen: by more than `margin`, and with `significant` by its whole interval."""

    margin: float = 0.0
    significant: bool = True
    confidence: float = 0.95

    def __post_init__(self) -> None:
        macros("duckdb").check_arguments("test_metric_not_worse_than", {"margin": self.margin})

    def __str__(self) -> str:
        by = f" by more than {self.margin:g}" if self.margin else ""
        sure = f", and the whole {percent(self.confidence)} interval of the change says so" if self.significant else ""
        return f"it is worse than before{by}{sure}"


@dataclass(frozen=True)
class Line:
    """A measure of a group, now and before. Of measures where lower is better, gains are falls of the value."""

    group: tuple[Any, ...]
    measure: str
    metric: str
    value: float | None
    before: float | None
    ends: tuple[float, float] | None
    n_queries: tuple[int, ...]

    @property
    def change(self) -> float | None:
        if self.value is None or self.before is None:
            return None
        # Sums that are made in another order differ in their last digits.
        is_same = abs(self.value - self.before) <= TIE * (abs(self.value) + abs(self.before))
        return 0.0 if is_same else self.value - self.before

    @property
    def gain(self) -> float:
        return (self.change or 0.0) * (-1 if is_lower_better(self.metric) else 1)

    @property
    def gains(self) -> tuple[float, float] | None:
        """The interval of the gain."""
        return self.ends and ((-self.ends[1], -self.ends[0]) if is_lower_better(self.metric) else self.ends)

    def fell(self, bound: Bound) -> bool:
        if self.change is None:
            return self.before is not None
        if not bound.significant:
            return self.gain < -bound.margin
        return self.gain < 0 and self.gains is not None and self.gains[1] < -bound.margin

    def says(self, bound: Bound) -> str:
        if self.change is None:
            return "new" if self.before is None else "missing"
        if not self.gain:
            return "unchanged"
        if self.fell(bound):
            return "got worse" if is_lower_better(self.metric) else "fell"
        side = "better" if self.gain > 0 else "worse"
        if self.gains is None:
            return f"{side}, of too few queries to tell"
        if self.gains[0] <= 0 <= self.gains[1]:
            return f"{side}, may be chance"
        return side if self.gain > 0 else f"{side}, within the margin"


@dataclass
class Change:
    """The lines of a table at its last day."""

    day: str
    before: str
    groups: Sequence[str]
    lines: list[Line] = field(default_factory=list)
    kind: str = ""


def percent(share: float) -> str:
    return f"{100 * share:g} %"
