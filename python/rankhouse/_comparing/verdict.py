"""What a comparison decides, by its first measure: ship, do not ship, or not decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rankhouse._comparing.doubts import FEW_QUERIES
from rankhouse._comparing.pairs import Pair, is_lower_better, means_of, pairs_of
from rankhouse._results.differences import Differences

STATUS = {"ship": 0, "do not ship": 1, "not decided": 3}
"""Of `rankhouse compare --exit-with-verdict`; 2 is bad input."""


@dataclass(frozen=True)
class Verdict:
    """decision, by `measure`. system: the one to ship or not, against `baseline`.

    more_queries: about how many more would show the difference that there is, at the comparison's power; None where
    that is decided or not known. reason: why, in words.
    """

    decision: Literal["ship", "do not ship", "not decided"]
    measure: str
    system: str
    baseline: str
    more_queries: int | None
    reason: str

    @property
    def status(self) -> int:
        return STATUS[self.decision]

    def __str__(self) -> str:
        named = f" {self.system}" if self.decision != "not decided" else ""
        return f"{self.decision.capitalize()}{named}: {self.reason}."


def verdict_of(comparison: Differences) -> Verdict | None:
    """None by groups, each of which would have its own, and where no pair has a difference.

    Against a baseline, the best of the systems that are significantly better is shipped, and none where all are
    significantly worse. Without one, the best is shipped where it is significantly better than every other system.
    """
    measure = comparison.measures[0]
    pairs = [pair for pair in pairs_of(comparison) if pair.measure == measure and pair.row["difference"] is not None]
    if comparison.groups or not pairs:
        return None
    sign = _sign(pairs)
    means = means_of(comparison)
    order = sorted(
        (name for name in comparison.systems if (measure, name) in means),
        key=lambda name: -sign * means[measure, name],
    )
    return verdict_among(pairs, order, comparison.baseline)


def verdict_among(
    pairs: Sequence[Pair], order: Sequence[str], baseline: str | None, unit: str = "queries"
) -> Verdict | None:
    """pairs: of one measure, with a difference. order: the systems, the best first. unit: what was counted."""
    if baseline is not None and pairs:
        sign = _sign(pairs)
        return _against_baseline(sorted(pairs, key=lambda pair: -sign * pair.row["difference"]), baseline, unit)
    own = [pair for other in order[1:] for pair in pairs if {pair.system, pair.baseline} == {order[0], other}]
    if not own:
        return None
    best = order[0]
    open_ones = [pair for pair in own if not _is_better(pair, best)]
    pair = (open_ones or own)[0]
    other = pair.baseline if pair.system == best else pair.system
    if open_ones:
        return _not_decided(pair, best, other, unit)
    among = other if len(own) == 1 else "every other system"
    return Verdict("ship", pair.measure, best, other, None, f"significantly better than {among} by {pair.measure}")


def _sign(pairs: Sequence[Pair]) -> int:
    return -1 if is_lower_better(pairs[0].row["metric"]) else 1


def _against_baseline(pairs: Sequence[Pair], baseline: str, unit: str) -> Verdict:
    """pairs: the best system first."""
    better = [pair for pair in pairs if _is_better(pair, pair.system)]
    measure, first = pairs[0].measure, pairs[0]
    if better:
        reason = f"significantly better than {baseline} by {measure}"
        return Verdict("ship", measure, better[0].system, baseline, None, reason)
    still_open = [pair for pair in pairs if not _is_better(pair, baseline)]
    if still_open:
        return _not_decided(still_open[0], still_open[0].system, baseline, unit)
    reason = f"significantly worse than {baseline} by {measure}"
    return Verdict("do not ship", measure, first.system, baseline, None, reason)


def _is_better(pair: Pair, system: str) -> bool:
    return pair.is_significant and pair.better == system and pair.row["n_queries"] >= FEW_QUERIES


def _not_decided(pair: Pair, system: str, baseline: str, unit: str) -> Verdict:
    row, needed = pair.row, pair.row["queries_needed"]
    more = None if needed is None or needed <= row["n_queries"] else int(needed) - row["n_queries"]
    if row["n_queries"] < FEW_QUERIES:
        reason = f"{row['n_queries']} {unit} are too few for {system} and {baseline} by {pair.measure}"
        more = max(more or 0, FEW_QUERIES - row["n_queries"])
    elif not row["difference"]:
        reason = f"{system} and {baseline} are equal by {pair.measure}"
    elif pair.is_significant:
        reason = f"means and wins of {system} and {baseline} point in opposite directions by {pair.measure}"
        more = None
    else:
        reason = f"{system} and {baseline} do not differ significantly by {pair.measure}"
    told = "" if more is None else f"; about {_about(more)} more {unit} would tell"
    return Verdict("not decided", pair.measure, system, baseline, more, reason + told)


def _about(value: int) -> str:
    """With two digits that count."""
    return f"{int(float(f'{value:.2g}')):,}"
