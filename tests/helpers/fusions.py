"""Lists as one, from the definitions alone: in exact fractions, with standard deviations to 50 digits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Context, Decimal
from fractions import Fraction

Item = tuple[str, str]
Row = tuple[str, str, str, float]
"""System, query, item and score."""

DIGITS = Context(prec=50)


def fused(
    rows: Iterable[Row],
    method: str = "rrf",
    k: float = 60,
    norm: str = "min_max",
    weights: Mapping[str, float] | None = None,
) -> dict[Item, tuple[float, int]]:
    """Score and number of lists, by query and item."""
    lists: dict[tuple[str, str], list[tuple[Fraction, str]]] = defaultdict(list)
    for system, query, item, score in rows:
        lists[system, query].append((Fraction(score), item))
    parts: dict[Item, list[Fraction]] = defaultdict(list)
    for (system, query), items in lists.items():
        weight = Fraction(1 if weights is None else weights[system])
        worth = _reciprocal_ranks(items, k) if method == "rrf" else _normed(items, norm)
        for item, part in worth.items():
            if weight:
                parts[query, item].append(weight * part)
    return {
        item: (float(sum(added) * (len(added) if method == "mnz" else 1)), len(added)) for item, added in parts.items()
    }


def _reciprocal_ranks(items: list[tuple[Fraction, str]], k: float) -> dict[str, Fraction]:
    """Equal scores by item id, descending."""
    return {item: 1 / (Fraction(k) + rank) for rank, (_, item) in enumerate(sorted(items, reverse=True), 1)}


def _normed(items: list[tuple[Fraction, str]], norm: str) -> dict[str, Fraction]:
    scores = [score for score, _ in items]
    lowest, highest = min(scores), max(scores)
    if norm == "none":
        return {item: score for score, item in items}
    if lowest == highest:
        return {item: Fraction(int(norm == "min_max")) for _, item in items}
    if norm == "min_max":
        return {item: (score - lowest) / (highest - lowest) for score, item in items}
    mean = sum(scores) / len(scores)
    deviation = _root(sum((score - mean) ** 2 for score in scores) / len(scores))
    return {item: (score - mean) / deviation for score, item in items}


def _root(square: Fraction) -> Fraction:
    quotient = DIGITS.divide(Decimal(square.numerator), Decimal(square.denominator))
    return Fraction(DIGITS.sqrt(quotient))
