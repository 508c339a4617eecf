"""Ratings and their predictions in exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction


class Rated:
    """Pairs of a rating and its prediction, with a weight of 1 unless they bring one. A weight of 0 is no pair."""

    def __init__(self, rows: Iterable[Sequence[float]]) -> None:
        weighed = [(*map(Fraction, row), Fraction(1))[:3] for row in rows]
        pairs = [pair for pair in weighed if pair[2]]
        self.actual = [actual for actual, *_ in pairs]
        self.errors = [predicted - actual for actual, predicted, _ in pairs]
        self.weights = [weight for *_, weight in pairs]
        self.total = sum(self.weights, Fraction(0))

    def mean(self, values: Iterable[Fraction]) -> Fraction:
        return sum((w * value for w, value in zip(self.weights, values, strict=True)), Fraction(0)) / self.total

    def variance(self, values: Sequence[Fraction]) -> Fraction:
        middle = self.mean(values)
        return self.mean((value - middle) ** 2 for value in values)
